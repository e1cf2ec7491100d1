package scheduler

import (
	"context"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
)

// Options configures a Scheduler.
type Options struct {
	Store  Store
	Runs   Runs
	Zones  *schedule.Zones
	Owner  string           // unique for each start of a process
	Logger *slog.Logger     // nil discards logs
	Now    func() time.Time // nil means the clock of the store

	// Values that tests may change; 0 means the default.
	Poll    time.Duration // longest time between two ticks: 500 ms
	Lease   time.Duration // length of the lease on a claimed firing: 15 s
	Batch   int           // firings claimed at once: 1,000
	Workers int           // runs started at once: 8
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Poll = orElse(o.Poll, 500*time.Millisecond)
	o.Lease = orElse(o.Lease, 15*time.Second)
	o.Batch = orElse(o.Batch, 1_000)
	o.Workers = orElse(o.Workers, 8)
	return o
}

func orElse[T int | time.Duration](value, otherwise T) T {
	if value > 0 {
		return value
	}
	return otherwise
}

// Store is the part of the state database that fires schedules. It uses the times that callers pass, or the database's
// clock.
type Store interface {
	// DueTimes returns the current time and the next due times.
	DueTimes(ctx context.Context) (schedule.DueTimes, error)
	// ClaimDue reads due schedules, stores the decisions of decide and sets their next due times, in one transaction. It
	// returns the number of schedules.
	ClaimDue(ctx context.Context, now time.Time, limit int, decide func(*schedule.Schedule) schedule.DueDecision) (int, error)
	// ClaimReady claims due firings that no server has a lease on.
	ClaimReady(ctx context.Context, lease schedule.ClaimRequest, limit int) ([]schedule.Attempt, error)
	// Fire adds a firing that a user requested, and claims it.
	Fire(ctx context.Context, by account.Actor, id ids.Schedule, lease schedule.ClaimRequest) (schedule.Attempt, error)
	// Fail ends an attempt that could not start a run.
	Fail(ctx context.Context, attempt schedule.Attempt, failure schedule.Failure) error
	// Postpone releases an attempt that cannot start a run now, and makes it ready again after a wait.
	Postpone(ctx context.Context, attempt schedule.Attempt, wait time.Duration, reason string) error
	// ReleaseAll releases all firings that an owner has claimed and not started.
	ReleaseAll(ctx context.Context, owner string) error
	// DeleteFirings deletes firings that ended before a time, up to a limit, and returns their number.
	DeleteFirings(ctx context.Context, before time.Time, limit int) (int64, error)
}

// Runs starts runs.
type Runs interface {
	// StartAll starts many refreshes of one environment, each independently.
	StartAll(ctx context.Context, organization ids.Organization, target ids.Environment, requests []run.StartRequest) []run.Started
	Start(ctx context.Context, by account.Actor, request run.StartRequest) (run.Run, error)
	Rerun(ctx context.Context, by account.Actor, request run.RerunRequest) (run.Run, error)
}
