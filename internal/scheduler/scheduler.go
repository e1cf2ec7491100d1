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

	tidied time.Time // when old firings were removed
}

// New makes a scheduler; Run starts it.
func New(options Options) *Scheduler { return &Scheduler{Options: options.withDefaults()} }

// shortPause is how long it takes others to store what they have taken.
const shortPause = 20 * time.Millisecond

// giveBackTime is how long a scheduler that stops tries to give back what it has taken.
const giveBackTime = 5 * time.Second

// Run works until the context ends. Then it takes nothing more, finishes the starts that it has begun, and gives back what
// is left, so that others can go on with it at once.
func (s *Scheduler) Run(ctx context.Context) {
	for ctx.Err() == nil {
		wait, err := s.Tick(ctx)
		if err != nil && ctx.Err() == nil {
			s.Logger.WarnContext(ctx, "schedules could not be looked at", "error", err.Error())
			wait = s.Poll
		}
		_ = backoff.Sleep(ctx, wait) // the loop checks the context
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveBackTime)
	defer cancel()
	if err := s.Store.ReleaseAll(last, s.Owner); err != nil {
		s.Logger.WarnContext(ctx, "firings are not given back, and wait until their leases end", "error", err.Error())
	}
}

// Tick fires everything that is due, and gives how long nothing more will be.
func (s *Scheduler) Tick(ctx context.Context) (time.Duration, error) {
	for ctx.Err() == nil {
		outlook, err := s.dueTimes(ctx)
		if err != nil {
			return 0, err
		}
		if !hasCome(outlook.Due, outlook.Now) && !hasCome(outlook.Ready, outlook.Now) {
			return s.pause(outlook), s.deleteOldFirings(ctx, outlook.Now)
		}
		some, err := s.startReady(ctx, outlook.Now)
		if err != nil {
			return 0, err
		}
		if !some { // others are at it this very moment
			return shortPause, nil
		}
	}
	return 0, ctx.Err()
}

func (s *Scheduler) dueTimes(ctx context.Context) (schedule.DueTimes, error) {
	outlook, err := s.Store.DueTimes(ctx)
	if s.Now != nil {
		outlook.Now = s.Now()
	}
	return outlook, err
}

func hasCome(moment, now time.Time) bool { return !moment.IsZero() && !moment.After(now) }

// pause is how long nothing is due, but not longer than until the next look.
func (s *Scheduler) pause(outlook schedule.DueTimes) time.Duration {
	pause := s.Poll
	for _, moment := range []time.Time{outlook.Due, outlook.Ready} {
		if !moment.IsZero() {
			pause = min(pause, moment.Sub(outlook.Now))
		}
	}
	return max(pause, time.Millisecond)
}

// startReady takes some of what is due and starts runs for it. It reports whether there was anything.
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

// startAll starts the runs of groups of attempts, several groups at once. It begins with no more of them when the process
// stops, or when half of the lease is over, and reports whether it began with all.
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

// maxTogether bounds how long one transaction holds up others of its environment.
const maxTogether = 50

// groups puts attempts together that are of one environment.
func groups(attempts []schedule.Attempt) [][]schedule.Attempt {
	type place struct {
		organization ids.Organization
		environment  ids.Environment
	}
	at := map[place]int{} // where the last group of a place is
	var all [][]schedule.Attempt
	for _, attempt := range attempts {
		key := place{attempt.Schedule.Organization, attempt.Schedule.Environment}
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
	tidyEvery = time.Hour
	keptFor   = 30 * 24 * time.Hour
	maxAtOnce = 10_000
)

// deleteOldFirings removes firings that nobody looks at any more.
func (s *Scheduler) deleteOldFirings(ctx context.Context, now time.Time) error {
	if now.Sub(s.tidied) < tidyEvery && now.After(s.tidied) {
		return nil
	}
	gone, err := s.Store.DeleteFirings(ctx, now.Add(-keptFor), maxAtOnce)
	if err == nil && gone < maxAtOnce {
		s.tidied = now
	}
	return err
}
