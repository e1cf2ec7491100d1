package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
)

// A scheduler claims schedules of every organization, so each of these cases has its own database.
func scheduleFireCases() cases {
	return cases{
		"DueTimes returns the next due times":               dueTimesAreReturned,
		"a due time fires once":                             dueTimeFiresOnce,
		"many servers claim each due time once":             manyTakeDue,
		"many servers claim each firing once":               manyTakeReady,
		"a firing starts one run":                           firingStartsOneRun,
		"runs that are stored together are stored once":     runsAreStoredTogether,
		"a claimed firing becomes claimable again":          takenComesBack,
		"a firing that cannot start is retried, then fails": startFails,
		"a user's firing is claimed at once":                personFires,
		"old firings are deleted":                           oldFirings,
		"a user's firing does not use a due time":           personDoesNotTakeADueTime,
	}
}

// watch returns a whole second, as due times are.
func watch() time.Time { return noon().Truncate(time.Minute) }

// alone returns an organization in its own database, with an environment.
func (w suiteContext) alone(t *testing.T) (*tenant, ids.Environment) {
	t.Helper()
	o := w.tenantIn(t, w.database(t))
	return o, o.environment(t, o.project(t).ID).ID
}

func dueAt(moment time.Time) func(*schedule.Schedule) {
	return func(s *schedule.Schedule) { s.NextDue = moment }
}

// hourly decides that a schedule fires, and is due again in an hour.
func hourly(s *schedule.Schedule) schedule.DueDecision {
	return schedule.DueDecision{Fire: s.NextDue, Next: s.NextDue.Add(time.Hour)}
}

// takeDue claims what is due.
func (o *tenant) takeDue(t *testing.T, now time.Time) int {
	t.Helper()
	taken, err := o.db.Schedules().ClaimDue(t.Context(), now, 100, hourly)
	ok(t, err)
	return taken
}

// takeReady claims the firings that are due, for an hour.
func (o *tenant) takeReady(t *testing.T, owner string, now time.Time) []schedule.Attempt {
	t.Helper()
	taken, err := o.db.Schedules().ClaimReady(t.Context(), schedule.ClaimRequest{Owner: owner, Now: now, Length: time.Hour}, 100)
	ok(t, err)
	return taken
}

// takeOne claims the one firing that is due.
func (o *tenant) takeOne(t *testing.T, now time.Time) schedule.Attempt {
	t.Helper()
	taken := o.takeReady(t, "me", now)
	if len(taken) != 1 {
		t.Fatalf("took %d firings, want 1", len(taken))
	}
	return taken[0]
}

// firings returns the firings of a schedule, oldest first.
func (o *tenant) firings(t *testing.T, id ids.Schedule) []schedule.Firing {
	t.Helper()
	listed, err := o.db.Schedules().Firings(t.Context(), schedule.FiringQuery{
		Organization: o.Organization.ID, Schedule: id, Page: page.Request{OrderBy: "id", Limit: 1000},
	})
	ok(t, err)
	return listed.Items
}

func (o *tenant) firingStates(t *testing.T, id ids.Schedule) []schedule.FiringState {
	t.Helper()
	var states []schedule.FiringState
	for _, firing := range o.firings(t, id) {
		states = append(states, firing.State)
	}
	return states
}

// startFor stores a run for an attempt.
func (o *tenant) startFor(t *testing.T, attempt schedule.Attempt) (run.Run, error) {
	t.Helper()
	draft := o.draft(attempt.Schedule.Environment)
	draft.Details.Job = attempt.Schedule.Run.Job
	draft.Firing = &run.Firing{Schedule: attempt.Schedule.ID, Due: attempt.Firing.Due, Attempt: attempt.Firing.Attempt}
	return o.db.Runs().Insert(t.Context(), o.admin.actor, draft)
}

// later returns a time well after the clock of the database.
func later() time.Time { return time.Now().AddDate(1, 0, 0) }

func dueTimesAreReturned(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	before := time.Now().Add(-time.Minute)
	times, err := o.db.Schedules().DueTimes(t.Context())
	ok(t, err)
	equal(t, times.Due.IsZero() && times.Ready.IsZero(), true)
	equal(t, times.Now.After(before) && times.Now.Before(before.Add(time.Hour)), true)
	o.schedule(t, env, dueAt(watch().Add(time.Hour)))
	o.schedule(t, env, dueAt(watch()))
	times, err = o.db.Schedules().DueTimes(t.Context())
	ok(t, err)
	equal(t, times.Due, watch())
	equal(t, o.takeDue(t, watch()), 1)
	times, err = o.db.Schedules().DueTimes(t.Context())
	ok(t, err)
	equal(t, times.Due, watch().Add(time.Hour))
	equal(t, times.Ready, watch())
}

func dueTimeFiresOnce(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	s := o.schedule(t, env, dueAt(watch()))
	o.schedule(t, env, func(s *schedule.Schedule) { s.IsPaused, s.NextDue = true, time.Time{} })
	equal(t, o.takeDue(t, watch().Add(-time.Millisecond)), 0)
	equal(t, o.takeDue(t, watch()), 1)
	equal(t, o.takeDue(t, watch().Add(time.Minute)), 0)
	want := schedule.Firing{
		Schedule: s.ID, Due: watch(), Cause: schedule.ByTime, State: schedule.FiringDue, Attempt: 1, ReadyAt: watch(),
	}
	equal(t, o.firings(t, s.ID), []schedule.Firing{want})
	found, err := o.db.Schedules().Find(t.Context(), o.Organization.ID, s.ID)
	ok(t, err)
	equal(t, found.NextDue, watch().Add(time.Hour))
	equal(t, found.LastDue, watch())

	// A schedule that is set back by hand does not fire again for a due time that it had.
	_, err = o.db.Schedules().Change(t.Context(), o.admin.actor, s.ID, func(s *schedule.Schedule) error {
		s.NextDue = watch()
		return nil
	})
	ok(t, err)
	equal(t, o.takeDue(t, watch().Add(time.Minute)), 1)
	equal(t, o.firings(t, s.ID), []schedule.Firing{want})

	taken, err := o.db.Schedules().ClaimDue(t.Context(), watch().Add(2*time.Hour), 100, func(s *schedule.Schedule) schedule.DueDecision {
		return schedule.DueDecision{Missed: s.NextDue, Reason: "no server was running"}
	})
	ok(t, err)
	equal(t, taken, 1)
	equal(t, o.firingStates(t, s.ID), []schedule.FiringState{schedule.FiringDue, schedule.FiringMissed})
	equal(t, o.takeDue(t, later()), 0)
}

func manyTakeDue(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	const schedules, servers = 60, 6
	for i := range schedules {
		o.schedule(t, env, dueAt(watch().Add(time.Duration(i)*time.Second)))
	}
	taken := make([]int, servers)
	for _, err := range together(servers, func(i int) error {
		for range schedules {
			some, err := o.db.Schedules().ClaimDue(t.Context(), watch().Add(time.Minute), 7, hourly)
			if err != nil {
				return err
			}
			taken[i] += some
		}
		return nil
	}) {
		ok(t, err)
	}
	sum := 0
	for _, some := range taken {
		sum += some
	}
	equal(t, sum, schedules)
	equal(t, len(o.takeReady(t, "me", watch().Add(time.Hour))), schedules)
}

func manyTakeReady(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	const schedules, servers = 60, 6
	for range schedules {
		o.schedule(t, env, dueAt(watch()))
	}
	equal(t, o.takeDue(t, watch()), schedules)
	taken := make([][]schedule.Attempt, servers)
	for _, err := range together(servers, func(i int) error {
		for range schedules {
			lease := schedule.ClaimRequest{Owner: fmt.Sprint("server ", i), Now: watch(), Length: time.Hour}
			some, err := o.db.Schedules().ClaimReady(t.Context(), lease, 7)
			if err != nil {
				return err
			}
			taken[i] = append(taken[i], some...)
		}
		return nil
	}) {
		ok(t, err)
	}
	seen := map[ids.Schedule]bool{}
	for _, some := range taken {
		for _, attempt := range some {
			equal(t, seen[attempt.Schedule.ID], false)
			seen[attempt.Schedule.ID] = true
		}
	}
	equal(t, len(seen), schedules)
}

func firingStartsOneRun(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	s := o.schedule(t, env, dueAt(watch()))
	o.takeDue(t, watch())
	attempt := o.takeOne(t, watch())
	equal(t, attempt.Schedule.ID, s.ID)
	const servers = 8
	won := 0
	for _, err := range together(servers, func(int) error {
		_, err := o.startFor(t, attempt)
		return err
	}) {
		if err == nil {
			won++
			continue
		}
		equal(t, run.IsFiringTaken(err), true)
	}
	equal(t, won, 1)
	load, err := o.db.Runs().Load(t.Context(), o.sees())
	ok(t, err)
	equal(t, load.WaitingToRun, 1)
	firing := o.firings(t, s.ID)[0]
	equal(t, firing.State, schedule.FiringStarted)
	equal(t, firing.Run, 1)
	equal(t, firing.Started.IsZero(), false)
	equal(t, len(o.takeReady(t, "other", later())), 0)
}

// takenComesBack: a firing of a server that died can be claimed after its lease has expired, and a server that stops
// releases it.
func takenComesBack(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	o.schedule(t, env, dueAt(watch()))
	o.takeDue(t, watch())
	equal(t, len(o.takeReady(t, "one", watch())), 1)
	equal(t, len(o.takeReady(t, "two", watch().Add(59*time.Minute))), 0)
	again := o.takeReady(t, "two", watch().Add(time.Hour))
	equal(t, len(again), 1)
	equal(t, again[0].Owner, "two")
	ok(t, o.db.Schedules().ReleaseAll(t.Context(), "one"))
	equal(t, len(o.takeReady(t, "three", watch().Add(time.Hour))), 0)
	ok(t, o.db.Schedules().ReleaseAll(t.Context(), "two"))
	equal(t, len(o.takeReady(t, "three", watch())), 1)
}

func startFails(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	s := o.schedule(t, env, func(s *schedule.Schedule) {
		s.NextDue, s.Retry = watch(), schedule.Retry{Count: 1, Wait: time.Hour, From: schedule.FromBeginning}
	})
	schedules := o.db.Schedules()
	o.takeDue(t, watch())
	first := o.takeOne(t, watch())
	ok(t, schedules.Postpone(t.Context(), first, time.Minute, "not now"))
	equal(t, o.firings(t, s.ID)[0].Reason, "not now")
	first = o.takeOne(t, later())
	equal(t, first.Refusals, 1)

	stale := first
	stale.Owner = "another"
	ok(t, schedules.Fail(t.Context(), stale, schedule.Failure{Reason: "stale"}))
	equal(t, o.firings(t, s.ID)[0].Reason, "not now")

	ok(t, schedules.Fail(t.Context(), first, schedule.Failure{Reason: "nothing is deployed"}))
	equal(t, len(o.takeReady(t, "me", time.Now().Add(time.Minute))), 0)
	second := o.takeOne(t, later())
	equal(t, second.Firing.Attempt, 2)
	equal(t, second.Refusals, 0)
	_, err := o.startFor(t, first)
	equal(t, run.IsFiringTaken(err), true)
	ok(t, schedules.Fail(t.Context(), second, schedule.Failure{Reason: "still nothing"}))
	firing := o.firings(t, s.ID)[0]
	equal(t, firing.State, schedule.FiringFailed)
	equal(t, firing.Reason, "still nothing")
	equal(t, len(o.takeReady(t, "me", later())), 0)
}

func personFires(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	s := o.schedule(t, env, func(s *schedule.Schedule) { s.Overlap, s.NextDue, s.IsPaused = schedule.Skip, time.Time{}, true })
	lease := schedule.ClaimRequest{Owner: "me", Now: noon(), Length: time.Hour}
	attempt, err := o.db.Schedules().Fire(t.Context(), o.admin.actor, s.ID, lease)
	ok(t, err)
	equal(t, attempt.Firing.Cause, schedule.ByPerson)
	equal(t, attempt.Firing.Due, noon())
	equal(t, len(o.takeReady(t, "other", noon())), 0)
	_, err = o.db.Schedules().Fire(t.Context(), o.admin.actor, s.ID, lease)
	refused(t, err, fault.Conflict)
	_, err = o.startFor(t, attempt)
	ok(t, err)
	_, err = o.db.Schedules().Fire(t.Context(), o.admin.actor, s.ID, lease)
	refused(t, err, fault.Conflict)
	equal(t, o.firingStates(t, s.ID), []schedule.FiringState{schedule.FiringStarted})
}

func personDoesNotTakeADueTime(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	s := o.schedule(t, env, func(s *schedule.Schedule) { s.Overlap, s.NextDue = schedule.Parallel, watch() })
	for range 3 {
		_, err := o.db.Schedules().Fire(t.Context(), o.admin.actor, s.ID, schedule.ClaimRequest{Owner: "me", Now: watch(), Length: time.Hour})
		ok(t, err)
	}
	equal(t, o.takeDue(t, watch()), 1)
	equal(t, len(o.firings(t, s.ID)), 4)
}

func oldFirings(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	over := o.schedule(t, env, dueAt(watch()))
	open := o.schedule(t, env, dueAt(watch()))
	o.takeDue(t, watch())
	for _, attempt := range o.takeReady(t, "me", watch()) {
		if attempt.Schedule.ID == over.ID {
			ok(t, o.db.Schedules().Fail(t.Context(), attempt, schedule.Failure{IsFinal: true}))
		}
	}
	gone, err := o.db.Schedules().DeleteFirings(t.Context(), watch(), 10)
	ok(t, err)
	equal(t, gone, 0)
	gone, err = o.db.Schedules().DeleteFirings(t.Context(), watch().Add(time.Hour), 10)
	ok(t, err)
	equal(t, gone, 1)
	equal(t, len(o.firings(t, over.ID)), 0)
	equal(t, len(o.firings(t, open.ID)), 1)
}

// runsAreStoredTogether makes several servers store the runs of the same firings concurrently, among them one whose
// environment was deployed again meanwhile, and one whose settings changed.
func runsAreStoredTogether(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	const schedules, servers = 12, 4
	for range schedules {
		o.schedule(t, env, dueAt(watch()))
	}
	o.takeDue(t, watch())
	var drafts []run.Draft
	for _, attempt := range o.takeReady(t, "me", watch()) {
		draft := o.plannedNow(t, env)
		draft.Firing = &run.Firing{Schedule: attempt.Schedule.ID, Due: attempt.Firing.Due, Attempt: 1, By: o.admin.ID}
		drafts = append(drafts, draft)
	}
	drafts[schedules-1].Snapshot, drafts[schedules-2].SettingsFingerprint.Target = "another", "another"
	outcomes := make([][]run.Started, servers)
	for _, err := range together(servers, func(i int) (err error) {
		outcomes[i], err = o.db.Runs().InsertAll(t.Context(), o.Organization.ID, drafts)
		return err
	}) {
		ok(t, err)
	}
	numbers := map[ids.Run]bool{}
	for _, started := range outcomes {
		for i, one := range started {
			switch {
			case i == schedules-1:
				refused(t, one.Err, fault.Conflict, "deployed again")
			case i == schedules-2:
				refused(t, one.Err, fault.Conflict, "the mappings or the connection of environment")
			case one.Err == nil:
				equal(t, numbers[one.Run.ID], false)
				numbers[one.Run.ID] = true
				equal(t, o.found(t, one.Run.ID), one.Run)
				equal(t, one.Run.StartedBy, o.admin.ID)
			default:
				equal(t, run.IsFiringTaken(one.Err), true)
			}
		}
	}
	equal(t, len(numbers), schedules-2)
	for number := range ids.Run(schedules - 2) {
		equal(t, numbers[number+1], true)
	}
	claimed := o.claim(t, o.claimant("a worker"))
	equal(t, len(claimed.Plan.Nodes), 1)
	equal(t, len(o.takeReady(t, "other", later())), 2)
	o.changeEnvironment(t, env, func(s *project.EnvironmentSettings) { s.Parameters = []byte(`{"day": 2}`) })
	o.finish(t, claimed, run.Completed)
	o.nothing(t) // all others were planned for other parameters
}
