package scheduler_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/scheduler"
)

func TestScheduleFiresWhenItIsDue(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	s := d.create(func(s *schedule.Schedule) {
		s.Run = schedule.RunSpec{Job: "1", Include: "{ location: MART }", Parameters: json.RawMessage(`{"day":"monday"}`), Parallelism: 3}
	})
	d.at(opening().Add(59 * time.Second))
	if got := d.firings(s.ID); len(got) != 0 {
		t.Fatalf("it fired early: %+v", got)
	}
	due := opening().Add(time.Minute)
	d.at(due)
	d.at(due.Add(time.Second))
	got := d.firings(s.ID)
	if len(got) != 1 || !got[0].Due.Equal(due) || got[0].State != schedule.FiringStarted || got[0].Run == 0 {
		t.Fatalf("the firings are %+v", got)
	}
	started := d.find(got[0].Run)
	want := run.Details{Job: "1", Include: "{ location: MART }", Parallelism: 3, Description: "Schedule Hourly"}
	if diff := cmp.Diff(want, started.Details); diff != "" {
		t.Error(diff)
	}
	if started.StartedBy != d.actor.User || string(started.Parameters) != `{"day":"monday"}` || started.Nodes == 0 {
		t.Errorf("the run is %+v", started)
	}
	d.finish(run.Completed)
	d.at(due.Add(time.Hour))
	if diff := cmp.Diff([]string{"12:00 completed", "13:00 started"}, d.states(s.ID)); diff != "" {
		t.Error(diff)
	}
}

// TestMissedDueTimes lets no server look for hours.
func TestMissedDueTimes(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		missed schedule.MissedPolicy
		after  time.Duration // from noon
		want   []string
	}{
		"on time":                   {schedule.SkipMissed, 4 * time.Minute, []string{"12:00 started"}},
		"one, made up for":          {schedule.FireOnce, 30 * time.Minute, []string{"12:00 started"}},
		"one, skipped":              {schedule.SkipMissed, 30 * time.Minute, []string{"12:00 missed"}},
		"several, made up for":      {schedule.FireOnce, 200 * time.Minute, []string{"12:00 missed", "15:00 started"}},
		"several, skipped":          {schedule.SkipMissed, 200 * time.Minute, []string{"12:00 missed"}},
		"the last is not missed":    {schedule.SkipMissed, 182 * time.Minute, []string{"12:00 missed", "15:00 started"}},
		"the last makes up for all": {schedule.FireOnce, 182 * time.Minute, []string{"12:00 missed", "15:00 started"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newFixture(t)
			s := d.create(func(s *schedule.Schedule) { s.Missed = tt.missed })
			noon := opening().Add(time.Minute)
			d.at(noon.Add(tt.after))
			if diff := cmp.Diff(tt.want, d.states(s.ID)); diff != "" {
				t.Error(diff)
			}
			found, err := d.schedules.Get(t.Context(), d.actor.Organization, s.ID)
			if want := noon.Add(tt.after).Truncate(time.Hour).Add(time.Hour); err != nil || !found.NextDue.Equal(want) {
				t.Errorf("it is due next at %s, want %s; %v", found.NextDue, want, err)
			}
		})
	}
}

func TestClockThatJumpsBackFiresNothingAgain(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	s := d.create(func(s *schedule.Schedule) { s.Overlap = schedule.Parallel })
	noon := opening().Add(time.Minute)
	for _, moment := range []time.Time{noon, noon.Add(time.Hour), noon.Add(-time.Hour), noon, noon.Add(30 * time.Minute), noon.Add(time.Hour)} {
		d.at(moment)
	}
	if diff := cmp.Diff([]string{"12:00 started", "13:00 started"}, d.states(s.ID)); diff != "" {
		t.Error(diff)
	}
	d.at(noon.Add(2 * time.Hour))
	if got := d.states(s.ID); len(got) != 3 {
		t.Errorf("it does not go on: %v", got)
	}
}

func TestPauseAndResume(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	s := d.create(nil)
	pause := func(paused bool) {
		t.Helper()
		if _, err := d.schedules.Update(t.Context(), d.actor, s.ID, func(s *schedule.Schedule) error {
			s.IsPaused = paused
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	noon := opening().Add(time.Minute)
	pause(true)
	d.at(noon.Add(2 * time.Hour))
	pause(false)
	d.at(noon.Add(2*time.Hour + time.Minute))
	if got := d.states(s.ID); len(got) != 0 {
		t.Errorf("due times of a pause fired: %v", got)
	}
	d.at(noon.Add(3 * time.Hour))
	if diff := cmp.Diff([]string{"15:00 started"}, d.states(s.ID)); diff != "" {
		t.Error(diff)
	}
}

// TestFailedStartIsRecorded: the schedule goes on, and starts again when it can.
func TestFailedStartIsRecorded(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	noJob := d.create(func(s *schedule.Schedule) { s.Run.Job = "77" })
	noPlace := d.create(func(s *schedule.Schedule) { s.Environment = 999 })
	good := d.create(nil) // in the environment of the first
	noon := opening().Add(time.Minute)
	d.at(noon)
	if diff := cmp.Diff([]string{"12:00 started"}, d.states(good.ID)); diff != "" {
		t.Error(diff)
	}
	for _, tt := range []struct {
		schedule schedule.Schedule
		reason   string
	}{{noJob, "job 77 was not found"}, {noPlace, "environment 999 was not found"}} {
		got := d.firings(tt.schedule.ID)
		if len(got) != 1 || got[0].State != schedule.FiringFailed || !strings.Contains(got[0].Reason, tt.reason) || got[0].Run != 0 {
			t.Errorf("%+v, want failed with %q", got, tt.reason)
		}
	}
	if _, err := d.schedules.Update(t.Context(), d.actor, noJob.ID, func(s *schedule.Schedule) error {
		s.Run.Job = "1"
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	d.at(noon.Add(time.Hour))
	if diff := cmp.Diff([]string{"12:00 failed", "13:00 started"}, d.states(noJob.ID)); diff != "" {
		t.Error(diff)
	}
}

func TestRetries(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		from    schedule.RetryFrom
		repeats bool
	}{
		"from the beginning": {schedule.FromBeginning, false},
		"from the failure":   {schedule.FromFailure, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newFixture(t)
			s := d.create(func(s *schedule.Schedule) { s.Retry = schedule.Retry{Count: 1, Wait: time.Minute, From: tt.from} })
			noon := opening().Add(time.Minute)
			d.at(noon)
			first := d.finish(run.Failed)
			d.at(noon.Add(2 * time.Minute))
			got := d.firings(s.ID)
			if len(got) != 1 || got[0].Attempt != 2 || got[0].State != schedule.FiringStarted || got[0].Run == first.ID {
				t.Fatalf("the firings are %+v", got)
			}
			if second := d.find(got[0].Run); (second.RerunOf == first.ID) != tt.repeats {
				t.Errorf("the second run is %+v", second)
			}
			d.finish(run.Failed)
			d.at(noon.Add(4 * time.Minute))
			if got := d.firings(s.ID)[0]; got.State != schedule.FiringFailed || got.Reason != "it was to fail" {
				t.Errorf("the firing is %+v", got)
			}
		})
	}
}

func TestFireNow(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	s := d.create(func(s *schedule.Schedule) { s.IsPaused = true })
	number, err := d.schedules.Run(t.Context(), d.actor, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got := d.firings(s.ID); len(got) != 1 || got[0].Run != number || got[0].Cause != schedule.ByPerson {
		t.Errorf("the firings are %+v", got)
	}
	broken := d.create(func(s *schedule.Schedule) { s.Run.Job, s.Retry.Count = "77", 5 })
	if _, err := d.schedules.Run(t.Context(), d.actor, broken.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("%v, want not found", err)
	}
	if got := d.firings(broken.ID); len(got) != 1 || got[0].State != schedule.FiringFailed {
		t.Errorf("the firings are %+v", got)
	}
}

// TestTriggerCycles: the end of one schedule's run sets the next off, which waits in its own queue.
func TestTriggerCycles(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.create(nil)
	second := d.create(func(s *schedule.Schedule) { s.Trigger = schedule.Trigger{Schedule: first.ID} })
	noon := opening().Add(time.Minute)
	d.at(noon)
	if got := d.states(second.ID); len(got) != 0 {
		t.Fatalf("it did not wait: %v", got)
	}
	ended := d.finish(run.Completed)
	d.at(noon.Add(time.Second))
	got := d.firings(second.ID)
	if len(got) != 1 || got[0].After != ended.ID || got[0].State != schedule.FiringStarted {
		t.Fatalf("the firings are %+v", got)
	}
	_, err := d.schedules.Update(t.Context(), d.actor, first.ID, func(s *schedule.Schedule) error {
		s.Trigger = schedule.Trigger{Schedule: second.ID}
		return nil
	})
	if !fault.Is(err, fault.Invalid) {
		t.Errorf("a circle: %v, want invalid", err)
	}
}

// TestConcurrentServersFireOnce lets several servers look at once, at many schedules.
func TestConcurrentServersFireOnce(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	const schedules = 40
	for range schedules {
		d.create(func(s *schedule.Schedule) { s.Overlap = schedule.Parallel })
	}
	d.mu.Lock()
	d.now = opening().Add(time.Minute)
	d.mu.Unlock()
	var looking sync.WaitGroup
	for _, owner := range []string{"one", "two", "three"} {
		server := d.server(owner, d.runs)
		looking.Go(func() {
			for range 20 {
				if _, err := server.Tick(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	looking.Wait()
	load, err := d.runs.Overview(t.Context(), d.actor.Sees())
	if err != nil || load.Load.WaitingToRun != schedules {
		t.Errorf("%d runs wait, want %d; %v", load.Load.WaitingToRun, schedules, err)
	}
}

// standstill is a service for runs whose server stands still in the middle of a start: it never answers.
type standstill struct {
	scheduler.Runs

	reached chan struct{}
}

func (s standstill) StartAll(ctx context.Context, _ ids.Organization, _ ids.Environment, wanted []run.StartRequest) []run.Started {
	close(s.reached)
	<-ctx.Done()
	return make([]run.Started, len(wanted))
}

// TestFiringsOfACrashedServerAreClaimed: another takes them when the lease has ended, and the first can do no harm after.
func TestFiringsOfACrashedServerAreClaimed(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	s := d.create(nil)
	noon := opening().Add(time.Minute)
	d.mu.Lock()
	d.now = noon
	d.mu.Unlock()
	stands := standstill{reached: make(chan struct{})}
	dead := d.server("dead", stands)
	go func() { _, _ = dead.Tick(context.WithoutCancel(t.Context())) }() // as good as killed: it stays in its start
	<-stands.reached

	d.at(noon.Add(14 * time.Second))
	if diff := cmp.Diff([]string{"12:00 due"}, d.states(s.ID)); diff != "" {
		t.Fatal(diff)
	}
	d.at(noon.Add(15 * time.Second))
	if diff := cmp.Diff([]string{"12:00 started"}, d.states(s.ID)); diff != "" {
		t.Error(diff)
	}
}

// TestStopping: a scheduler that stops gives back what it has not started.
func TestStopping(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	var all []schedule.Schedule
	for range 20 {
		all = append(all, d.create(func(s *schedule.Schedule) { s.Overlap = schedule.Parallel }))
	}
	d.mu.Lock()
	d.now = opening().Add(time.Minute)
	d.mu.Unlock()
	ctx, stop := context.WithCancel(t.Context())
	stopping := d.server("stopping", stopper{d.runs, stop})
	stopping.Run(ctx) // the first start stops it
	d.at(opening().Add(time.Minute))
	for _, s := range all {
		if diff := cmp.Diff([]string{"12:00 started"}, d.states(s.ID)); diff != "" {
			t.Error(diff)
		}
	}
}

// stopper stops the server as soon as it starts a run.
type stopper struct {
	scheduler.Runs

	stop context.CancelFunc
}

func (s stopper) StartAll(ctx context.Context, o ids.Organization, e ids.Environment, wanted []run.StartRequest) []run.Started {
	s.stop()
	return s.Runs.StartAll(ctx, o, e, wanted)
}

// outage is a service for runs whose database does not answer at first.
type outage struct {
	scheduler.Runs

	mu   sync.Mutex
	left int
}

func (o *outage) StartAll(ctx context.Context, in ids.Organization, e ids.Environment, wanted []run.StartRequest) []run.Started {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.left--; o.left >= 0 {
		return []run.Started{{Err: fault.New(fault.Unavailable, "the database cannot be reached")}}
	}
	return o.Runs.StartAll(ctx, in, e, wanted)
}

func TestOutagePostponesAStart(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	s := d.create(nil)
	d.Scheduler = d.server("server", &outage{Runs: d.runs, left: 2})
	noon := opening().Add(time.Minute)
	d.at(noon)
	if got := d.firings(s.ID)[0]; got.State != schedule.FiringStarted || got.Attempt != 1 {
		t.Errorf("the firing is %+v", got)
	}
}
