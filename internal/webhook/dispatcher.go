package webhook

import (
	"context"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/egress"
)

// DispatcherOptions configures a Dispatcher.
type DispatcherOptions struct {
	Outbox Outbox
	Opener Opener         // of sealed secrets
	Owner  string         // unique for each start of a process
	Egress *egress.Policy // decides which addresses messages may be sent to
	Logger *slog.Logger

	Resolver *net.Resolver // nil is the system's
	Poll     time.Duration // between claims when nothing wakes the dispatcher; 0 is one second
	Timeout  time.Duration // of an attempt; 0 is ten seconds
}

// Dispatcher sends the due deliveries of an outbox.
type Dispatcher struct {
	DispatcherOptions

	wake chan struct{} // receives a value when a delivery was stored
}

// NewDispatcher returns a dispatcher; Run starts it.
func NewDispatcher(options DispatcherOptions) *Dispatcher {
	if options.Poll == 0 {
		options.Poll = time.Second
	}
	if options.Timeout == 0 {
		options.Timeout = attemptTimeout
	}
	return &Dispatcher{DispatcherOptions: options, wake: make(chan struct{}, 1)}
}

// Wake tells the dispatcher that a delivery was stored, so that it claims at once. It never blocks.
func (d *Dispatcher) Wake() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

const (
	maxBatches = 16 // that one process sends at once
	// drainTimeout is how long attempts may continue when the process stops. Another server repeats those it cuts off.
	drainTimeout  = 3 * time.Second
	cleanInterval = time.Hour
)

// Run sends deliveries until the context ends. Then it waits for attempts in progress, for drainTimeout at most.
func (d *Dispatcher) Run(ctx context.Context) {
	sending, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	var working sync.WaitGroup
	working.Go(func() { d.clean(ctx) })
	slots := make(chan struct{}, maxBatches)
	for ctx.Err() == nil {
		slots <- struct{}{} // blocks for a short time only: a batch ends after batchLength
		batch := d.claim(ctx)
		if batch == nil {
			<-slots
			d.waitForWork(ctx)
			continue
		}
		working.Go(func() {
			d.sendBatch(sending, batch)
			<-slots
			d.Wake() // the webhook may have more due deliveries
		})
	}
	drain := time.AfterFunc(drainTimeout, cut)
	working.Wait()
	drain.Stop()
}

// claim leases a webhook; it returns nil if none has due deliveries.
func (d *Dispatcher) claim(ctx context.Context) *Batch {
	batch, err := d.Outbox.Claim(ctx, ClaimRequest{Owner: d.Owner, Length: leaseLength, Now: time.Now(), Limit: maxDeliveries})
	if err != nil && ctx.Err() == nil {
		d.Logger.WarnContext(ctx, "webhook deliveries not claimed: state database unavailable", "error", err.Error())
	}
	return batch
}

// waitForWork waits until a delivery may be due.
func (d *Dispatcher) waitForWork(ctx context.Context) {
	timer := time.NewTimer(d.Poll)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-d.wake:
	case <-ctx.Done():
	}
}

func (d *Dispatcher) clean(ctx context.Context) {
	for ctx.Err() == nil {
		if err := d.Outbox.Clean(ctx, time.Now()); err != nil && ctx.Err() == nil {
			d.Logger.WarnContext(ctx, "old webhook deliveries not deleted", "error", err.Error())
		}
		_ = backoff.Sleep(ctx, cleanInterval) // the loop checks the context
	}
}
