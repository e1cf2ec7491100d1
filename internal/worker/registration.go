package worker

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Registry stores registrations.
type Registry interface {
	// Register stores or renews the registration of a worker. It lasts for a length from now.
	Register(ctx context.Context, worker Worker, length time.Duration) error
	// Unregister deletes the registration of a worker.
	Unregister(ctx context.Context, id string) error
	// UnregisterAll deletes all registrations, of processes that cannot be alive.
	UnregisterAll(ctx context.Context) error
}

const (
	// A worker counts as lost when it has missed two renewals.
	renewInterval = 5 * time.Second
	lifetime      = 15 * time.Second
	// The only process of a state database lives as long as somebody can ask, so that it writes seldom.
	aloneInterval = 10 * time.Minute
	aloneLifetime = time.Hour

	retryInterval   = time.Second
	registerTimeout = 5 * time.Second
)

// Registration keeps a worker registered.
type Registration struct {
	registry         Registry
	logger           *slog.Logger
	isAlone          bool
	interval, length time.Duration
	drained          chan struct{} // closed when the worker stops to claim

	mu     sync.Mutex
	worker Worker
}

// RegistrationOptions configures a registration.
type RegistrationOptions struct {
	Registry Registry
	Worker   Worker
	Logger   *slog.Logger
	IsAlone  bool // only this process uses the state database
}

// NewRegistration returns the registration of a worker; Run starts it.
func NewRegistration(options RegistrationOptions) *Registration {
	r := &Registration{
		registry: options.Registry, logger: options.Logger, worker: options.Worker, interval: renewInterval, length: lifetime,
		drained: make(chan struct{}),
	}
	r.worker.State = Ready
	if r.isAlone = options.IsAlone; r.isAlone {
		r.interval, r.length = aloneInterval, aloneLifetime
	}
	return r
}

// Run renews the registration until the context ends, and then deletes it.
func (r *Registration) Run(ctx context.Context) {
	r.unregisterOthers(ctx)
	drained := r.drained
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			r.unregister(ctx)
			return
		case <-drained:
			drained = nil
		case <-timer.C:
		}
		timer.Reset(r.renew(ctx))
	}
}

// Drain shows that the worker claims nothing more. It may be called once.
func (r *Registration) Drain() {
	r.mu.Lock()
	r.worker.State = Draining
	r.mu.Unlock()
	close(r.drained)
}

// renew returns the time until the next renewal.
func (r *Registration) renew(ctx context.Context) time.Duration {
	r.mu.Lock()
	worker := r.worker
	r.mu.Unlock()
	limited, done := context.WithTimeout(ctx, registerTimeout)
	defer done()
	if err := r.registry.Register(limited, worker, r.length); err != nil {
		if ctx.Err() == nil { // otherwise the process stops
			r.logger.WarnContext(ctx, "registration of the worker failed, retrying", "error", err.Error())
		}
		return retryInterval
	}
	return r.interval
}

// unregisterOthers deletes the registrations of earlier processes, if no other process can be alive.
func (r *Registration) unregisterOthers(ctx context.Context) {
	if !r.isAlone {
		return
	}
	if err := r.registry.UnregisterAll(ctx); err != nil {
		r.logger.WarnContext(ctx, "registrations of earlier processes not deleted", "error", err.Error())
	}
}

func (r *Registration) unregister(ctx context.Context) {
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), registerTimeout)
	defer done()
	if err := r.registry.Unregister(ctx, r.worker.ID); err != nil {
		r.logger.WarnContext(ctx, "registration not deleted: the worker is shown as lost", "error", err.Error())
	}
}
