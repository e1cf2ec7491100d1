package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/overview"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
)

func overviewStateCases() cases {
	return cases{
		"states follow environments and their runs":      statesFollow,
		"states follow schedules":                        statesOfSchedules,
		"a state contains the last firing of a schedule": statesOfFirings,
		"health is read where runs changed":              stateHealth,
		"all watches of an organization share one read":  stateReadsAreShared,
		"another organization has its own states":        statesOfOneOrganization,
	}
}

// overviewStates reads the states of an organization.
func (o *tenant) overviewStates(t *testing.T, after int64) overview.StateRead {
	t.Helper()
	read, err := o.db.Overviews().States(t.Context(), o.Organization.ID, after)
	ok(t, err)
	return read
}

func (o *tenant) scheduleState(t *testing.T) overview.ScheduleState {
	t.Helper()
	read := o.overviewStates(t, 0)
	if len(read.Schedules) != 1 {
		t.Fatalf("there are %d schedules", len(read.Schedules))
	}
	return read.Schedules[0]
}

func statesFollow(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t).ID
	env := o.environment(t, p)
	state := overview.EnvironmentState{ID: env.ID, Project: p, Name: env.Name, Status: project.Waiting, Version: o.overviewStates(t, 0).Environments[0].Version}
	equal(t, o.overviewStates(t, 0).Environments, []overview.EnvironmentState{state})
	claimed := o.claimRun(t, o.refresh(t, env.ID, "a").ID)
	state.Status = project.Refreshing
	equal(t, o.overviewStates(t, 0).Environments, []overview.EnvironmentState{state})
	o.finish(t, claimed, run.Failed)
	state.Status = project.FailedRefresh
	read := o.overviewStates(t, 0)
	equal(t, read.Environments, []overview.EnvironmentState{state})
	equal(t, read.Sequence, o.sequence(t))
	ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, env.ID))
	equal(t, o.overviewStates(t, 0).Environments, nil)
}

func statesOfSchedules(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t).ID
	env := o.environment(t, p).ID
	stored := o.schedule(t, env, nil)
	first := o.scheduleState(t)
	equal(t, first, overview.ScheduleState{
		ID: stored.ID, Environment: env, Project: p, Name: stored.Name, NextDue: stored.NextDue, SettingsFingerprint: first.SettingsFingerprint,
	})
	change := func(change func(*schedule.Schedule)) overview.ScheduleState {
		t.Helper()
		_, err := o.db.Schedules().Change(t.Context(), o.admin.actor, stored.ID, func(s *schedule.Schedule) error { change(s); return nil })
		ok(t, err)
		return o.scheduleState(t)
	}
	due := change(func(s *schedule.Schedule) { s.NextDue = s.NextDue.Add(time.Hour) })
	equal(t, due.NextDue, stored.NextDue.Add(time.Hour))
	equal(t, due.SettingsFingerprint, first.SettingsFingerprint)
	for name, setting := range map[string]func(*schedule.Schedule){
		"name": func(s *schedule.Schedule) { s.Name = "Weekly" }, "cron": func(s *schedule.Schedule) { s.Trigger.Cron = "1 2 * * *" },
		"job": func(s *schedule.Schedule) { s.Run.Job = "4" }, "retries": func(s *schedule.Schedule) { s.Retry.Count++ },
		"pause": func(s *schedule.Schedule) { s.IsPaused = true },
	} {
		before := o.scheduleState(t).SettingsFingerprint
		if after := change(setting); after.SettingsFingerprint == before {
			t.Errorf("%s: the fingerprint is still %s", name, before)
		}
	}
	equal(t, o.scheduleState(t).IsPaused, true)
	ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, env))
	equal(t, o.scheduleState(t).Project, "")
	ok(t, o.db.Schedules().Delete(t.Context(), o.admin.actor, stored.ID))
	equal(t, o.overviewStates(t, 0).Schedules, nil)
}

func statesOfFirings(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	o.schedule(t, env, dueAt(watch()))
	r := o.fire(t, watch())
	state := o.scheduleState(t)
	equal(t, state.LastFiring, overview.FiringState{Due: watch(), State: schedule.FiringStarted, Run: r.ID})
	equal(t, state.OpenFirings, 1)
	equal(t, state.NextDue, watch().Add(time.Hour))
	o.end(t, r, run.Completed)
	state = o.scheduleState(t)
	equal(t, state.LastFiring.State, schedule.FiringCompleted)
	equal(t, state.OpenFirings, 0)
	equal(t, state.LastDue, watch())
}

func stateHealth(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t).ID
	quiet, busy := o.environment(t, p).ID, o.environment(t, p).ID
	healths := func(after int64) map[ids.Environment]project.Health {
		t.Helper()
		found := map[ids.Environment]project.Health{}
		for id, health := range o.overviewStates(t, after).Health {
			found[id] = health.Status
		}
		return found
	}
	equal(t, healths(0), map[ids.Environment]project.Health{quiet: project.NeverDeployed, busy: project.NeverDeployed})
	before := o.sequence(t)
	o.finish(t, o.claimRun(t, o.refresh(t, busy, "a").ID), run.Failed)
	o.run(t, ids.Environment(o.workspace(t, p).ID), run.Completed)
	equal(t, healths(max(before, 1)), map[ids.Environment]project.Health{busy: project.NeverDeployed})
	equal(t, healths(o.sequence(t)), map[ids.Environment]project.Health{})
	equal(t, len(healths(0)), 2)
}

// countedReads counts the reads of the store.
type countedReads struct {
	overview.StateStore

	reads int
}

func (c *countedReads) States(ctx context.Context, organization ids.Organization, after int64) (overview.StateRead, error) {
	c.reads++
	return c.StateStore.States(ctx, organization, after)
}

func stateReadsAreShared(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID).ID
	counted := &countedReads{StateStore: o.db.Overviews()}
	watcher := overview.NewWatcher(counted, time.Hour)
	first, second := watcher.Watch(o.Organization.ID), watcher.Watch(o.Organization.ID)
	for _, watch := range []*overview.Watch{first, second, first} {
		states, err := watch.States(t.Context(), 0)
		ok(t, err)
		equal(t, states.Environments[env].Health.Status, project.NeverDeployed)
	}
	equal(t, counted.reads, 1)
	first.Close()
	second.Close()
	again := watcher.Watch(o.Organization.ID) // nobody watched it in the meantime
	defer again.Close()
	_, err := again.States(t.Context(), 0)
	ok(t, err)
	equal(t, counted.reads, 2)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := watcher.Watch(w.tenantIn(t, o.db).Organization.ID).States(canceled, 0); err == nil {
		t.Error("a canceled read has states")
	}
}

func statesOfOneOrganization(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	o.schedule(t, o.environment(t, o.project(t).ID).ID, nil)
	read := w.tenantIn(t, o.db).overviewStates(t, 0)
	equal(t, len(read.Environments)+len(read.Schedules)+len(read.Health), 0)
}
