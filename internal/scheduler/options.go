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

// Options are what a scheduler needs.
type Options struct {
	Store  Store
	Runs   Runs
	Zones  *schedule.Zones
	Owner  string           // unique for each start of a process
	Logger *slog.Logger     // nil is silence
	Now    func() time.Time // nil is the clock of the store

	// Lengths that tests may change; 0 is the default.
	Poll    time.Duration // how long it does not look at most: 500 ms
	Lease   time.Duration // how long a firing that was taken is left alone: 15 s
	Batch   int           // how many are taken at once: 200
	Workers int           // how many runs are started at once: 8
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Poll = orElse(o.Poll, 500*time.Millisecond)
	o.Lease = orElse(o.Lease, 15*time.Second)
	o.Batch = orElse(o.Batch, 200)
	o.Workers = orElse(o.Workers, 8)
	return o
}

func orElse[T int | time.Duration](value, otherwise T) T {
	if value > 0 {
		return value
	}
	return otherwise
}

// Store is the part of the state database that fires schedules. Moments are those that are given to it, or the database's
// own.
type Store interface {
	// DueTimes says what time it is and when something is due.
	DueTimes(ctx context.Context) (schedule.DueTimes, error)
	// ClaimDue takes schedules that are due, stores what turn says is to be done with them, and moves them on, in one
	// transaction. It gives how many there were.
	ClaimDue(ctx context.Context, now time.Time, limit int, turn func(*schedule.Schedule) schedule.DueDecision) (int, error)
	// ClaimReady takes firings that are due, and that nobody else has or whose lease has ended.
	ClaimReady(ctx context.Context, lease schedule.ClaimRequest, limit int) ([]schedule.Attempt, error)
	// Fire adds a firing that a person asked for, and takes it.
	Fire(ctx context.Context, by account.Actor, id ids.Schedule, lease schedule.ClaimRequest) (schedule.Attempt, error)
	// Fail ends an attempt that could not start a run.
	Fail(ctx context.Context, attempt schedule.Attempt, failure schedule.Failure) error
	// Postpone gives an attempt back that cannot start a run now, but may after a wait.
	Postpone(ctx context.Context, attempt schedule.Attempt, wait time.Duration, reason string) error
	// ReleaseAll lets go of everything that an owner has taken and did not start.
	ReleaseAll(ctx context.Context, owner string) error
	// DeleteFirings removes firings that were over before a moment, at most so many, and gives how many there were.
	DeleteFirings(ctx context.Context, before time.Time, limit int) (int64, error)
}

// Runs starts runs.
type Runs interface {
	// StartAll starts many refreshes of one environment, each by itself.
	StartAll(ctx context.Context, organization ids.Organization, target ids.Environment, requests []run.StartRequest) []run.Started
	Start(ctx context.Context, by account.Actor, request run.StartRequest) (run.Run, error)
	Rerun(ctx context.Context, by account.Actor, request run.RerunRequest) (run.Run, error)
}
