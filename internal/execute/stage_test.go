package execute_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
)

func TestFailedTestKeepsTheOldRows(t *testing.T) {
	t.Parallel()
	f := newFixture()
	f.execute(t, planOf(node("A", "SET A old", "SET bad row")))
	outcome := f.execute(t, planOf(node("B", "SET A new", "TEST ROWS bad", "SET never reached")))
	expect(t, "outcome", outcome.Status, run.Failed)
	expectTable(t, f.server, "A", "old")
	result := f.journal.last()["B"]
	expect(t, "test failures", result.FailedTests, 1)
	expect(t, "problem", result.Problem.Message, "test ROWS bad: 1 row failed")
	if !strings.Contains(result.Problem.Hint, "its previous data is unchanged") {
		t.Errorf("hint %q", result.Problem.Hint)
	}
	expect(t, "stages reached", len(result.Queries), 2)
	expect(t, "problem of the stage", result.Queries[1].Problem.Message, "1 row failed")
}

func TestFailedOptionalTestIsRecorded(t *testing.T) {
	t.Parallel()
	f := newFixture()
	f.execute(t, planOf(node("A", "APPEND bad 1", "APPEND bad 2")))
	outcome := f.execute(t, planOf(node("B", "SET B new", "?TEST ROWS bad")))
	expect(t, "outcome", outcome.Status, run.Completed)
	expectTable(t, f.server, "B", "new")
	result := f.journal.last()["B"]
	expect(t, "test failures", result.FailedTests, 1)
	expect(t, "state of the stage", result.Queries[1].State, run.NodeFailed)
	expect(t, "problem of the stage", result.Queries[1].Problem.Message, "2 rows failed")
	expect(t, "failed rows", result.Queries[1].FailedRows, 2)
	if result.Problem != nil || result.Queries[1].FailingRows != nil {
		t.Errorf("%+v", result)
	}
}

// TestFirstFailingRowsAreStored: the results contain as many rows as the request says, and tell that there are more.
func TestFirstFailingRowsAreStored(t *testing.T) {
	t.Parallel()
	f := newFixture()
	f.execute(t, planOf(node("A", "APPEND bad 1", "APPEND bad 2", "APPEND bad 3")))
	work := f.work(planOf(node("T", "?TEST ROWS bad")))
	work.FailingRows = 2
	execute.Execute(t.Context(), work)
	query := f.journal.last()["T"].Queries[0]
	expect(t, "problem", query.Problem.Message, "3 rows failed")
	expect(t, "rows kept", len(query.FailingRows.Values), 2)
	expect(t, "more", query.FailingRows.More, true)
}

// TestAllTestsRunBeforeTheNodeHalts: every finding is shown, also if the engine rejects a test. Statements after the
// failed test, and the tests of what they would have loaded, are not run.
func TestAllTestsRunBeforeTheNodeHalts(t *testing.T) {
	t.Parallel()
	for _, hasSavepoints := range []bool{true, false} {
		t.Run(fmt.Sprint(hasSavepoints), func(t *testing.T) {
			t.Parallel()
			f := newFixture()
			f.server.HasSavepoints = hasSavepoints
			f.execute(t, planOf(node("B", "APPEND bad 1", "APPEND bad 2", "APPEND A old")))
			outcome := f.execute(t, planOf(node("A", "SET A new", "TEST ROWS bad", "TEST FAIL broken", "?TEST ROWS bad", "TEST ROWS none",
				"TEST REFUSE wrong", "APPEND A never", "TEST ROWS bad")))
			expect(t, "outcome", outcome.Status, run.Failed)
			expectTable(t, f.server, "A", "old")
			result := f.journal.last()["A"]
			expect(t, "failed tests", result.FailedTests, 4)
			var states []string
			for _, query := range result.Queries {
				states = append(states, string(query.State))
			}
			expect(t, "stages", strings.Join(states, " "), "complete failed failed failed complete failed") //nolint:dupword // the states in their order
			expect(t, "problem", result.Problem.Message,
				"4 tests failed: test ROWS bad: 2 rows failed; test FAIL broken: broken; test ROWS bad: 2 rows failed; …")
		})
	}
}

func TestFailingRowsAreStored(t *testing.T) {
	t.Parallel()
	f := newFixture()
	var rows []string
	for i := range 101 {
		rows = append(rows, fmt.Sprint("APPEND many ", i))
	}
	f.execute(t, planOf(node("A", rows...), node("B", "APPEND one 1"), node("C", "APPEND two 1", "APPEND two 2")))
	work := f.work(planOf(node("T", "?TEST ROWS many", "?TEST ROWS one", "?TEST ROWS two", "TEST ROWS none")))
	work.FailingRows = 100
	execute.Execute(t.Context(), work)
	queries := f.journal.last()["T"].Queries
	for i, want := range []string{"more than 100 rows failed", "1 row failed", "2 rows failed"} {
		expect(t, "problem", queries[i].Problem.Message, want)
	}
	expect(t, "rows kept", len(queries[0].FailingRows.Values), 100)
	expect(t, "rows failed", queries[0].FailedRows, 100)
	expect(t, "a row", queries[1].FailingRows.Values[0][0], any("1"))
	if queries[3].FailingRows != nil || queries[3].State != run.NodeComplete {
		t.Errorf("%+v", queries[3])
	}
}

// TestOptionalTestIsUndoneAlone: only the failed test is undone, with savepoints and without.
func TestOptionalTestIsUndoneAlone(t *testing.T) {
	t.Parallel()
	for _, hasSavepoints := range []bool{true, false} {
		for _, word := range []string{"FAIL", "REFUSE"} {
			t.Run(fmt.Sprint(word, hasSavepoints), func(t *testing.T) {
				t.Parallel()
				f := newFixture()
				f.server.HasSavepoints = hasSavepoints
				outcome := f.execute(t, planOf(node("A",
					"APPEND A 1", "?TEST "+word+" one", "APPEND A 2", "?TEST "+word+" two", "APPEND A 3", "?TEST ROWS A", "SET B 1")))
				expect(t, "outcome", outcome.Status, run.Completed)
				expectTable(t, f.server, "A", "1", "2", "3")
				expectTable(t, f.server, "B", "1")
				result := f.journal.last()["A"]
				expect(t, "attempt", result.Attempt, 1)
				expect(t, "failed tests", result.FailedTests, 3)
				var states []string
				for i, query := range result.Queries {
					expect(t, "stage", query.Stage, i)
					states = append(states, string(query.State))
				}
				expect(t, "stages", strings.Join(states, ", "), "complete, failed, complete, failed, complete, failed, complete")
				expect(t, "problem", result.Queries[1].Problem.Message, "one")
			})
		}
	}
}

// TestFailedStatementFailsItsNode: continue_on_failure is about tests; a statement that fails always fails its node.
func TestFailedStatementFailsItsNode(t *testing.T) {
	t.Parallel()
	for _, hasSavepoints := range []bool{true, false} {
		for _, word := range []string{"FAIL", "REFUSE"} {
			t.Run(fmt.Sprint(word, hasSavepoints), func(t *testing.T) {
				t.Parallel()
				f := newFixture()
				f.server.HasSavepoints = hasSavepoints
				outcome := f.execute(t, planOf(node("A", "APPEND A 1", "?TEST FAIL one", "?"+word+" two", "APPEND A 3")))
				expect(t, "outcome", outcome.Status, run.Failed)
				expectTable(t, f.server, "A")
				result := f.journal.last()["A"]
				expect(t, "state", result.State, run.NodeFailed)
				expect(t, "problem", result.Problem.Message, "stage "+word+" two: two")
				expect(t, "stages reached", len(result.Queries), 3)
				expect(t, "test failures", result.FailedTests, 1)
			})
		}
	}
}

func TestFailureAfterOptionalTests(t *testing.T) {
	t.Parallel()
	f := newFixture()
	outcome := f.execute(t, planOf(node("A", "APPEND A 1", "?TEST FAIL one", "FAIL two")))
	expect(t, "outcome", outcome.Status, run.Failed)
	expectTable(t, f.server, "A")
	result := f.journal.last()["A"]
	expect(t, "problem", result.Problem.Message, "stage FAIL two: two")
	expect(t, "stages reached", len(result.Queries), 3)
}
