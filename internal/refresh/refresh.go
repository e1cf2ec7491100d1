package refresh

import (
	"context"
	"encoding/json"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/planner"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/transform"
)

// refreshRequest is a refresh to plan and store.
type refreshRequest struct {
	target     ids.Environment
	details    run.Details
	parameters json.RawMessage // empty keeps the environment's
	merge      bool
	rerunOf    ids.Run
	only       func(transform.NodeID) bool // nil means every selected node
	firing     *run.Firing                 // of a schedule; nil if a user starts the run
}

// maxPlans limits how often a refresh is planned when its environment keeps changing.
const maxPlans = 3

// refresh plans and stores a refresh. If a deployment or a user changes the environment between the two, it plans again.
func (s *Service) refresh(ctx context.Context, by account.Actor, r refreshRequest) (run.Run, error) {
	for attempt := 1; ; attempt++ {
		draft, err := s.draft(ctx, by.Organization, r)
		if err != nil {
			return run.Run{}, err
		}
		started, err := s.store.Insert(ctx, by, draft)
		if fault.Is(err, fault.Conflict) && !run.IsFiringTaken(err) && attempt < maxPlans {
			continue
		}
		if err == nil {
			s.options.Wake()
		}
		return started, err
	}
}

// draft plans a refresh of an environment, or a development run if the target is a workspace.
func (s *Service) draft(ctx context.Context, organization ids.Organization, r refreshRequest) (run.Draft, error) {
	environment, err := s.options.Environments.Find(ctx, organization, r.target)
	if fault.Is(err, fault.NotFound) {
		if found, other := s.options.Workspaces.Find(ctx, organization, ids.Workspace(r.target)); other == nil {
			if r.details.OnlyChanged {
				return run.Draft{}, fault.New(fault.Invalid, "a development run cannot use onlyChanged: it builds all selected nodes").
					WithHint("Remove onlyChanged, or select the nodes with selectors.")
			}
			return s.devDraft(ctx, found, r)
		}
	}
	if err != nil {
		return run.Draft{}, err
	}
	if r.details.CreateOnly {
		return run.Draft{}, fault.New(fault.Invalid, "createOnly needs a workspace: %d is an environment", r.target).
			WithHint("Deploy to the environment: a deployment creates its objects.")
	}
	if err := canRefresh(environment, r.details.Force); err != nil {
		return run.Draft{}, err
	}
	connection, err := s.ResolveConnection(ctx, environment)
	if err != nil {
		return run.Draft{}, err
	}
	return s.draftIn(ctx, refreshTarget{environment, connection}, r)
}

// refreshTarget is an environment that can be refreshed, and its connection.
type refreshTarget struct {
	environment project.Environment
	connection  snapshot.ResolvedConnection
}

// draftIn plans a refresh.
func (s *Service) draftIn(ctx context.Context, in refreshTarget, r refreshRequest) (run.Draft, error) {
	planned, err := s.planIn(ctx, in, r)
	return planned.draft(in, r), err
}

// plannedRefresh is what a refresh does, and the parameters that it was planned with.
type plannedRefresh struct {
	plan       plan.Plan
	parameters json.RawMessage
}

func (p plannedRefresh) draft(in refreshTarget, r refreshRequest) run.Draft {
	return run.Draft{
		Environment: in.environment.ID, Type: run.Refresh, Details: r.details, Parameters: p.parameters, RerunOf: r.rerunOf,
		Plan: p.plan, Snapshot: in.environment.Snapshot, SettingsFingerprint: settingsFingerprint(in, r),
		Connection: in.connection.Connection, DataFolderID: in.connection.DataFolderID, Firing: r.firing,
	}
}

// planIn plans a refresh. It depends on the selection, the parameters and onlyChanged of the request, and on nothing else.
func (s *Service) planIn(ctx context.Context, in refreshTarget, r refreshRequest) (plannedRefresh, error) {
	environment, connection := in.environment, in.connection
	parameters, err := snapshot.ResolveParameters(environment.Settings.Parameters, r.parameters, r.merge)
	if err != nil {
		return plannedRefresh{}, err
	}
	compiled, err := s.compile(ctx, environment, connection, parameters)
	if err != nil {
		return plannedRefresh{}, err
	}
	compiled, planned, err := s.planRefresh(ctx, compiled, r, engineAt{connection, project.EngineUse{
		Organization: environment.Organization, Connection: connection.Connection, Target: environment.ID,
	}})
	if err == nil {
		err = s.addBuildInputs(ctx, in, compiled, refreshPlan{&planned, r.details.OnlyChanged})
	}
	return plannedRefresh{planned, parameters.Raw}, err
}

// refreshPlan is the plan of a refresh, with or without onlyChanged.
type refreshPlan struct {
	*plan.Plan

	onlyChanged bool
}

// addBuildInputs adds to a plan what its nodes are built from, so that a later run can detect changes. A run with onlyChanged
// determines that when it starts.
func (s *Service) addBuildInputs(ctx context.Context, in refreshTarget, c *compiler.Compilation, p refreshPlan) error {
	if p.onlyChanged {
		p.ChangeCheck = NewChangeCheck(c, in.connection.Connection, *p.Plan)
		return nil
	}
	recorder := NewInputRecorder(c, in.connection.Connection, *p.Plan)
	var builds map[transform.NodeID]run.BuildRecord
	if outside := recorder.Outside(); len(outside) > 0 {
		var err error
		if builds, err = s.options.Builds.Builds(ctx, in.environment.Organization, in.environment.ID, outside...); err != nil {
			return err
		}
	}
	recorder.Record(builds)
	return nil
}

// settingsFingerprint returns the fingerprint of the settings that a refresh is planned for. It leaves out the parameters of the
// environment if the request replaces them.
func settingsFingerprint(in refreshTarget, r refreshRequest) project.SettingsFingerprint {
	fingerprint := project.NewSettingsFingerprint(in.connection.Connection, in.environment.Settings)
	if snapshot.IsAbsent(r.parameters) || r.merge {
		return fingerprint
	}
	return fingerprint.WithoutParameters()
}

// canRefresh checks the status of an environment before planning; the store checks it again when it inserts the run.
func canRefresh(e project.Environment, force bool) error {
	if e.Status == project.FailedDeploy && !force {
		return fault.New(fault.Invalid, "environment %d is in %q: its last deployment failed", e.ID, e.Status).
			WithHint("Deploy again, or send forceIgnoreWorkspaceStatus to refresh what is deployed.")
	}
	if e.Snapshot == "" {
		return fault.New(fault.Invalid, "nothing is deployed in environment %d", e.ID).WithHint("Deploy a project to it first.")
	}
	return nil
}

// compile compiles the deployed project with the parameters of the run.
func (s *Service) compile(ctx context.Context, e project.Environment, at snapshot.ResolvedConnection, p snapshot.Parameters) (*compiler.Compilation, error) {
	target := at.Target(e.Settings.Mappings, p.Values)
	if p.Own {
		return s.options.Compiler.CompileOnce(ctx, e.Organization, e.Snapshot, target)
	}
	return s.options.Compiler.Compile(ctx, e.Organization, e.Snapshot, target)
}

// planRefresh plans the nodes that are in the job, match the selectors and, on a rerun, are not complete. It returns the compilation
// with the columns of sources that these nodes need.
func (s *Service) planRefresh(
	ctx context.Context, c *compiler.Compilation, r refreshRequest, at engineAt,
) (*compiler.Compilation, plan.Plan, error) {
	only := r.only
	if r.details.Job != "" {
		inJob, err := jobNodes(c, r.details.Job)
		if err != nil {
			return c, plan.Plan{}, err
		}
		only = both(only, inJob)
	}
	request := planner.Request{Include: r.details.Include, Exclude: r.details.Exclude, Only: only, WithoutRun: r.details.CreateOnly}
	nodes, err := planner.Selected(c, request)
	if err != nil {
		return c, plan.Plan{}, err
	}
	c = s.observeColumns(ctx, c, nodes, at)
	planned, _, err := planner.Build(c, request)
	return c, planned, err
}

func both(a, b func(transform.NodeID) bool) func(transform.NodeID) bool {
	if a == nil {
		return b
	}
	return func(id transform.NodeID) bool { return a(id) && b(id) }
}

func jobNodes(c *compiler.Compilation, job string) (func(transform.NodeID) bool, error) {
	for _, known := range c.Project.Jobs {
		if string(known.ID) != job {
			continue
		}
		picked, _, err := c.Select(known.Include, known.Exclude)
		if err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "invalid selectors in job %s: %s", job, err.Error()).
				WithHint("Correct the job and deploy it.")
		}
		nodes := make(map[transform.NodeID]bool, len(picked.IDs))
		for _, id := range picked.IDs {
			nodes[transform.NodeID(id)] = true
		}
		return func(id transform.NodeID) bool { return nodes[id] }, nil
	}
	return nil, fault.New(fault.NotFound, "job %s was not found among the deployed jobs", job).
		WithHint("Only jobs that were deployed to the environment run there.")
}
