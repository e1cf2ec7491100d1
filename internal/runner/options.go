package runner

import (
	"context"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
)

// OpenEngine opens the engine of a connection, or shares one that is open. An empty connection is the organisation's
// default one. Release gives it back and is called once.
type OpenEngine func(ctx context.Context, organization ids.Organization, connection ids.Connection) (
	opened engine.Engine, release func(), err error)

// Options are what a runner needs.
type Options struct {
	Store  Store
	Engine OpenEngine
	Owner  string // unique for each start of a process
	Home   string // the data folder that this process owns; empty when it owns none
	// IsAlone says that the state database belongs to this process, so that leases of others are void when it starts.
	IsAlone bool
	Logger  *slog.Logger     // nil is silence
	Now     func() time.Time // nil is the clock of the machine

	// Lengths that tests and operators may change; 0 is the default.
	Lease    time.Duration // 9 s
	Renew    time.Duration // how often leases are renewed: 3 s
	Poll     time.Duration // how often the store is asked for runs and for cancels: 500 ms
	MostRuns int           // at once in this process: 64
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Lease = orElse(o.Lease, 9*time.Second)
	o.Renew = orElse(o.Renew, 3*time.Second)
	o.Poll = orElse(o.Poll, 500*time.Millisecond)
	o.MostRuns = orElse(o.MostRuns, 64)
	return o
}

func orElse[T int | time.Duration](value, otherwise T) T {
	if value > 0 {
		return value
	}
	return otherwise
}
