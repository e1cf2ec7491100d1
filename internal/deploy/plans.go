package deploy

import (
	"context"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/transform"
)

// Plans is the service for plans and deployments.
type Plans struct{ options Options }

// Options are the dependencies of the service.
type Options struct {
	Store        Store
	Runs         Runs
	Environments Environments
	Folders      Folders
	Commits      Commits
	Workspaces   Workspaces
	Projects     Projects
	Connections  ConnectionResolver
	Engine       OpenEngine
	Now          func() time.Time
	// Wake wakes the runner of this process. It does not wait.
	Wake func()
}

// Runs stores the runs that deploy.
type Runs interface {
	Insert(ctx context.Context, by account.Actor, draft run.Draft) (run.Run, error)
	Results(ctx context.Context, sees account.Visibility, id ids.Run) (run.Results, error)
}

// Environments finds environments.
type Environments interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Environment) (project.Environment, error)
}

// Folders finds workspaces.
type Folders interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Workspace) (project.Workspace, error)
}

// Projects compiles snapshots.
type Projects interface {
	Save(ctx context.Context, organization ids.Organization, snapshot snapshot.Snapshot) error
	Compile(ctx context.Context, organization ids.Organization, snapshot string, target snapshot.CompileTarget) (*compiler.Compilation, error)
	// CompileIncremental is Compile for a snapshot that resembles another one, which may be cached.
	CompileIncremental(
		ctx context.Context, organization ids.Organization, from snapshot.IncrementalSource, at snapshot.CompileTarget,
	) (*compiler.Compilation, error)
	// Pack packs files whose id is known, with the help of a stored snapshot that resembles it.
	Pack(ctx context.Context, organization ids.Organization, base, id string, files map[string][]byte) (snapshot.Snapshot, error)
	// Files returns the files of a stored snapshot.
	Files(ctx context.Context, organization ids.Organization, snapshot string) (map[string][]byte, error)
}

// ConnectionResolver resolves the connections of environments.
type ConnectionResolver interface {
	ResolveConnection(ctx context.Context, e project.Environment) (snapshot.ResolvedConnection, error)
}

// OpenEngine opens the engine of an environment; release returns it to the pool.
type OpenEngine func(ctx context.Context, use project.EngineUse) (opened engine.Engine, release func(), err error)

// NewPlans returns the service.
func NewPlans(options Options) *Plans { return &Plans{options} }

// Get returns a plan.
func (s *Plans) Get(ctx context.Context, organization ids.Organization, id PlanID) (Plan, error) {
	return s.options.Store.FindPlan(ctx, organization, id)
}

// EnvironmentOf returns the environment of a plan.
func (s *Plans) EnvironmentOf(ctx context.Context, organization ids.Organization, id string) (ids.Environment, error) {
	return s.options.Store.PlanEnvironment(ctx, organization, PlanID(id))
}

// List returns the plans of an environment.
func (s *Plans) List(ctx context.Context, query Query) (page.Result[Plan], error) {
	return s.options.Store.ListPlans(ctx, query)
}

// Discard deletes a plan.
func (s *Plans) Discard(ctx context.Context, by account.Actor, id PlanID) error {
	return s.options.Store.DiscardPlan(ctx, by, id)
}

// Deployments returns the deployments of an environment.
func (s *Plans) Deployments(ctx context.Context, query Query) (page.Result[Deployment], error) {
	return s.options.Store.ListDeployments(ctx, query)
}

// Make makes a plan and stores it.
func (s *Plans) Make(ctx context.Context, by account.Actor, r PlanRequest) (Plan, error) {
	// The version is read first, so that a later change makes the plan stale.
	state, err := s.options.Store.State(ctx, by.Organization, r.Environment)
	if err != nil {
		return Plan{}, err
	}
	e, err := s.options.Environments.Find(ctx, by.Organization, r.Environment)
	if err != nil {
		return Plan{}, err
	}
	ahead := s.readCatalogAhead(ctx, e, state)
	defer ahead.close()
	wanted, err := s.source(ctx, e, r)
	if err != nil {
		return Plan{}, err
	}
	asked := r.Parameters
	if len(asked) == 0 {
		asked = wanted.parameters
	}
	parameters, err := snapshot.ResolveParameters(e.Settings.Parameters, asked, false)
	if err != nil {
		return Plan{}, err
	}
	connection, err := s.options.Connections.ResolveConnection(ctx, e)
	if err != nil {
		return Plan{}, err
	}
	made := Plan{
		Organization: by.Organization, ID: ids.New[PlanID](), Environment: e.ID, Version: state.Version, Status: Open, CreatedAt: s.options.Now(),
		CreatedBy: by.User, Origin: wanted.origin, Snapshot: wanted.snapshot.ID, DeployedCommit: e.DeployedCommit,
		Parameters: parameters.Raw, ChangesParameters: parameters.Own, Connection: connection.Connection, DataFolderID: connection.DataFolderID,
	}
	c := comparison{
		environment: e, state: state, source: wanted, connection: connection, target: connection.Target(e.Settings.Mappings, parameters.Values),
		scope: r.Scope, ahead: ahead,
	}
	if err := s.limit(ctx, &c); err != nil {
		return Plan{}, err
	}
	made.Snapshot, made.Origin = c.source.snapshot.ID, c.source.origin
	if err := s.compare(ctx, c, &made); err != nil {
		return Plan{}, project.ExplainUnreachable(err, connection.WorkerLabel)
	}
	return made, s.options.Store.SavePlan(ctx, by, made)
}

// comparison is the input of a plan.
type comparison struct {
	environment project.Environment
	state       State
	source      source
	connection  snapshot.ResolvedConnection
	target      snapshot.CompileTarget
	scope       difference.Scope
	isKept      map[transform.NodeID]bool // the nodes that the scope leaves as they are deployed
	taken       []difference.Issue        // such nodes whose file now contains another node
	ahead       *catalogAhead             // nil if the catalog is not read ahead
}

// compare sets the result of a plan.
func (s *Plans) compare(ctx context.Context, c comparison, made *Plan) error {
	desired, err := s.compile(ctx, c)
	if err != nil {
		return err
	}
	if issue, isOther := c.checkPlatform(desired); isOther {
		made.Result = difference.Blocked(issue)
		made.Counts = countChanges(made.Result, len(desired.Nodes()))
		return nil
	}
	if len(c.taken) > 0 {
		made.Result = difference.Blocked(c.taken...)
		made.Counts = countChanges(made.Result, len(desired.Nodes()))
		c.describeScope(made.Result)
		return nil
	}
	opened, release, err := s.options.Engine(ctx, project.EngineUse{
		Organization: c.environment.Organization, Connection: c.connection.Connection, Target: c.environment.ID,
	})
	if err != nil {
		return err
	}
	defer release()
	if desired, err = snapshot.ObserveColumns(ctx, opened, desired); err != nil {
		return err
	}
	before := previousProjects{plans: s, of: c, compiled: map[string]*compiler.Compilation{}}
	in := difference.Input{
		Desired: desired, Stored: c.state.Nodes, Snapshot: c.source.snapshot.ID, Connection: string(c.connection.Connection),
		Previous: before.node(ctx), Deployed: before.project(ctx),
	}
	needed := difference.Needs(in)
	if in.Others, err = s.options.Store.ForeignObjects(ctx, ForeignObjectQuery{
		Organization: c.environment.Organization, Environment: c.environment.ID, Connection: c.connection.Connection,
		Schemas: slices.Concat(needed.Schemas, needed.EarlierSchemas),
	}); err != nil {
		return err
	}
	if made.Result, err = Compare(ctx, c.ahead.of(opened), in); err != nil {
		return err
	}
	made.Result.Issues.Warn(c.notPortable(desired)...)
	c.describeScope(made.Result)
	if err := count(ctx, opened, made.Result); err != nil {
		return err
	}
	made.Counts = countChanges(made.Result, len(desired.Nodes()))
	made.IsDestructive = destroys(made.Result)
	return nil
}

// compile compiles the desired project. It starts from the deployed one, which usually differs little and is cached.
func (s *Plans) compile(ctx context.Context, c comparison) (*compiler.Compilation, error) {
	organization := c.environment.Organization
	if c.source.isStored {
		return s.options.Projects.Compile(ctx, organization, c.source.snapshot.ID, c.target)
	}
	if err := s.options.Projects.Save(ctx, organization, c.source.snapshot); err != nil {
		return nil, err
	}
	source := snapshot.IncrementalSource{Snapshot: c.source.snapshot, Base: c.environment.Snapshot}
	return s.options.Projects.CompileIncremental(ctx, organization, source, c.target)
}
