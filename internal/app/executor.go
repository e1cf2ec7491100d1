package app

import (
	"cmp"
	"context"
	"os"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/refresh"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/worker"
)

// executor executes runs: the built-in worker of a server, or a separate one.
type executor struct {
	runner       *runner.Runner
	registration *worker.Registration
}

// newExecutor creates the worker of this process. Only a separate worker lets its runs continue when it stops: a server stops
// fast, because its address is down meanwhile.
func (p *process) newExecutor(s *services, kind worker.Kind) *executor {
	db, drain := p.state.db, time.Duration(0)
	if kind == worker.Separate {
		drain = p.settings.DrainTimeout
	}
	return &executor{
		runner: runner.New(runner.Options{
			Store: measuredRuns{db.Leases(), p.metrics}, Engine: s.open, Compare: refresh.ChangeDetector{Builds: db.Runs()}.Compare,
			CheckPreconditions: s.checkPreconditions, Signals: s.signals,
			Owner: p.id, DataFolderID: p.dataFolderID, Labels: p.settings.Labels, IsAlone: p.isAlone(), Logger: p.logger,
			CountFailedTests: p.metrics.CountFailedTests, MaxRuns: p.settings.MaxRuns, Drain: drain,
		}),
		registration: worker.NewRegistration(worker.RegistrationOptions{
			Registry: db.Workers(), Logger: p.logger, IsAlone: p.isAlone(),
			Worker: worker.Worker{
				ID: p.id, Name: p.workerName(), Kind: kind, Version: p.version, Labels: p.settings.Labels, DataFolderID: p.dataFolderID,
				MaxRuns: cmp.Or(p.settings.MaxRuns, runner.DefaultMaxRuns),
			},
		}),
	}
}

// workerName returns the name of the worker in lists.
func (p *process) workerName() string {
	if p.settings.WorkerName != "" {
		return p.settings.WorkerName
	}
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

// run executes runs until the context ends, and then until those in progress have ended or are released. The registration lasts
// as long, so that a list shows what drains.
func (e *executor) run(ctx context.Context) error {
	registered, unregister := context.WithCancel(context.WithoutCancel(ctx))
	defer unregister()
	var renewing sync.WaitGroup
	renewing.Go(func() { e.registration.Run(registered) })
	context.AfterFunc(ctx, e.registration.Drain)
	err := e.runner.Run(ctx)
	unregister()
	renewing.Wait()
	return err
}
