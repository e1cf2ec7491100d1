package retention

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/backoff"
)

// Plans is where plans are kept.
type Plans interface {
	// Forget removes plans that were made before a moment and that nobody deployed, at most so many.
	DeleteExpired(ctx context.Context, before time.Time, most int) (gone int, err error)
	// DeleteStates removes what is kept for the end of deploys that are over for good, of at most so many plans.
	DeleteStates(ctx context.Context, most int) (gone int, err error)
}

// Snapshots is where the files of projects are kept.
type Snapshots interface {
	// Forget removes snapshots that were put before a moment and that nothing refers to, at most so many.
	DeleteExpired(ctx context.Context, before time.Time, most int) (gone int, err error)
}

// Options are what a sweeper needs.
type Options struct {
	Plans     Plans
	Snapshots Snapshots
	KeepPlans time.Duration // how long a plan waits to be deployed; 0 is for ever
	Logger    *slog.Logger
}

// Cleaner removes what is no longer needed.
type Cleaner struct{ Options }

// New makes a sweeper; Run starts it.
func New(options Options) *Cleaner { return &Cleaner{options} }

const (
	every = time.Hour
	soon  = time.Minute
	// maxOfEach is how many things of a kind a round removes.
	maxOfEach = 500
	// snapshotGrace is far longer than it takes to make a plan, which puts its snapshot first.
	snapshotGrace = 24 * time.Hour
)

// Run sweeps until the context ends.
func (s *Cleaner) Run(ctx context.Context) {
	for ctx.Err() == nil {
		pause := every
		if s.Clean(ctx, time.Now()) {
			pause = soon
		}
		_ = backoff.Sleep(ctx, pause) // the loop checks the context
	}
}

// Clean sweeps once, and reports whether there may be more. What fails is logged and tried in the next round.
func (s *Cleaner) Clean(ctx context.Context, now time.Time) (more bool) {
	swept, err := s.sweep(ctx, now)
	if swept != (counts{}) {
		s.Logger.InfoContext(ctx, "removed what is no longer needed", "plans", swept.plans, "planStates", swept.states, "snapshots", swept.snapshots)
	}
	if err != nil && ctx.Err() == nil {
		s.Logger.WarnContext(ctx, "what is no longer needed could not be removed", "error", err.Error())
	}
	return err == nil && max(swept.plans, swept.states, swept.snapshots) >= maxOfEach
}

// counts are how many things of each kind a round removed.
type counts struct{ plans, states, snapshots int }

// sweep removes plans first, since that frees their snapshots. One thing that fails does not keep the others.
func (s *Cleaner) sweep(ctx context.Context, now time.Time) (swept counts, err error) {
	var failed [3]error
	if s.KeepPlans > 0 {
		swept.plans, failed[0] = s.Plans.DeleteExpired(ctx, now.Add(-s.KeepPlans), maxOfEach)
	}
	swept.states, failed[1] = s.Plans.DeleteStates(ctx, maxOfEach)
	swept.snapshots, failed[2] = s.Snapshots.DeleteExpired(ctx, now.Add(-snapshotGrace), maxOfEach)
	return swept, errors.Join(failed[:]...)
}
