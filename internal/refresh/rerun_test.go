package refresh_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func TestRerunRunsIncompleteNodes(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	old := d.start(run.StartRequest{Target: d.install(nil), Parameters: json.RawMessage(`{"a":1}`)})
	if _, err := d.Rerun(t.Context(), d.actor, run.RerunRequest{Run: old.ID}); !fault.Is(err, fault.Invalid) {
		t.Errorf("of a run that waits: %v, want invalid", err)
	}
	claimed := d.claim()
	done := map[transform.NodeID]bool{}
	var results []run.NodeResult
	for i, node := range claimed.Plan.Nodes[:4] {
		state := run.NodeComplete
		if i == 3 {
			state = run.NodeFailed
		}
		done[node.ID] = state == run.NodeComplete
		results = append(results,
			run.NodeResult{Node: node.ID, State: state, Attempt: 1, StartedAt: time.Now(), EndedAt: time.Now()})
	}
	if err := d.db.Leases().Save(t.Context(), claimed.Lease, results); err != nil {
		t.Fatal(err)
	}
	d.finish(claimed, run.Outcome{Status: run.Failed, Reason: "one failed"})
	again, err := d.Rerun(t.Context(), d.actor, run.RerunRequest{Run: old.ID})
	if err != nil {
		t.Fatal(err)
	}
	if again.RerunOf != old.ID || again.Nodes != old.Nodes-3 || string(again.Parameters) != `{"a":1}` {
		t.Errorf("the new run is %+v", again)
	}
	planned, err := d.Results(t.Context(), d.actor.Sees(), again.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, node := range planned.Plan.Nodes {
		if done[node.ID] {
			t.Errorf("%s was complete", node.Name)
		}
	}
}

func TestRerunOfCompleteRunIsRejected(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(nil) // run 1, a deploy
	if _, err := d.Rerun(t.Context(), d.actor, run.RerunRequest{Run: 1}); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "deploy") {
		t.Errorf("of a deploy: %v, want invalid", err)
	}
	if _, err := d.Rerun(t.Context(), d.actor, run.RerunRequest{Run: 99}); !fault.Is(err, fault.NotFound) {
		t.Errorf("of a run that is not there: %v, want not found", err)
	}
	d.start(run.StartRequest{Target: environment, Include: "{ name: ORDERS }"})
	claimed := d.claim()
	result := run.NodeResult{Node: claimed.Plan.Nodes[0].ID, State: run.NodeComplete, Attempt: 1}
	if err := d.db.Leases().Save(t.Context(), claimed.Lease, []run.NodeResult{{Node: result.Node, State: run.NodeRunning, Attempt: 1}, result}); err != nil {
		t.Fatal(err)
	}
	d.finish(claimed, run.Outcome{Status: run.Completed})
	if _, err := d.Rerun(t.Context(), d.actor, run.RerunRequest{Run: claimed.Run.ID}); !fault.Is(err, fault.Invalid) {
		t.Errorf("of a complete run: %v, want invalid", err)
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(nil)
	waiting := d.start(run.StartRequest{Target: environment})
	if err := d.Cancel(t.Context(), d.actor, waiting.ID); err != nil {
		t.Fatal(err)
	}
	if found, err := d.Find(t.Context(), d.actor.Sees(), waiting.ID); err != nil || found.Status != run.Canceled {
		t.Errorf("%+v, %v, want canceled", found, err)
	}
	if err := d.Cancel(t.Context(), d.actor, waiting.ID); !fault.Is(err, fault.Invalid) {
		t.Errorf("a second time: %v, want invalid", err)
	}
	if err := d.CancelIn(t.Context(), d.actor, environment); !fault.Is(err, fault.Invalid) {
		t.Errorf("of nothing: %v, want invalid", err)
	}
	d.start(run.StartRequest{Target: environment})
	running := d.claim()
	d.start(run.StartRequest{Target: environment})
	if err := d.CancelIn(t.Context(), d.actor, environment); err != nil {
		t.Fatal(err)
	}
	active, err := d.db.Runs().Active(t.Context(), d.actor.Organization, environment)
	if err != nil || len(active) != 1 || active[0].ID != running.Run.ID || !active[0].CancelRequested {
		t.Errorf("%+v, %v: want the running one, to be canceled by its owner", active, err)
	}
}
