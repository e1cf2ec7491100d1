package run_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/run"
)

// TestStatusWordsAreStable: existing clients throw on any other word.
func TestStatusWordsAreStable(t *testing.T) {
	t.Parallel()
	got := []string{
		string(run.WaitingToRun), string(run.Running), string(run.Completed), string(run.Failed), string(run.Canceled),
		string(run.Deploy), string(run.Refresh),
		string(run.NodeWaiting), string(run.NodeRunning), string(run.NodeComplete), string(run.NodeFailed), string(run.NodeSkipped),
		string(run.NodeCanceled),
	}
	want := []string{
		"waitingToRun", "running", "completed", "failed", "canceled", "deploy", "refresh",
		"waiting", "running", "complete", "failed", "skipped", "canceled",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFinalStatusNeverChanges(t *testing.T) {
	t.Parallel()
	statuses := []run.Status{run.WaitingToRun, run.Running, run.Completed, run.Failed, run.Canceled}
	for _, from := range statuses {
		over := from == run.Completed || from == run.Failed || from == run.Canceled
		if from.IsOver() != over {
			t.Errorf("%s is over: %t", from, from.IsOver())
		}
		for _, to := range statuses {
			if over && from.CanMove(to) {
				t.Errorf("a run goes from %s to %s", from, to)
			}
		}
	}
	states := []run.NodeState{run.NodeWaiting, run.NodeRunning, run.NodeComplete, run.NodeFailed, run.NodeSkipped, run.NodeCanceled}
	for _, from := range states {
		for _, to := range states {
			if from.IsOver() && from.CanMove(to) {
				t.Errorf("a node goes from %s to %s", from, to)
			}
		}
	}
	if run.NodeWaiting.CanMove(run.NodeComplete) || run.WaitingToRun.CanMove(run.Completed) {
		t.Error("something ends that never began")
	}
}
