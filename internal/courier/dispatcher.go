package courier

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/webhook"
)

// Outbox keeps what is to be sent.
type Outbox interface {
	// Claim takes a webhook that something is due for, with what is due; nil when there is none.
	Claim(ctx context.Context, claimant webhook.ClaimRequest) (*webhook.Batch, error)
	// Report writes down what came of an attempt.
	Report(ctx context.Context, lane webhook.Lease, report webhook.AttemptResult) error
	// Release gives a lane back, which nobody is to take before a time; zero is at once.
	Release(ctx context.Context, lane webhook.Lease, pausedUntil time.Time) error
	// Sweep forgets what is old.
	Sweep(ctx context.Context, now time.Time) error
}

// Options are what a courier needs.
type Options struct {
	Store  Outbox
	Opener webhook.Opener // of sealed secrets
	Owner  string         // unique for each start of a process
	Reach  webhook.AddressPolicy
	Logger *slog.Logger

	Resolver *net.Resolver // nil is the system's
	Poll     time.Duration // how often it looks for work of its own accord; 0 is every second
	Timeout  time.Duration // of an attempt; 0 is ten seconds
}

// Dispatcher sends messages.
type Dispatcher struct {
	Options

	client *http.Client
	door   chan struct{} // somebody says that there may be something to send
}

// New makes a courier; Run starts it.
func New(options Options) *Dispatcher {
	if options.Poll == 0 {
		options.Poll = time.Second
	}
	if options.Timeout == 0 {
		options.Timeout = attemptTimeout
	}
	return &Dispatcher{Options: options, client: newClient(options), door: make(chan struct{}, 1)}
}

// Wake says that a message was stored, so that it is seen at once. It never waits.
func (c *Dispatcher) Wake() {
	select {
	case c.door <- struct{}{}:
	default:
	}
}

const (
	maxLanes = 16 // that one process sends on at once
	// drainTimeout is how long attempts may go on when the process stops. What is cut off is sent again by another.
	drainTimeout = 3 * time.Second
	sweepEvery   = time.Hour
)

// Run works until the context ends. Then it lets what is on its way arrive, for a little while.
func (c *Dispatcher) Run(ctx context.Context) {
	sending, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	var working sync.WaitGroup
	working.Go(func() { c.sweepLoop(ctx) })
	lanes := make(chan struct{}, maxLanes)
	for ctx.Err() == nil {
		lanes <- struct{}{} // a lane that is in use ends by itself, soon
		round := c.claim(ctx)
		if round == nil {
			<-lanes
			c.waitForWork(ctx)
			continue
		}
		working.Go(func() {
			c.sendBatch(sending, round)
			<-lanes
			c.Wake() // there may be more for the same webhook
		})
	}
	impatient := time.AfterFunc(drainTimeout, cut)
	working.Wait()
	impatient.Stop()
}

// claim takes a lane; nil when there is none.
func (c *Dispatcher) claim(ctx context.Context) *webhook.Batch {
	round, err := c.Store.Claim(ctx, webhook.ClaimRequest{Owner: c.Owner, Length: leaseLength, Now: time.Now(), Most: maxLetters})
	if err != nil && ctx.Err() == nil {
		c.Logger.WarnContext(ctx, "messages of webhooks wait: the state database does not answer", "error", err.Error())
	}
	return round
}

// waitForWork waits until there may be something to do.
func (c *Dispatcher) waitForWork(ctx context.Context) {
	timer := time.NewTimer(c.Poll)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.door:
	case <-ctx.Done():
	}
}

func (c *Dispatcher) sweepLoop(ctx context.Context) {
	for ctx.Err() == nil {
		if err := c.Store.Sweep(ctx, time.Now()); err != nil && ctx.Err() == nil {
			c.Logger.WarnContext(ctx, "old messages of webhooks could not be forgotten", "error", err.Error())
		}
		sleep(ctx, sweepEvery)
	}
}

// sleep waits, unless the context ends before.
func sleep(ctx context.Context, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
