package scheduler

import (
	"context"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/schedule"
)

// Scheduler fires schedules.
type Scheduler struct {
	Options

	deletedAt time.Time // when old firings were deleted
}

// New returns a scheduler; Run starts it.
func New(options Options) *Scheduler { return &Scheduler{Options: options.withDefaults()} }

// shortPause gives other servers time to store what they have claimed.
const shortPause = 20 * time.Millisecond

// releaseTimeout limits how long a stopping scheduler tries to release its claims.
const releaseTimeout = 5 * time.Second

// Run works until the context ends. Then it claims nothing more, finishes the starts in progress, and releases the
// rest, so that other servers can continue at once.
func (s *Scheduler) Run(ctx context.Context) {
	for ctx.Err() == nil {
		wait, err := s.Tick(ctx)
		if err != nil && ctx.Err() == nil {
			s.Logger.WarnContext(ctx, "scheduler tick failed", "error", err.Error())
			wait = s.Poll
		}
		_ = backoff.Sleep(ctx, wait) // the loop checks the context
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTimeout)
	defer cancel()
	if err := s.Store.ReleaseAll(last, s.Owner); err != nil {
		s.Logger.WarnContext(ctx, "firings not released: they wait until their leases expire", "error", err.Error())
	}
}

// Tick fires everything that is due, and returns the time until the next due time.
func (s *Scheduler) Tick(ctx context.Context) (time.Duration, error) {
	for ctx.Err() == nil {
		times, err := s.dueTimes(ctx)
		if err != nil {
			return 0, err
		}
		if !hasCome(times.Due, times.Now) && !hasCome(times.Ready, times.Now) {
			return s.pause(times), s.deleteOldFirings(ctx, times.Now)
		}
		some, err := s.startReady(ctx, times.Now)
		if err != nil {
			return 0, err
		}
		if !some { // other servers have just claimed them
			return shortPause, nil
		}
	}
	return 0, ctx.Err()
}

func (s *Scheduler) dueTimes(ctx context.Context) (schedule.DueTimes, error) {
	times, err := s.Store.DueTimes(ctx)
	if s.Now != nil {
		times.Now = s.Now()
	}
	return times, err
}

func hasCome(moment, now time.Time) bool { return !moment.IsZero() && !moment.After(now) }

// pause returns the time until something is due, limited by the poll interval.
func (s *Scheduler) pause(times schedule.DueTimes) time.Duration {
	pause := s.Poll
	for _, moment := range []time.Time{times.Due, times.Ready} {
		if !moment.IsZero() {
			pause = min(pause, moment.Sub(times.Now))
		}
	}
	return max(pause, time.Millisecond)
}

// startReady claims due firings and starts their runs. It reports whether there were any.
func (s *Scheduler) startReady(ctx context.Context, now time.Time) (bool, error) {
	due, err := s.Store.ClaimDue(ctx, now, s.Batch, func(due *schedule.Schedule) schedule.DueDecision { return due.DecideDue(now, s.Zones) })
	if err != nil {
		return false, err
	}
	taken := time.Now()
	attempts, err := s.Store.ClaimReady(ctx, schedule.ClaimRequest{Owner: s.Owner, Now: now, Length: s.Lease}, s.Batch)
	if err != nil {
		return false, err
	}
	if !s.startAll(ctx, groups(attempts), taken) && ctx.Err() == nil {
		return true, s.Store.ReleaseAll(ctx, s.Owner)
	}
	return due+len(attempts) > 0, nil
}

// startAll starts the runs of groups of attempts, several groups at once. It starts no further group when the process
// stops or half of the lease is over, and reports whether it started all.
func (s *Scheduler) startAll(ctx context.Context, groups [][]schedule.Attempt, taken time.Time) bool {
	next := make(chan []schedule.Attempt)
	var working sync.WaitGroup
	for range min(s.Workers, len(groups)) {
		working.Go(func() {
			for group := range next {
				s.start(ctx, group)
			}
		})
	}
	begun := 0
	for ; begun < len(groups) && ctx.Err() == nil && time.Since(taken) < s.Lease/2; begun++ {
		next <- groups[begun]
	}
	close(next)
	working.Wait()
	return begun == len(groups)
}

// maxTogether limits how long one transaction blocks others of its environment.
const maxTogether = 200

// groups sorts attempts into one list per environment.
func groups(attempts []schedule.Attempt) [][]schedule.Attempt {
	type environmentKey struct {
		organization ids.Organization
		environment  ids.Environment
	}
	at := map[environmentKey]int{} // the position of the last group of an environment
	var all [][]schedule.Attempt
	for _, attempt := range attempts {
		key := environmentKey{attempt.Schedule.Organization, attempt.Schedule.Environment}
		if i, ok := at[key]; ok && len(all[i]) < maxTogether {
			all[i] = append(all[i], attempt)
			continue
		}
		at[key] = len(all)
		all = append(all, []schedule.Attempt{attempt})
	}
	return all
}

const (
	deleteInterval = time.Hour
	keptFor        = 30 * 24 * time.Hour
	maxAtOnce      = 10_000
)

// deleteOldFirings deletes old firings.
func (s *Scheduler) deleteOldFirings(ctx context.Context, now time.Time) error {
	if now.Sub(s.deletedAt) < deleteInterval && now.After(s.deletedAt) {
		return nil
	}
	gone, err := s.Store.DeleteFirings(ctx, now.Add(-keptFor), maxAtOnce)
	if err == nil && gone < maxAtOnce {
		s.deletedAt = now
	}
	return err
}
