package runner

import (
	"context"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// OpenEngine opens the engine of a connection, or shares one that is open. An empty connection is the organization's
// default one. Release gives it back and is called once.
type OpenEngine func(ctx context.Context, organization ids.Organization, connection ids.Connection) (
	opened engine.Engine, release func(), err error)

// Compare gives the plan of a run without what need not be built, and without its comparison. It may take a minute. It changes
// nothing, so it may be asked again.
type Compare func(ctx context.Context, on engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error)

// Options are what a runner needs.
type Options struct {
	Store  Store
	Engine OpenEngine
	// CheckPreconditions is asked before anything of a deploy or a development run is done. Its fault ends the run; nil agrees with all.
	CheckPreconditions func(ctx context.Context, claimed *run.ClaimedRun) error
	// Compare decides what a run builds whose plan holds a comparison, once it has begun.
	Compare      Compare
	Owner        string // unique for each start of a process
	DataFolderID string // the data folder that this process owns; empty when it owns none
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
	if o.CheckPreconditions == nil {
		o.CheckPreconditions = func(context.Context, *run.ClaimedRun) error { return nil }
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
