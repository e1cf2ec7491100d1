package execute_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func TestNodesRunInOrder(t *testing.T) {
	t.Parallel()
	f := newFixture()
	outcome := f.execute(t, planOf(
		node("A", "SET A 1"),
		after(node("B", "SET B 1", "TEST ROWS nothing"), 0),
		after(node("C", "SET C 1"), 0),
		after(node("D", "SET D 1"), 1, 2),
	))
	expect(t, "outcome", outcome, run.Outcome{Status: run.Completed})
	expect(t, "states", f.journal.states(), "A complete, B complete, C complete, D complete")
	expect(t, "ledger", f.server.LedgerSize(), 4)
	var order []string
	for _, commit := range f.server.Commits() {
		order = append(order, commit.Changes[0].Table)
	}
	if got := strings.Join(order, ""); got != "ABCD" && got != "ACBD" {
		t.Errorf("published in the order %s", got)
	}
}

func TestResultsOfStages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		began := time.Now()
		f.execute(t, planOf(node("A", "SLEEP 2s", "APPEND A 1")))
		result := f.journal.last()["A"]
		expect(t, "attempt", result.Attempt, 1)
		expect(t, "start", result.StartedAt, began)
		expect(t, "end", result.EndedAt, began.Add(2*time.Second))
		expect(t, "queries", len(result.Queries), 2)
		expect(t, "first stage", result.Queries[0].EndedAt.Sub(result.Queries[0].StartedAt), 2*time.Second)
		expect(t, "rows", result.Queries[1].Counts.Inserted, 1)
		expect(t, "state of the stage", result.Queries[1].State, run.NodeComplete)
		if result.Queries[1].QueryID == "" {
			t.Error("the session has no name")
		}
		// The journal shows the running stage.
		expect(t, "first record", f.journal.records[0].State, run.NodeRunning)
		expect(t, "stage that runs", f.journal.records[1].Queries[0].State, run.NodeRunning)
	})
}

// TestParallelism: as many nodes as allowed run at once, never more, in plan order.
func TestParallelism(t *testing.T) {
	t.Parallel()
	for _, parallelism := range []int{-1, 0, 1, 3, 100} {
		synctest.Test(t, func(t *testing.T) {
			f := newFixture()
			var mu sync.Mutex
			var running, most int
			var order []string
			f.faults = faultFunc(func(call simengine.Call) simengine.CallOutcome {
				switch call.Operation {
				case "exec":
					mu.Lock()
					defer mu.Unlock()
					running++
					most = max(most, running)
					order = append(order, call.Node)
					return simengine.CallOutcome{Wait: time.Second}
				case "close":
					mu.Lock()
					defer mu.Unlock()
					running--
				}
				return simengine.CallOutcome{}
			})
			var p plan.Plan
			for i := range 12 {
				p.Nodes = append(p.Nodes, node(string(rune('a'+i)), "SELECT 1"))
			}
			work := f.work(p)
			work.Parallelism = parallelism
			began := time.Now()
			execute.Execute(t.Context(), work)
			want := min(max(parallelism, 1), 12)
			expect(t, "at once", most, want)
			expect(t, "seconds", time.Since(began), time.Duration(12/want)*time.Second)
			if want == 1 {
				expect(t, "order", strings.Join(order, ""), "abcdefghijkl")
			}
		})
	}
}

func TestDescendantsOfAFailedNodeAreSkipped(t *testing.T) {
	t.Parallel()
	f := newFixture()
	outcome := f.execute(t, planOf(
		node("A", "FAIL no such table"),
		after(node("B", "SET B 1"), 0),
		after(node("C", "SET C 1"), 1),
		node("D", "SET D 1"),
		after(node("E", "SET E 1"), 3),
		after(node("F", "SET F 1"), 2, 4),
		node("G", "FAIL once more"),
	))
	expect(t, "outcome", outcome, run.Outcome{Status: run.Failed, Reason: "2 of 7 nodes failed: STG.A, STG.G"})
	expect(t, "states", f.journal.states(),
		"A failed, B skipped, C skipped, D complete, E complete, F skipped, G failed")
	last := f.journal.last()
	expect(t, "problem of A", last["A"].Problem.Message, "stage FAIL no such table: no such table")
	for _, id := range []transform.NodeID{"B", "C", "F"} {
		expect(t, "problem", last[id].Problem.Message, "STG.A failed")
		if last[id].EndedAt.IsZero() || !last[id].StartedAt.IsZero() {
			t.Errorf("%s began at %v and ended at %v", id, last[id].StartedAt, last[id].EndedAt)
		}
	}
}

func TestReasonIsOneShortLine(t *testing.T) {
	t.Parallel()
	f := newFixture()
	var p plan.Plan
	for i := range 5 {
		p.Nodes = append(p.Nodes, node(fmt.Sprint("N", i), "FAIL"))
	}
	expect(t, "reason", f.execute(t, p).Reason, "5 of 5 nodes failed: STG.N0, STG.N1, STG.N2, …")
	expect(t, "one", newFixture().execute(t, planOf(node("A", "FAIL"))).Reason, "the node failed: STG.A")
}

func TestNodeWithoutStagesOpensNoSession(t *testing.T) {
	t.Parallel()
	f := newFixture()
	f.faults = faultFunc(func(call simengine.Call) simengine.CallOutcome {
		t.Errorf("the engine was asked for %s", call.Operation)
		return simengine.CallOutcome{}
	})
	outcome := f.execute(t, planOf(node("A"), after(node("B"), 0)))
	expect(t, "outcome", outcome.Status, run.Completed)
	expect(t, "states", f.journal.states(), "A complete, B complete")
	expect(t, "empty plan", newFixture().execute(t, plan.Plan{}).Status, run.Completed)
}

// TestReadOnlyNodeNeedsNoTransaction: a node that changes nothing uses neither a transaction nor the ledger, and its
// schema is not created.
func TestReadOnlyNodeNeedsNoTransaction(t *testing.T) {
	t.Parallel()
	f := newFixture()
	f.faults = faultFunc(func(call simengine.Call) simengine.CallOutcome {
		if call.Operation != "session" && call.Operation != "close" && call.Operation != "exec" && call.Operation != "query" {
			t.Errorf("the engine was asked for %s", call.Operation)
		}
		return simengine.CallOutcome{}
	})
	outcome := f.execute(t, planOf(node("A", "SELECT 1", "TEST ROWS nothing"), node("B", "TEST ROWS nothing")))
	expect(t, "outcome", outcome.Status, run.Completed)
	expect(t, "ledger", f.server.LedgerSize(), 0)
}

func TestBrokenPlanFails(t *testing.T) {
	t.Parallel()
	for _, upstream := range []int{0, 1, 7, -1} {
		outcome := newFixture().execute(t, planOf(after(node("A", "SET A 1"), upstream)))
		expect(t, "outcome", outcome.Status, run.Failed)
		if !strings.Contains(outcome.Reason, "STG.A") {
			t.Errorf("reason %q", outcome.Reason)
		}
	}
}

func TestPanicFailsOneNode(t *testing.T) {
	t.Parallel()
	f := newFixture()
	outcome := f.execute(t, planOf(node("A", "PANIC at the driver"), after(node("B", "SET B 1"), 0), node("C", "SET C 1")))
	expect(t, "outcome", outcome.Status, run.Failed)
	expect(t, "states", f.journal.states(), "A failed, B skipped, C complete")
}

// TestWaitingNodesNeedNoGoroutine: only running nodes have a goroutine.
func TestWaitingNodesNeedNoGoroutine(t *testing.T) {
	t.Parallel()
	f := newFixture()
	var most atomic.Int64
	f.faults = faultFunc(func(simengine.Call) simengine.CallOutcome {
		most.Store(max(most.Load(), int64(runtime.NumGoroutine())))
		return simengine.CallOutcome{}
	})
	var p plan.Plan
	for i := range 10_000 {
		n := node(fmt.Sprint(i), "SELECT 1")
		if i > 0 {
			n.Upstream = []int{(i - 1) / 10}
		}
		p.Nodes = append(p.Nodes, n)
	}
	expect(t, "outcome", f.execute(t, p).Status, run.Completed)
	if most.Load() > 1000 {
		t.Errorf("there were %d goroutines", most.Load())
	}
}
