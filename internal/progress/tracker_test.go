package progress_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/progress"
	"github.com/millrace/millrace/internal/run"
)

func twoNodes() plan.Plan {
	return plan.Plan{Nodes: []plan.Node{
		{ID: "a", Location: "RAW", Name: "ORDERS", Type: "Seed", Stages: []plan.Stage{
			{Name: "Insert rows", Kind: plan.SQL}, {Name: "Is unique", Kind: plan.Test},
		}},
		{ID: "b", Location: "CORE", Name: "FCT_ORDER", Type: "Fact"},
	}}
}

func TestTrackerRecordsNodes(t *testing.T) {
	t.Parallel()
	tracker := progress.NewTracker(twoNodes(), start)
	tracker.Record(run.NodeResult{Node: "unknown", State: run.NodeFailed})
	tracker.Record(run.NodeResult{Node: "a", State: run.NodeRunning, StartedAt: after(5), Queries: []run.QueryResult{
		{Stage: 0, State: run.NodeComplete, Counts: engine.Counts{Inserted: 3}, StartedAt: after(5), EndedAt: after(9)},
		{Stage: 1, State: run.NodeRunning, StartedAt: after(9)},
		{Stage: 7, State: run.NodeRunning}, // no such stage
	}})
	want := progress.Snapshot{Status: run.Running, Started: start(), At: start(), Nodes: []progress.Node{
		{ID: "a", Name: "RAW.ORDERS", Type: "Seed", State: run.NodeRunning, Started: after(5), Stages: []progress.Stage{
			{Name: "Insert rows", Kind: plan.SQL, State: run.NodeComplete, Counts: engine.Counts{Inserted: 3}, Started: after(5), Ended: after(9)},
			{Name: "Is unique", Kind: plan.Test, State: run.NodeRunning, Started: after(9)},
			{State: run.NodeRunning},
		}},
		{ID: "b", Name: "CORE.FCT_ORDER", Type: "Fact", State: run.NodeWaiting},
	}}
	if diff := cmp.Diff(want, tracker.Now()); diff != "" {
		t.Error(diff)
	}
}

func TestEndedNodeStaysEnded(t *testing.T) {
	t.Parallel()
	tracker := progress.NewTracker(twoNodes(), start)
	tracker.Record(run.NodeResult{Node: "a", State: run.NodeComplete})
	tracker.Record(run.NodeResult{Node: "a", State: run.NodeRunning})
	if got := tracker.Now().Nodes[0].State; got != run.NodeComplete {
		t.Errorf("the state is %s", got)
	}
}

// TestASnapshotDoesNotChange: a display may keep a snapshot while goroutines record changes.
func TestASnapshotDoesNotChange(t *testing.T) {
	t.Parallel()
	tracker := progress.NewTracker(twoNodes(), start)
	before := tracker.Now()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			tracker.Record(run.NodeResult{Node: "a", State: run.NodeRunning})
			tracker.Now()
		})
	}
	all.Wait()
	if before.Nodes[0].State != run.NodeWaiting || tracker.Now().Nodes[0].State != run.NodeRunning {
		t.Errorf("before %s, after %s", before.Nodes[0].State, tracker.Now().Nodes[0].State)
	}
}

// watched is a display that counts calls.
type watched struct{ shown, ended, left int }

func (w *watched) Show(progress.Snapshot) { w.shown++ }
func (w *watched) End(progress.Snapshot)  { w.ended++ }
func (w *watched) Leave()                 { w.left++ }

func TestWatchUntilTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tracker := progress.NewTracker(twoNodes(), time.Now)
		go func() {
			time.Sleep(time.Second)
			tracker.Finish(run.Outcome{Status: run.Failed, Reason: "1 of 2 nodes failed"})
		}()
		began := time.Now()
		var display watched
		last, err := progress.Watch(t.Context(), tracker, &display)
		if err != nil || last.Status != run.Failed || last.Reason != "1 of 2 nodes failed" {
			t.Errorf("%+v, %v", last, err)
		}
		if took := time.Since(began); took != time.Second {
			t.Errorf("the end was seen after %s", took)
		}
		if display.shown < 5 || display.ended != 1 || display.left != 0 {
			t.Errorf("%+v", display)
		}
	})
}

func TestWatchingCanEndBeforeTheRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var display watched
		_, err := progress.Watch(ctx, progress.NewTracker(twoNodes(), time.Now), &display)
		if !errors.Is(err, context.DeadlineExceeded) || display.ended != 0 || display.left != 1 {
			t.Errorf("%v, %+v", err, display)
		}
	})
}
