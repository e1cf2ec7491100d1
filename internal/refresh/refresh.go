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
	"github.com/millrace/millrace/internal/transform"
)

// refreshRequest is a refresh that is to be planned and stored.
type refreshRequest struct {
	target     ids.Environment
	details    run.Details
	parameters json.RawMessage // empty keeps the environment's
	merge      bool
	rerunOf    ids.Run
	only       func(transform.NodeID) bool // nil is every node that the selectors mean
	firing     *run.Firing                 // of a schedule; nil when somebody asks
}

// maxPlans is how often a refresh is planned when changes of its environment get in between.
const maxPlans = 3

// refreshRequest plans and stores a refresh. When a deploy or a person changes the environment between the two, it is planned again.
func (s *Service) refresh(ctx context.Context, by account.Actor, r refreshRequest) (run.Run, error) {
	for try := 1; ; try++ {
		draft, err := s.draft(ctx, by.Organization, r)
		if err != nil {
			return run.Run{}, err
		}
		started, err := s.store.Insert(ctx, by, draft)
		if fault.Is(err, fault.Conflict) && !run.IsFiringTaken(err) && try < maxPlans {
			continue
		}
		if err == nil {
			s.options.Wake()
		}
		return started, err
	}
}

// draft plans a refresh of an environment. A workspace may stand in its place.
func (s *Service) draft(ctx context.Context, organization ids.Organization, r refreshRequest) (run.Draft, error) {
	environment, err := s.options.Environments.Find(ctx, organization, r.target)
	if fault.Is(err, fault.NotFound) {
		if found, other := s.options.Workspaces.Find(ctx, organization, ids.Workspace(r.target)); other == nil {
			if r.details.OnlyChanged {
				return run.Draft{}, fault.New(fault.Invalid, "a development run builds what it is asked for, also what did not change").
					WithHint("Leave onlyChanged out, or choose the nodes with selectors.")
			}
			return s.devDraft(ctx, found, r)
		}
	}
	if err != nil {
		return run.Draft{}, err
	}
	if err := canRefresh(environment, r.details.Force); err != nil {
		return run.Draft{}, err
	}
	spot, err := s.resolveConnection(ctx, environment)
	if err != nil {
		return run.Draft{}, err
	}
	return s.draftIn(ctx, refreshTarget{environment, spot}, r)
}

// refreshTarget is an environment that can be refreshed, and where its data is.
type refreshTarget struct {
	environment project.Environment
	connection  resolvedConnection
}

// draftIn plans a refresh.
func (s *Service) draftIn(ctx context.Context, in refreshTarget, r refreshRequest) (run.Draft, error) {
	environment, spot := in.environment, in.connection
	parameters, err := resolveParameters(environment.Settings.Parameters, r.parameters, r.merge)
	if err != nil {
		return run.Draft{}, err
	}
	compiled, err := s.compile(ctx, environment, spot, parameters)
	if err != nil {
		return run.Draft{}, err
	}
	planned, err := planRefresh(compiled, r)
	if err == nil && r.details.OnlyChanged {
		planned.ChangeCheck = newChangeCheck(compiled, spot.connection, planned)
	}
	return run.Draft{
		Environment: environment.ID, Type: run.Refresh, Details: r.details, Parameters: parameters.raw, RerunOf: r.rerunOf,
		Plan: planned, Snapshot: environment.Snapshot, SettingsFingerprint: settingsFingerprint(in, r), Connection: spot.connection, DataFolderID: spot.home, Firing: r.firing,
	}, err
}

// settingsFingerprint is what a refresh stands on. Parameters that are given with it stand in the place of the environment's.
func settingsFingerprint(in refreshTarget, r refreshRequest) project.SettingsFingerprint {
	footing := project.NewSettingsFingerprint(in.connection.connection, in.environment.Settings)
	if isAbsent(r.parameters) || r.merge {
		return footing
	}
	return footing.WithoutParameters()
}

// canRefresh looks at the environment before anything is planned; the store looks again when the run is stored.
func canRefresh(e project.Environment, force bool) error {
	if e.Status == project.FailedDeploy && !force {
		return fault.New(fault.Invalid, "environment %d is in %q: its last deployment failed", e.ID, e.Status).
			WithHint("Deploy again, or send forceIgnoreWorkspaceStatus to refresh what is there.")
	}
	if e.Snapshot == "" {
		return fault.New(fault.Invalid, "nothing is deployed in environment %d", e.ID).WithHint("Deploy a project to it first.")
	}
	return nil
}

// compile gives the project that is deployed, compiled with the parameters of the run.
func (s *Service) compile(ctx context.Context, e project.Environment, at resolvedConnection, p parameters) (*compiler.Compilation, error) {
	place := at.place(e, p.values)
	if p.own {
		return s.options.Compiler.CompileOnce(ctx, e.Organization, e.Snapshot, place)
	}
	return s.options.Compiler.Compile(ctx, e.Organization, e.Snapshot, place)
}

// planRefresh chooses the nodes: those of the job, among them those of the selectors, among them those that are left of
// an earlier run.
func planRefresh(c *compiler.Compilation, r refreshRequest) (plan.Plan, error) {
	only := r.only
	if r.details.Job != "" {
		inJob, err := jobNodes(c, r.details.Job)
		if err != nil {
			return plan.Plan{}, err
		}
		only = both(only, inJob)
	}
	planned, _, err := planner.Build(c, planner.Request{Include: r.details.Include, Exclude: r.details.Exclude, Only: only})
	return planned, err
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
			return nil, fault.Wrap(err, fault.Invalid, "the selectors of job %s cannot be read: %s", job, err.Error()).
				WithHint("Mend the job and deploy it.")
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
