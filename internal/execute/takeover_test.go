package execute_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func (f *fixture) second(p plan.Plan, done map[transform.NodeID]run.NodeResult) execute.Request {
	work := f.work(p)
	work.Label.Epoch = 2
	work.Done = done
	f.journal = &journal{}
	work.Journal = f.journal
	return work
}

// TestTakeoverContinues: the second owner runs what the first did not, and nothing twice.
func TestTakeoverContinues(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		p := planOf(
			node("A", "APPEND A 1"), after(node("B", "APPEND B 1"), 0), after(node("C", "APPEND C 1", "SLEEP 1h"), 1),
			after(node("D", "APPEND D 1"), 2), node("Z", "FAIL"), after(node("Y", "SET Y 1"), 4),
		)
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Minute, func() { cancel(errShutdown) })
		execute.Execute(ctx, f.work(p))
		// The first owner died before it recorded that B was published.
		done := f.journal.last()
		done["B"] = run.NodeResult{Node: "B", State: run.NodeRunning, Attempt: 1}
		outcome, ok := execute.Execute(t.Context(), f.second(p, done))
		expect(t, "ended", ok, true)
		expect(t, "outcome", outcome, run.Outcome{Status: run.Failed, Reason: "1 of 6 nodes failed: STG.Z"})
		expect(t, "states", f.journal.states(), "B complete, C complete, D complete")
		for _, table := range []string{"A", "B", "C", "D"} {
			expectTable(t, f.server, table, "1")
		}
		last := f.journal.last()
		expect(t, "attempts of C", last["C"].Attempt, 2)
		expect(t, "rows of B", last["B"].Queries[0].Counts.Inserted, 1)
		expect(t, "start of C", last["C"].StartedAt, done["C"].StartedAt)
	})
}

// TestFenceComesFirst: an open transaction of the earlier owner cannot commit any more.
func TestFenceComesFirst(t *testing.T) {
	t.Parallel()
	f := newFixture()
	first := f.server.Connect(simengine.NoFaults{})
	zombie, err := first.Session(t.Context(), engine.Label{WorkID: "run", Epoch: 1})
	if err != nil {
		t.Fatal(err)
	}
	bystander, _ := first.Session(t.Context(), engine.Label{WorkID: "another run", Epoch: 1})
	for _, session := range []engine.Session{zombie, bystander} {
		_ = session.Begin(t.Context())
		_, _ = session.Exec(t.Context(), "APPEND A 0")
	}
	var asked []string
	f.faults = faultFunc(func(call simengine.Call) simengine.CallOutcome {
		asked = append(asked, call.Operation)
		return simengine.CallOutcome{}
	})
	_, _ = execute.Execute(t.Context(), f.second(planOf(node("A", "APPEND A 1")), nil))
	expect(t, "first call", asked[0], "fence")
	if err := zombie.Commit(t.Context()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("the commit of a fenced session: %v", err)
	}
	if err := bystander.Commit(t.Context()); err != nil {
		t.Errorf("the commit of another run: %v", err)
	}
	expectTable(t, f.server, "A", "1", "0")
}

// TestFailedFenceStopsTheRun: without a fence no node runs.
func TestFailedFenceStopsTheRun(t *testing.T) {
	t.Parallel()
	for name, cause := range map[string]error{"": nil, "canceled": execute.ErrCancelRequested} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newFixture()
				f.faults = times(1000, operation("fence"), simengine.CallOutcome{Lost: true})
				ctx, cancel := context.WithCancelCause(t.Context())
				if cause != nil {
					cancel(cause)
				}
				outcome, ok := execute.Execute(ctx, f.second(planOf(node("A", "SET A 1"), after(node("B", "SET B 1"), 0)), nil))
				expect(t, "ended", ok, true)
				expect(t, "outcome", outcome.Status, run.Failed)
				expect(t, "states", f.journal.states(), "A failed, B skipped")
				expect(t, "problem", f.journal.last()["A"].Problem.Message, "the engine is unavailable")
				expectTable(t, f.server, "A")
				cancel(nil)
			})
		})
	}
}

// TestCanceledRunIsFenced: a run becomes canceled when the engine has stopped the statements of the earlier owner.
// Nodes that it published are complete.
func TestCanceledRunIsFenced(t *testing.T) {
	t.Parallel()
	f := newFixture()
	p := planOf(node("A", "SET A 1"), after(node("B", "SET B 1"), 0))
	execute.Execute(t.Context(), f.work(planOf(p.Nodes[0])))
	zombie, _ := f.server.Connect(simengine.NoFaults{}).Session(t.Context(), engine.Label{WorkID: "run", Epoch: 1})
	_ = zombie.Begin(t.Context())
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(execute.ErrCancelRequested)
	outcome, ok := execute.Execute(ctx, f.second(p, nil))
	expect(t, "ended", ok, true)
	expect(t, "outcome", outcome.Status, run.Canceled)
	expect(t, "states", f.journal.states(), "A complete, B canceled")
	statements, transactions := f.server.Active(engine.Label{WorkID: "run", Epoch: 1})
	expect(t, "left in the engine", statements+transactions, 0)
}

// TestRecordedResultsAreNotRepeated: recorded results of earlier owners are final, and block downstream nodes as
// before.
func TestRecordedResultsAreNotRepeated(t *testing.T) {
	t.Parallel()
	f := newFixture()
	p := planOf(node("A", "APPEND A 1"), after(node("B", "APPEND B 1"), 0), node("C", "APPEND C 1"), after(node("D", "APPEND D 1"), 2))
	outcome, _ := execute.Execute(t.Context(), f.second(p, map[transform.NodeID]run.NodeResult{
		"A": {Node: "A", State: run.NodeComplete}, "C": {Node: "C", State: run.NodeFailed},
	}))
	expect(t, "outcome", outcome, run.Outcome{Status: run.Failed, Reason: "1 of 4 nodes failed: STG.C"})
	expect(t, "states", f.journal.states(), "B complete, D skipped")
	expectTable(t, f.server, "A")
	expectTable(t, f.server, "B", "1")
}

func TestCleanLedgers(t *testing.T) {
	t.Parallel()
	f := newFixture()
	p := planOf(node("A", "SET A 1"), node("B", "SET B 1"))
	f.execute(t, p)
	work := f.work(planOf(node("C", "SET C 1")))
	work.Label.WorkID = "it's another"
	execute.Execute(t.Context(), work)
	expect(t, "ledger", f.server.LedgerSize(), 3)
	if err := execute.CleanLedgers(t.Context(), f.server.Connect(simengine.NoFaults{}), execute.EndedRun{Plan: p, Label: engine.Label{WorkID: "run", Epoch: 1}}); err != nil {
		t.Fatal(err)
	}
	expect(t, "ledger", f.server.LedgerSize(), 1)
	looks := planOf(node("A", "SELECT 1"))
	f.faults = times(1, operation("session"), simengine.CallOutcome{Lost: true})
	if err := execute.CleanLedgers(t.Context(), f.server.Connect(f.faults), execute.EndedRun{Plan: looks, Label: work.Label}); err != nil {
		t.Errorf("a plan that publishes nothing: %v", err)
	}
	if err := execute.CleanLedgers(t.Context(), f.server.Connect(f.faults), execute.EndedRun{Plan: p, Label: work.Label}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("an unreachable engine: %v", err)
	}
}

// TestFailedSchemaBlocksItsNodes: a schema that cannot be created fails only its nodes.
func TestFailedSchemaBlocksItsNodes(t *testing.T) {
	t.Parallel()
	f := newFixture()
	there, elsewhere := node("A", "SET A 1"), node("B", "SET B 1")
	there.Schema.Name, elsewhere.Schema.Name = "FORBIDDEN", "FREE"
	source := node("S", "SELECT 1")
	source.Schema.Name = "FORBIDDEN"
	work := f.work(planOf(there, elsewhere, source))
	work.Engine = withPrepare{work.Engine, func(schemas []engine.Schema) error {
		for _, schema := range schemas {
			if schema.Name == "FORBIDDEN" {
				return fault.New(fault.Invalid, "permission denied for database")
			}
		}
		return nil
	}}
	outcome, _ := execute.Execute(t.Context(), work)
	expect(t, "outcome", outcome.Reason, "1 of 3 nodes failed: STG.A")
	expect(t, "states", f.journal.states(), "A failed, B complete, S complete")
	expect(t, "problem", f.journal.last()["A"].Problem.Message, "permission denied for database")
}

func TestFailedLedgerBlocksItsNodes(t *testing.T) {
	t.Parallel()
	f := newFixture()
	work := f.work(planOf(node("A", "SET A 1"), node("S", "SELECT 1")))
	work.Engine = withPrepare{work.Engine, func(schemas []engine.Schema) error {
		for _, schema := range schemas {
			if strings.HasPrefix(schema.Name, "_") {
				return fault.New(fault.Invalid, "permission denied for database")
			}
		}
		return nil
	}}
	execute.Execute(t.Context(), work)
	expect(t, "states", f.journal.states(), "A failed, S complete")
}

func TestFailAll(t *testing.T) {
	t.Parallel()
	f := newFixture()
	p := planOf(node("A", "SET A 1"), after(node("B", "SET B 1"), 0), node("C"), node("D", "SELECT 1"))
	work := f.second(p, map[transform.NodeID]run.NodeResult{"C": {Node: "C", State: run.NodeComplete}})
	work.Engine = nil
	outcome := execute.FailAll(work, fault.New(fault.NotFound, "connection 7 was not found").WithHint("Give the environment another one."))
	expect(t, "outcome", outcome, run.Outcome{Status: run.Failed, Reason: "connection 7 was not found"})
	expect(t, "states", f.journal.states(), "A failed, B skipped, D failed")
	expect(t, "problem", *f.journal.last()["D"].Problem, run.Problem{
		Message: "connection 7 was not found", Hint: "Give the environment another one.",
	})
}

// TestReplacedOwnerPublishesNothing: the clock of the state database jumped, so the lease expired too early. The old
// owner believes that its lease is valid and opens new sessions after its old ones were ended. The mark of the new
// owner keeps it from publishing. Otherwise it would publish a node that the new owner executes.
func TestReplacedOwnerPublishesNothing(t *testing.T) {
	t.Parallel()
	for _, mistakes := range []simengine.Mutations{{}, {SkipEpochCheck: true}} {
		synctest.Test(t, func(t *testing.T) {
			f := newFixture()
			f.server.Mutations = mistakes
			p := planOf(node("A", "SLEEP 10s", "APPEND A 1"))
			isFirstDone := make(chan bool)
			go func() {
				_, ok := execute.Execute(t.Context(), f.work(p))
				isFirstDone <- ok
			}()
			time.Sleep(time.Second)
			second := &fixture{server: f.server, journal: &journal{}, faults: times(1, isStatement, simengine.CallOutcome{Wait: time.Minute})}
			_, isSecondDone := execute.Execute(t.Context(), second.second(p, nil))
			expect(t, "the first ended the run", <-isFirstDone, mistakes.SkipEpochCheck)
			expect(t, "the second ended the run", isSecondDone, true)
			expectTable(t, f.server, "A", "1")
			expect(t, "published by the first", f.server.Commits()[len(f.server.Commits())-1].Label.Epoch == 1, mistakes.SkipEpochCheck)
		})
	}
}
