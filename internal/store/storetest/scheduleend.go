package storetest

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
)

func scheduleEndCases() cases {
	return cases{
		"a firing ends with its run":                        firingEnds,
		"a failed run is retried":                           failedRunIsRetried,
		"a queue advances one by one":                       queueGoesOn,
		"an overlapping firing is skipped":                  overlapIsSkipped,
		"parallel firings start together":                   parallelStart,
		"a queue has a maximum length":                      queueHasAnEnd,
		"a completed job triggers schedules":                jobTriggers,
		"a completed schedule triggers schedules":           scheduleTriggers,
		"a run ends after its schedule was deleted":         scheduleGoneMeanwhile,
		"a firing that joins a queue at its end starts":     queueJoinedAtItsEnd,
		"a triggered firing starts if overlaps are allowed": triggeredOverlaps,
		"a run canceled before its start ends the firing":   canceledEarly,
	}
}

// fire fires a due schedule and returns its run.
func (o *tenant) fire(t *testing.T, now time.Time) run.Run {
	t.Helper()
	o.takeDue(t, now)
	started, err := o.startFor(t, o.takeOne(t, later()))
	ok(t, err)
	return started
}

// end executes a run.
func (o *tenant) end(t *testing.T, r run.Run, status run.Status) {
	t.Helper()
	o.finish(t, o.claimRun(t, r.ID), status)
}

func firingEnds(t *testing.T, w suiteContext) {
	for status, want := range map[run.Status]schedule.FiringState{
		run.Completed: schedule.FiringCompleted, run.Failed: schedule.FiringFailed, run.Canceled: schedule.FiringCanceled,
	} {
		o, env := w.alone(t)
		s := o.schedule(t, env, dueAt(watch()))
		r := o.fire(t, watch())
		o.end(t, r, status)
		firing := o.firings(t, s.ID)[0]
		equal(t, firing.State, want)
		equal(t, firing.Run, r.ID)
		equal(t, firing.Reason != "", status == run.Failed)
	}
}

func canceledEarly(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	s := o.schedule(t, env, func(s *schedule.Schedule) { s.NextDue, s.Retry.Count = watch(), 3 })
	r := o.fire(t, watch())
	_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, r.ID)
	ok(t, err)
	equal(t, o.firingStates(t, s.ID), []schedule.FiringState{schedule.FiringCanceled})
}

func failedRunIsRetried(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	s := o.schedule(t, env, func(s *schedule.Schedule) {
		s.NextDue, s.Retry = watch(), schedule.Retry{Count: 2, Wait: time.Hour, From: schedule.FromFailure}
	})
	first := o.fire(t, watch())
	o.end(t, first, run.Failed)
	firing := o.firings(t, s.ID)[0]
	equal(t, firing.State, schedule.FiringDue)
	equal(t, firing.Reason, "node A failed")
	equal(t, firing.ReadyAt.After(time.Now().Add(30*time.Minute)), true)
	equal(t, len(o.takeReady(t, "me", time.Now())), 0)

	attempt := o.takeOne(t, later())
	equal(t, attempt.Firing.Attempt, 2)
	equal(t, attempt.Firing.Run, first.ID)
	second, err := o.startFor(t, attempt)
	ok(t, err)
	o.end(t, second, run.Completed)
	firing = o.firings(t, s.ID)[0]
	equal(t, firing.State, schedule.FiringCompleted)
	equal(t, firing.Run, second.ID)
	equal(t, firing.Started, first.CreatedAt)
}

func queueGoesOn(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	s := o.schedule(t, env, func(s *schedule.Schedule) { s.NextDue, s.Retry.Count = watch(), 1 })
	first := o.fire(t, watch())
	o.takeDue(t, watch().Add(time.Hour))
	o.takeDue(t, watch().Add(2*time.Hour))
	equal(t, o.firingStates(t, s.ID), []schedule.FiringState{schedule.FiringStarted, schedule.FiringQueued, schedule.FiringQueued})
	equal(t, len(o.takeReady(t, "me", later())), 0)

	o.end(t, first, run.Failed) // it is retried before the others
	again := o.takeOne(t, later())
	equal(t, again.Firing.Due, watch())
	retried, err := o.startFor(t, again)
	ok(t, err)
	o.end(t, retried, run.Failed)
	equal(t, o.firingStates(t, s.ID), []schedule.FiringState{schedule.FiringFailed, schedule.FiringDue, schedule.FiringQueued})
	second := o.takeOne(t, later())
	equal(t, second.Firing.Due, watch().Add(time.Hour))
	ok(t, o.db.Schedules().Fail(t.Context(), second, schedule.Failure{IsFinal: true}))
	equal(t, o.takeOne(t, later()).Firing.Due, watch().Add(2*time.Hour))
}

// queueJoinedAtItsEnd makes a firing join the queue while the one before it ends. Whichever comes first, none is left
// behind.
func queueJoinedAtItsEnd(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	for range 10 {
		s := o.schedule(t, env, dueAt(watch()))
		claimed := o.claimRun(t, o.fire(t, watch()).ID)
		for _, err := range together(2, func(i int) error {
			if i == 0 {
				return o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Completed})
			}
			_, err := o.db.Schedules().ClaimDue(t.Context(), watch().Add(time.Hour), 10, hourly)
			return err
		}) {
			ok(t, err)
		}
		o.takeDue(t, watch().Add(time.Hour)) // a schedule that another transaction has locked is skipped, and claimed in the next tick
		equal(t, o.firingStates(t, s.ID), []schedule.FiringState{schedule.FiringCompleted, schedule.FiringDue})
		o.takeOne(t, later())
		ok(t, o.db.Schedules().Delete(t.Context(), o.admin.actor, s.ID))
	}
}

func overlapIsSkipped(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	s := o.schedule(t, env, func(s *schedule.Schedule) { s.NextDue, s.Overlap = watch(), schedule.Skip })
	r := o.fire(t, watch())
	o.takeDue(t, watch().Add(time.Hour))
	o.end(t, r, run.Completed)
	o.takeDue(t, watch().Add(2*time.Hour))
	equal(t, o.firingStates(t, s.ID), []schedule.FiringState{schedule.FiringCompleted, schedule.FiringSkipped, schedule.FiringDue})
}

func parallelStart(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	s := o.schedule(t, env, func(s *schedule.Schedule) { s.NextDue, s.Overlap = watch(), schedule.Parallel })
	o.fire(t, watch())
	o.fire(t, watch().Add(time.Hour))
	equal(t, o.firingStates(t, s.ID), []schedule.FiringState{schedule.FiringStarted, schedule.FiringStarted})
}

func queueHasAnEnd(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	s := o.schedule(t, env, dueAt(watch()))
	for i := range schedule.MaxOpenFirings + 2 {
		equal(t, o.takeDue(t, watch().Add(time.Duration(i)*time.Hour)), 1)
	}
	counts := map[schedule.FiringState]int{}
	for _, state := range o.firingStates(t, s.ID) {
		counts[state]++
	}
	equal(t, counts, map[schedule.FiringState]int{
		schedule.FiringDue: 1, schedule.FiringQueued: schedule.MaxOpenFirings - 1, schedule.FiringSkipped: 2,
	})
}

func jobTriggers(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	elsewhere := o.environment(t, o.project(t).ID).ID
	waits := o.schedule(t, env, afterJob("1", "2"))
	paused := o.schedule(t, env, func(s *schedule.Schedule) {
		afterJob("1", "3")(s)
		s.IsPaused = true
	})
	other := o.schedule(t, elsewhere, afterJob("1", "2"))
	for _, status := range []run.Status{run.Failed, run.Canceled, run.Completed} {
		draft := o.draft(env)
		draft.Details.Job = "1"
		r := o.insert(t, draft)
		o.end(t, r, status)
		if status != run.Completed {
			equal(t, len(o.firings(t, waits.ID)), 0)
			continue
		}
		firing := o.firings(t, waits.ID)[0]
		equal(t, firing.After, r.ID)
		equal(t, firing.Cause, schedule.ByRun)
		equal(t, firing.State, schedule.FiringDue)
	}
	equal(t, len(o.firings(t, paused.ID))+len(o.firings(t, other.ID)), 0)
	attempt := o.takeOne(t, time.Now())
	equal(t, attempt.Schedule.ID, waits.ID)
	found, err := o.db.Schedules().Find(t.Context(), o.Organization.ID, waits.ID)
	ok(t, err)
	equal(t, found.LastDue, attempt.Firing.Due)
}

func scheduleTriggers(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	elsewhere := o.environment(t, o.project(t).ID).ID
	first := o.schedule(t, env, dueAt(watch()))
	second := o.schedule(t, elsewhere, afterSchedule(first.ID))
	third := o.schedule(t, env, afterSchedule(second.ID))
	r := o.fire(t, watch())
	o.end(t, r, run.Completed)
	equal(t, len(o.firings(t, third.ID)), 0)
	started, err := o.startFor(t, o.takeOne(t, time.Now()))
	ok(t, err)
	o.end(t, started, run.Completed)
	equal(t, o.firings(t, second.ID)[0].After, r.ID)
	equal(t, o.firings(t, third.ID)[0].After, started.ID)
}

func triggeredOverlaps(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	waits := o.schedule(t, env, afterJob("1", "2"))
	for range 3 {
		draft := o.draft(env)
		draft.Details.Job = "1"
		o.end(t, o.insert(t, draft), run.Completed)
	}
	equal(t, o.firingStates(t, waits.ID), []schedule.FiringState{schedule.FiringDue, schedule.FiringQueued, schedule.FiringQueued})
}

func scheduleGoneMeanwhile(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	s := o.schedule(t, env, dueAt(watch()))
	r := o.fire(t, watch())
	ok(t, o.db.Schedules().Delete(t.Context(), o.admin.actor, s.ID))
	o.end(t, r, run.Completed)
	equal(t, o.found(t, r.ID).Status, run.Completed)
	equal(t, len(o.firings(t, s.ID)), 0)
}
