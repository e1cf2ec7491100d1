package app

import (
	"context"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdbprocess"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/refresh"
	"github.com/millrace/millrace/internal/repository"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/workspace"
)

// services are what a process needs to plan runs and to execute them. A server and a separate worker have them.
type services struct {
	connections  *project.Connections
	embedded     *duckdbprocess.Driver
	pool         *engine.Pool
	signals      *runner.Signals // nothing listens to them in a server without a worker
	runs         *refresh.Service
	plans        *deploy.Plans
	workspaces   *workspace.Service
	repositories *repository.Service
}

// newServices creates the services. It starts nothing.
func (p *process) newServices() (*services, error) {
	drivers, embedded, err := p.newEngines()
	if err != nil {
		return nil, err
	}
	s := &services{embedded: embedded, connections: p.newConnections(drivers), pool: engine.NewPool(drivers), signals: runner.NewSignals()}
	s.workspaces, s.repositories = p.newWorkspaces(s)
	db, projects := p.state.db, snapshot.NewCompiler(p.state.db.Snapshots())
	s.runs = refresh.New(refresh.Options{
		Store: db.Runs(), Builds: db.Runs(), Environments: db.Environments(), Workspaces: db.Workspaces(), Connections: db.Connections(),
		Compiler: projects, Drafts: s.workspaces, ForeignObjects: foreignObjects(db.Plans()),
		Engine: s.open, Observe: deploy.Observe, DataFolderID: p.dataFolderID, Wake: s.signals.Wake,
	})
	s.plans = p.newPlans(s, projects)
	return s, nil
}

// checkPreconditions checks the preconditions of a run again before its first statement.
func (s *services) checkPreconditions(ctx context.Context, claimed *run.ClaimedRun) error {
	if claimed.Run.Type == run.Deploy {
		return s.plans.CheckPreconditions(ctx, claimed)
	}
	return s.runs.CheckPreconditions(ctx, claimed)
}

// foreignObjects returns the objects of environments that development runs must not change.
func foreignObjects(plans *store.Plans) refresh.FindForeignObjects {
	return func(ctx context.Context, query refresh.ForeignObjectQuery) ([]difference.ForeignObject, error) {
		return plans.ForeignObjects(ctx, deploy.ForeignObjectQuery{
			Organization: query.Organization, Environment: ids.Environment(query.Workspace), Connection: query.Connection, Schemas: query.Schemas,
		})
	}
}

// open opens the engine of an environment or workspace. The engine is shared; release returns it.
func (s *services) open(ctx context.Context, use project.EngineUse) (opened engine.Engine, release func(), err error) {
	target, err := s.connections.Target(ctx, use)
	if err != nil {
		return nil, nil, err
	}
	return s.pool.Open(ctx, target)
}
