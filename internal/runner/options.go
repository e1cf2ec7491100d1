package runner

import (
	"context"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// OpenEngine opens the engine of a run's environment or workspace, or shares one that is open. An empty connection is that
// of the environment or workspace. The caller calls release once.
type OpenEngine func(ctx context.Context, use project.EngineUse) (opened engine.Engine, release func(), err error)

// Compare returns the plan of a run without unchanged nodes and without its change check. It may take a minute. It
// changes nothing, so it can be repeated.
type Compare func(ctx context.Context, on engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error)

// Options configure a runner.
type Options struct {
	Store  Store
	Engine OpenEngine
	// CheckPreconditions is called before the first statement of a deploy or a development run. Its fault ends the run.
	// Nil accepts every run.
	CheckPreconditions func(ctx context.Context, claimed *run.ClaimedRun) error
	// Compare selects the nodes of a run whose plan has a change check, after the run has started.
	Compare      Compare
	Owner        string   // unique for each start of a process
	DataFolderID string   // the data folder that this process owns; empty if it owns none
	Labels       []string // it claims no run whose environment or connection asks for another label
	// Signals wakes the runner; nil makes one that only Wake uses.
	Signals *Signals
	// IsAlone means that only this process uses the state database, so that it ends all leases when it starts.
	IsAlone bool
	// CountFailedTests is called with the number of failed tests of nodes whose results were written. Nil counts nothing.
	CountFailedTests func(count int)
	Logger           *slog.Logger     // nil discards the log
	Now              func() time.Time // nil is time.Now

	// Durations and limits; 0 is the default.
	Lease   time.Duration // 9 s
	Renew   time.Duration // interval of lease renewals: 3 s
	Poll    time.Duration // interval of queries for runs and for cancel requests: 500 ms
	MaxRuns int           // runs at once in this process: 64
	// Drain is how long a stopping runner lets its runs continue before it rolls them back and releases them; 0 does so at once.
	Drain time.Duration
}

// DefaultMaxRuns is how many runs a process executes at once if nothing else is set.
const DefaultMaxRuns = 64

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.CheckPreconditions == nil {
		o.CheckPreconditions = func(context.Context, *run.ClaimedRun) error { return nil }
	}
	if o.CountFailedTests == nil {
		o.CountFailedTests = func(int) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Signals == nil {
		o.Signals = NewSignals()
	}
	o.Lease = orElse(o.Lease, 9*time.Second)
	o.Renew = orElse(o.Renew, 3*time.Second)
	o.Poll = orElse(o.Poll, 500*time.Millisecond)
	o.MaxRuns = orElse(o.MaxRuns, DefaultMaxRuns)
	return o
}

func orElse[T int | time.Duration](value, otherwise T) T {
	if value > 0 {
		return value
	}
	return otherwise
}
