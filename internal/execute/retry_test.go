package execute_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/run"
)

func isCommit(call simengine.Call) bool { return call.Operation == "commit" && call.Node != "" }

func isStatement(call simengine.Call) bool {
	return call.Operation == "exec" && strings.HasPrefix(call.Statement, "APPEND")
}

// TestLostRequestsPublishOnce: whatever request or answer gets lost, the node is published once.
func TestLostRequestsPublishOnce(t *testing.T) {
	t.Parallel()
	isOpening := func(call simengine.Call) bool { return call.Operation == "session" && call.Node != "" }
	isLedger := func(call simengine.Call) bool { return strings.HasPrefix(call.Statement, "INSERT") }
	cases := map[string]struct {
		count    int
		is       func(simengine.Call) bool
		outcome  simengine.CallOutcome
		attempts int
	}{
		"session":               {3, isOpening, simengine.CallOutcome{Lost: true}, 4},
		"begin":                 {1, operation("begin"), simengine.CallOutcome{Lost: true}, 2},
		"statement":             {1, isStatement, simengine.CallOutcome{Lost: true}, 2},
		"answer to a statement": {1, isStatement, simengine.CallOutcome{Mute: true, Linger: time.Minute}, 2},
		"ledger":                {1, isLedger, simengine.CallOutcome{Mute: true}, 2},
		"commit":                {1, isCommit, simengine.CallOutcome{Lost: true}, 2},
		"commit that lingers":   {1, isCommit, simengine.CallOutcome{Lost: true, Linger: 3 * time.Second}, 2},
		"answer to a commit":    {1, isCommit, simengine.CallOutcome{Mute: true}, 1},
		"late commit":           {1, isCommit, simengine.CallOutcome{Late: 3 * time.Second}, 1},
		"prepare":               {3, operation("prepare"), simengine.CallOutcome{Lost: true}, 1},
		"rollback":              {1, operation("rollback"), simengine.CallOutcome{Lost: true}, 1},
		"slow everything":       {99, func(simengine.Call) bool { return true }, simengine.CallOutcome{Wait: time.Minute}, 1},
		"two commits":           {2, isCommit, simengine.CallOutcome{Lost: true}, 3},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newFixture()
				f.faults = times(c.count, c.is, c.outcome)
				outcome := f.execute(t, planOf(node("A", "APPEND A 1")))
				expect(t, "outcome", outcome, run.Outcome{Status: run.Completed})
				expectTable(t, f.server, "A", "1")
				expect(t, "attempts", f.journal.last()["A"].Attempt, c.attempts)
				expect(t, "ledger", f.server.LedgerSize(), 1)
				expect(t, "rows", f.journal.last()["A"].Queries[0].Counts.Inserted, 1)
			})
		})
	}
}

func TestUnavailableEngineFailsTheNode(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		f.faults = times(1000, isStatement, simengine.CallOutcome{Lost: true})
		began := time.Now()
		outcome := f.execute(t, planOf(node("A", "APPEND A 1"), node("B", "SET B 1")))
		expect(t, "outcome", outcome.Status, run.Failed)
		expect(t, "states", f.journal.states(), "A failed, B complete")
		expect(t, "patience", time.Since(began), 3500*time.Millisecond)
		expect(t, "attempts", f.journal.last()["A"].Attempt, 4)
	})
}

// TestUnresolvedCommitIsInDoubt: if the outcome of the commit stays unknown, the result says so.
func TestUnresolvedCommitIsInDoubt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		isCut := false
		f.faults = faultFunc(func(call simengine.Call) simengine.CallOutcome {
			isCut = isCut || isCommit(call)
			return simengine.CallOutcome{Mute: isCut, Lost: isCut && !isCommit(call)}
		})
		outcome := f.execute(t, planOf(node("A", "APPEND A 1")))
		expect(t, "outcome", outcome.Status, run.Failed)
		if hint := f.journal.last()["A"].Problem.Hint; !strings.Contains(hint, "is unknown") {
			t.Errorf("hint %q", hint)
		}
	})
}

func TestConflictsAreRetried(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		outcome := f.execute(t, planOf(node("A", "APPEND A 1", "CLASH with another")))
		expect(t, "outcome", outcome.Status, run.Failed)
		expect(t, "attempts", f.journal.last()["A"].Attempt, 10)
		expect(t, "problem", f.journal.last()["A"].Problem.Message, "stage CLASH with another: with another")
		expectTable(t, f.server, "A")
	})
}

// TestConflictOfOptionalStageRetriesNode: a conflict aborts the whole transaction, also in an optional stage.
func TestConflictOfOptionalStageRetriesNode(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		f.server.HasSavepoints = true
		outcome := f.execute(t, planOf(node("A", "APPEND A 1", "?TEST CLASH with another")))
		expect(t, "outcome", outcome.Status, run.Failed)
		expect(t, "test failures", f.journal.last()["A"].FailedTests, 0)
	})
}
