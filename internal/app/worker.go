package app

import (
	"context"
	"errors"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/worker"
)

// Worker is a started process that only executes runs.
type Worker struct {
	*process

	executor *executor
}

// StartWorker opens what a worker needs. It executes runs once Serve runs.
func StartWorker(ctx context.Context, options Options) (_ *Worker, err error) {
	w := &Worker{process: newProcess(ctx, options)}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.closers.close())
		}
	}()
	if w.isAlone() {
		return nil, fault.New(fault.Invalid, "a worker needs the PostgreSQL state database of its servers: a SQLite database belongs to one server").
			WithHint("Pass --database with the URL that the servers have. A server on SQLite executes its runs itself.")
	}
	opened, err := openShared(ctx, w.settings)
	if err != nil {
		return nil, err
	}
	w.own(opened)
	if err = w.listenMetrics(ctx); err != nil {
		return nil, err
	}
	if err = w.warnOfUnknownOrganizations(ctx); err != nil {
		return nil, err
	}
	services, err := w.newServices()
	if err != nil {
		return nil, err
	}
	w.collectMetrics(services.pool)
	w.closeWithBackground(services.pool)
	w.executor = w.newExecutor(services, worker.Separate)
	w.startAll(newMemoryTrimmer().run, w.newKeyWatcher().run)
	return w, nil
}

// Name returns the name of the worker in lists.
func (w *Worker) Name() string { return w.workerName() }

// Serve executes runs until ctx ends. Then it claims nothing more, lets its runs continue for the drain timeout, releases those
// that are left, and closes.
func (w *Worker) Serve(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, w.closers.close()) }()
	return w.executor.run(ctx)
}
