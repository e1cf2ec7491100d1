package app

import (
	"context"
	"errors"
	"sync"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/refresh"
	"github.com/millrace/millrace/internal/repository"
	"github.com/millrace/millrace/internal/retention"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/scheduler"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/webhook"
	"github.com/millrace/millrace/internal/workspace"
)

// execution is the part of the server that executes runs.
type execution struct {
	worker       string // the owner of the leases of this process
	connections  *project.Connections
	pool         *engine.Pool
	runner       *runner.Runner
	runs         *refresh.Service
	plans        *deploy.Plans
	workspaces   *workspace.Service
	repositories *repository.Service

	dispatcher *webhook.Dispatcher
	webhooks   *webhook.Service

	scheduler *scheduler.Scheduler
	schedules *schedule.Service

	cleaner *retention.Cleaner

	stop       context.CancelFunc
	stopped    chan error     // the result of the runner
	background sync.WaitGroup // background goroutines other than the runner
}

// newExecution creates the runner and the services of runs. It starts nothing.
func (a *App) newExecution() (*execution, error) {
	isAlone := a.settings.Database == ""
	dataFolderID := "" // empty if the state database is embedded: everything belongs to this process
	if !isAlone {
		var err error
		if dataFolderID, err = a.state.folder.dataFolderID(); err != nil {
			return nil, err
		}
	}
	drivers, err := a.newEngines()
	if err != nil {
		return nil, err
	}
	e := &execution{worker: uuid.NewString(), connections: a.newConnections(drivers), pool: engine.NewPool(drivers)}
	db := a.state.db
	e.runner = runner.New(runner.Options{
		Store: measuredRuns{db.Leases(), a.metrics}, Engine: e.open, Compare: refresh.ChangeDetector{Builds: db.Runs()}.Compare,
		CheckPreconditions: e.checkPreconditions,
		Owner:              e.worker, DataFolderID: dataFolderID, IsAlone: isAlone, Logger: a.logger,
		CountFailedTests: a.metrics.CountFailedTests,
	})
	e.workspaces = a.newWorkspaces(e, dataFolderID)
	e.repositories = a.newRepositories(e)
	projects := snapshot.NewCompiler(db.Snapshots())
	e.runs = refresh.New(refresh.Options{
		Store: db.Runs(), Builds: db.Runs(), Environments: db.Environments(), Workspaces: db.Workspaces(), Connections: db.Connections(),
		Compiler: projects, Drafts: e.workspaces, ForeignObjects: e.foreignObjects(db.Plans()),
		Engine: e.open, Observe: deploy.Observe, DataFolderID: dataFolderID, Wake: e.runner.Wake,
	})
	e.plans = a.newPlans(e, projects)
	e.dispatcher, e.webhooks = a.newWebhooks()
	e.scheduler, e.schedules = a.newSchedules(e)
	e.cleaner = a.newCleaner()
	return e, nil
}

// checkPreconditions checks the preconditions of a run again before its first statement.
func (e *execution) checkPreconditions(ctx context.Context, claimed *run.ClaimedRun) error {
	if claimed.Run.Type == run.Deploy {
		return e.plans.CheckPreconditions(ctx, claimed)
	}
	return e.runs.CheckPreconditions(ctx, claimed)
}

// foreignObjects returns the objects of environments that development runs must not change.
func (e *execution) foreignObjects(plans *store.Plans) refresh.FindForeignObjects {
	return func(ctx context.Context, query refresh.ForeignObjectQuery) ([]difference.ForeignObject, error) {
		return plans.ForeignObjects(ctx, deploy.ForeignObjectQuery{
			Organization: query.Organization, Environment: ids.Environment(query.Workspace), Connection: query.Connection, Schemas: query.Schemas,
		})
	}
}

// open opens the engine of an environment or workspace. The engine is shared; release returns it.
func (e *execution) open(ctx context.Context, use project.EngineUse) (opened engine.Engine, release func(), err error) {
	target, err := e.connections.Target(ctx, use)
	if err != nil {
		return nil, nil, err
	}
	return e.pool.Open(ctx, target)
}

// start starts to execute runs.
func (e *execution) start(ctx context.Context) {
	ctx, e.stop = context.WithCancel(context.WithoutCancel(ctx))
	e.stopped = make(chan error, 1)
	go func() { e.stopped <- e.runner.Run(ctx) }()
	e.background.Go(func() { e.dispatcher.Run(ctx) })
	e.background.Go(func() { e.scheduler.Run(ctx) })
	e.background.Go(func() { e.cleaner.Run(ctx) })
	e.background.Go(func() { newMemoryTrimmer().run(ctx) })
}

// close stops the work, releases unfinished runs so that other servers can resume them, and closes the engines.
func (e *execution) close() error {
	if e.stop == nil {
		return e.pool.Close()
	}
	e.stop()
	failed := <-e.stopped
	e.background.Wait()
	return errors.Join(failed, e.pool.Close())
}
