package storetest

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/schedule"
)

func scheduleCases() cases {
	return cases{
		"a stored object is found":                                     scheduleIsFound,
		"a change is stored":                                           scheduleIsChanged,
		"a schedule is visible to users who see its environment":       schedulesAreVisible,
		"a schedule outlives its environment":                          scheduleOutlivesEnvironment,
		"another organization does not see it":                         scheduleIsOfOneOrganization,
		"a schedule cannot trigger itself":                             triggerCycle,
		"one of two concurrent schedules of a trigger cycle is stored": triggerCycleAtOnce,
		"a schedule that triggers others is not deleted":               scheduleThatOthersNeed,
	}
}

func (o *tenant) newSchedule(env ids.Environment) schedule.Schedule {
	return schedule.Schedule{
		Organization: o.Organization.ID, ID: ids.New[ids.Schedule](), Environment: env, Name: "Every night",
		Trigger: schedule.Trigger{Cron: "0 2 * * *", TimeZone: "Europe/Berlin"}, Retry: schedule.Retry{From: schedule.FromBeginning},
		Overlap: schedule.Queue, Missed: schedule.FireOnce, NextDue: noon(), CreatedBy: o.admin.ID, CreatedAt: noon(),
	}
}

// schedule stores a schedule after applying a change.
func (o *tenant) schedule(t *testing.T, env ids.Environment, change func(*schedule.Schedule)) schedule.Schedule {
	t.Helper()
	wanted := o.newSchedule(env)
	if change != nil {
		change(&wanted)
	}
	stored, err := o.db.Schedules().Create(t.Context(), o.admin.actor, wanted)
	ok(t, err)
	return stored
}

// afterJob returns a change that makes runs of one job trigger a schedule of another job.
func afterJob(after, runs string) func(*schedule.Schedule) {
	return func(s *schedule.Schedule) {
		s.Trigger, s.NextDue, s.Run.Job = schedule.Trigger{Job: after}, time.Time{}, runs
	}
}

// afterSchedule returns a change that makes another schedule trigger one.
func afterSchedule(other ids.Schedule) func(*schedule.Schedule) {
	return func(s *schedule.Schedule) { s.Trigger, s.NextDue = schedule.Trigger{Schedule: other}, time.Time{} }
}

func scheduleIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID).ID
	stored := o.schedule(t, env, func(s *schedule.Schedule) {
		s.Name = "é\"'Ж"
		s.Run = schedule.RunSpec{Job: "3", Include: "{ A }", Exclude: "{ B }", Parameters: json.RawMessage(`{"n":  1.50}`), Parallelism: 4}
		s.Retry = schedule.Retry{Count: 3, Wait: 90 * time.Second, From: schedule.FromFailure}
		s.Overlap, s.Missed, s.IsPaused = schedule.Parallel, schedule.SkipMissed, true
		s.LastDue = noon().Add(-time.Hour)
	})
	found, err := o.db.Schedules().Find(t.Context(), o.Organization.ID, stored.ID)
	ok(t, err)
	equal(t, found, stored)
	plain := o.schedule(t, env, nil)
	found, err = o.db.Schedules().Find(t.Context(), o.Organization.ID, plain.ID)
	ok(t, err)
	equal(t, found, plain)
	_, err = o.db.Schedules().Find(t.Context(), o.Organization.ID, "nobody")
	refused(t, err, fault.NotFound, "nobody")
}

func scheduleIsChanged(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.schedule(t, o.environment(t, o.project(t).ID).ID, nil)
	changed, err := o.db.Schedules().Change(t.Context(), o.admin.actor, stored.ID, func(s *schedule.Schedule) error {
		s.Name, s.IsPaused, s.NextDue, s.Trigger.Cron, s.Retry.Count = "Every noon", true, time.Time{}, "0 12 * * *", 2
		return nil
	})
	ok(t, err)
	want := stored
	want.Name, want.IsPaused, want.NextDue, want.Trigger.Cron, want.Retry.Count = "Every noon", true, time.Time{}, "0 12 * * *", 2
	equal(t, changed, want)
	found, err := o.db.Schedules().Find(t.Context(), o.Organization.ID, stored.ID)
	ok(t, err)
	equal(t, found, want)
	_, err = o.db.Schedules().Change(t.Context(), o.admin.actor, stored.ID, func(s *schedule.Schedule) error {
		s.Name = "never"
		return fault.New(fault.Invalid, "no")
	})
	refused(t, err, fault.Invalid)
	found, err = o.db.Schedules().Find(t.Context(), o.Organization.ID, stored.ID)
	ok(t, err)
	equal(t, found, want)

	ok(t, o.db.Schedules().Delete(t.Context(), o.admin.actor, stored.ID))
	refused(t, o.db.Schedules().Delete(t.Context(), o.admin.actor, stored.ID), fault.NotFound)
	_, err = o.db.Schedules().Change(t.Context(), o.admin.actor, stored.ID, func(*schedule.Schedule) error { return nil })
	refused(t, err, fault.NotFound)
}

func (o *tenant) scheduleIDs(t *testing.T, query schedule.Query) []ids.Schedule {
	t.Helper()
	listed, err := o.db.Schedules().List(t.Context(), query)
	ok(t, err)
	all := []ids.Schedule{}
	for i := range listed.Items {
		all = append(all, listed.Items[i].ID)
	}
	return all
}

func schedulesAreVisible(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t).ID
	mine, other := o.environment(t, p).ID, o.environment(t, o.project(t).ID).ID
	one, two := o.schedule(t, mine, named("a")), o.schedule(t, other, named("b"))
	user := o.member(t)
	equal(t, o.scheduleIDs(t, schedule.Query{Sees: user.actor.Sees(), Page: ordered("name")}), []ids.Schedule{})
	o.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: mine, Role: account.EnvironmentReader})
	equal(t, o.scheduleIDs(t, schedule.Query{Sees: user.actor.Sees(), Page: ordered("name")}), []ids.Schedule{one.ID})
	equal(t, o.scheduleIDs(t, schedule.Query{Sees: o.sees(), Page: ordered("name")}), []ids.Schedule{one.ID, two.ID})
	equal(t, o.scheduleIDs(t, schedule.Query{Sees: o.sees(), Environment: other, Page: ordered("name")}), []ids.Schedule{two.ID})
	for _, by := range schedule.Order {
		equal(t, len(o.scheduleIDs(t, schedule.Query{Sees: o.sees(), Page: page.Request{OrderBy: by, Limit: 1}})), 1)
	}
	second := o.person(t, account.OrganizationMember)
	_, err := o.db.Schedules().Create(t.Context(), second.actor, o.changed(mine, afterSchedule(two.ID)))
	refused(t, err, fault.Invalid, string(two.ID))

	// A chosen schedule stays when another user changes something else.
	chosen := o.schedule(t, mine, afterSchedule(two.ID))
	_, err = o.db.Schedules().Change(t.Context(), second.actor, chosen.ID, func(s *schedule.Schedule) error {
		s.IsPaused = true
		return nil
	})
	ok(t, err)
}

func named(name string) func(*schedule.Schedule) {
	return func(s *schedule.Schedule) { s.Name = name }
}

// changed returns a schedule that is not stored.
func (o *tenant) changed(env ids.Environment, change func(*schedule.Schedule)) schedule.Schedule {
	s := o.newSchedule(env)
	change(&s)
	return s
}

func scheduleOutlivesEnvironment(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID).ID
	stored := o.schedule(t, env, nil)
	user := o.member(t)
	o.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: env, Role: account.EnvironmentReader})
	ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, env))
	equal(t, o.scheduleIDs(t, schedule.Query{Sees: o.sees(), Page: ordered("id")}), []ids.Schedule{stored.ID})
	equal(t, o.scheduleIDs(t, schedule.Query{Sees: user.actor.Sees(), Page: ordered("id")}), []ids.Schedule{})
}

func scheduleIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	stored := o.schedule(t, o.environment(t, o.project(t).ID).ID, nil)
	schedules := o.db.Schedules()
	_, err := schedules.Find(t.Context(), other.Organization.ID, stored.ID)
	refused(t, err, fault.NotFound)
	refused(t, schedules.Delete(t.Context(), other.admin.actor, stored.ID), fault.NotFound)
	_, err = schedules.Fire(t.Context(), other.admin.actor, stored.ID, schedule.ClaimRequest{Now: noon()})
	refused(t, err, fault.NotFound)
	_, err = schedules.Create(t.Context(), other.admin.actor, other.changed(1, afterSchedule(stored.ID)))
	refused(t, err, fault.Invalid, string(stored.ID))
}

func triggerCycle(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env, elsewhere := o.environment(t, o.project(t).ID).ID, o.environment(t, o.project(t).ID).ID
	create := func(env ids.Environment, change func(*schedule.Schedule)) error {
		_, err := o.db.Schedules().Create(t.Context(), o.admin.actor, o.changed(env, change))
		return err
	}
	refused(t, create(env, afterJob("1", "1")), fault.Invalid, "itself")
	ok(t, create(env, afterJob("1", "2")))
	ok(t, create(env, afterJob("2", "3")))
	refused(t, create(env, afterJob("3", "1")), fault.Invalid, "itself")
	ok(t, create(elsewhere, afterJob("3", "1"))) // jobs of another environment are different jobs

	first := o.schedule(t, env, nil)
	second := o.schedule(t, env, afterSchedule(first.ID))
	_, err := o.db.Schedules().Change(t.Context(), o.admin.actor, first.ID, func(s *schedule.Schedule) error {
		afterSchedule(second.ID)(s)
		return nil
	})
	refused(t, err, fault.Invalid, "itself")
}

func triggerCycleAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID).ID
	links := []func(*schedule.Schedule){afterJob("1", "2"), afterJob("2", "1")}
	stored := 0
	for _, err := range together(len(links), func(i int) error {
		_, err := o.db.Schedules().Create(t.Context(), o.admin.actor, o.changed(env, links[i]))
		return err
	}) {
		if err == nil {
			stored++
			continue
		}
		refused(t, err, fault.Invalid, "itself")
	}
	equal(t, stored, 1)
}

func scheduleThatOthersNeed(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID).ID
	first := o.schedule(t, env, nil)
	second := o.schedule(t, env, afterSchedule(first.ID))
	refused(t, o.db.Schedules().Delete(t.Context(), o.admin.actor, first.ID), fault.Conflict, "trigger of 1 schedules")
	ok(t, o.db.Schedules().Delete(t.Context(), o.admin.actor, second.ID))
	ok(t, o.db.Schedules().Delete(t.Context(), o.admin.actor, first.ID))
}

func (s *writeFixture) scheduleWrites() map[string]write {
	return map[string]write{
		"Schedules.Create": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Schedules().Create(ctx, by, s.newSchedule(s.env.ID))
			return err
		},
		"Schedules.Change": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Schedules().Change(ctx, by, s.daily.ID, func(s *schedule.Schedule) error {
				s.Name = "Other"
				return nil
			})
			return err
		},
		"Schedules.Fire": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Schedules().Fire(ctx, by, s.daily.ID, schedule.ClaimRequest{Owner: "me", Now: noon(), Length: time.Hour})
			return err
		},
		"Schedules.Delete": func(ctx context.Context, by account.Actor) error {
			return s.db.Schedules().Delete(ctx, by, s.oldSchedule.ID)
		},
	}
}
