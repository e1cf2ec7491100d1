package execute_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// durableJournal also keeps the results that were waited for.
type durableJournal struct {
	journal

	waited []run.NodeResult
	refuse error
}

func (j *durableJournal) RecordAndWait(_ context.Context, result run.NodeResult) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.refuse != nil {
		return j.refuse
	}
	j.records, j.waited = append(j.records, result), append(j.waited, result)
	return nil
}

// statementFixture is an engine without transactions with the table S.T.
type statementFixture struct {
	server  *simengine.Server
	faults  simengine.FaultInjector
	journal *durableJournal
}

func newStatementFixture() *statementFixture {
	f := &statementFixture{server: simengine.NewServerWithoutTransactions(nil), faults: simengine.NoFaults{}, journal: &durableJournal{}}
	f.server.CreateTable("S.T")
	return f
}

// The statements of nodes with the table S.T.
const (
	empty   = `DELETE FROM "S"."T"`
	add     = "INSERT INTO \"S\".\"T\" (\"V\")\nSELECT '1'"
	merge   = "MERGE INTO \"S\".\"T\" AS target\nUSING (SELECT '1') AS loaded\nON 1 = 0\nWHEN NOT MATCHED THEN INSERT (\"V\") VALUES (loaded.\"V\")"
	found   = `TEST SELECT * FROM "S"."T"`    //nolint:unqueryvet // finds rows, as a test of the library does
	nothing = `TEST SELECT * FROM "S"."NONE"` //nolint:unqueryvet // finds none
)

func tableNode(statements ...string) plan.Plan {
	n := node("T", statements...)
	n.Schema = engine.Schema{Name: "S"}
	return planOf(n)
}

func (f *statementFixture) request(p plan.Plan, epoch int64) execute.Request {
	return execute.Request{
		Plan: p, Engine: f.server.Connect(f.faults), Label: engine.Label{WorkID: "run", Epoch: epoch}, Parallelism: 4, Journal: f.journal,
	}
}

// run executes a plan as an owner, after the results that the journal has.
func (f *statementFixture) run(t *testing.T, p plan.Plan, epoch int64) run.NodeResult {
	t.Helper()
	request := f.request(p, epoch)
	request.Done = f.journal.last()
	if _, ok := execute.Execute(t.Context(), request); !ok {
		t.Fatal("the run was left unfinished")
	}
	return f.journal.last()["T"]
}

// rows returns the rows of S.T.
func (f *statementFixture) rows() string { return strings.Join(f.server.Table("S.T"), " ") }

// TestOneStatementPublishes: whatever a node does, its table changes once, and nothing else is left behind.
func TestOneStatementPublishes(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		statements []string
		want       string
	}{
		"full load":                {[]string{empty, add}, "1"},
		"full load, tested":        {[]string{empty, add, nothing}, "1"},
		"only emptied":             {[]string{empty}, ""},
		"append":                   {[]string{add}, "0 1"},
		"append, tested":           {[]string{add, nothing}, "0 1"},
		"merge":                    {[]string{merge}, "0 1"},
		"merge, tested afterwards": {[]string{merge, "?" + found}, "0 1"}, //nolint:unqueryvet // as above
		"changed copy":             {[]string{add, add, nothing}, "0 1 1"},
		"before and after":         {[]string{"SLEEP 1ms", add, "SLEEP 1ms"}, "0 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newStatementFixture()
			f.server.CreateTable("S.NONE")
			first := f.request(tableNode("INSERT INTO \"S\".\"T\" (\"V\")\nSELECT '0'"), 1)
			first.Label.WorkID = "earlier run"
			execute.Execute(t.Context(), first)
			f.journal = &durableJournal{}
			result := f.run(t, tableNode(tt.statements...), 1)
			expect(t, "state", result.State, run.NodeComplete)
			expect(t, "rows", f.rows(), tt.want)
			expect(t, "publications", len(f.server.Commits()), 2)
			expect(t, "tables", strings.Join(f.server.Relations(), " "), "S.NONE S.T")
			waited := f.journal.waited[len(f.journal.waited)-1]
			last := waited.Queries[len(waited.Queries)-1]
			if last.Snapshot == "" || !strings.HasPrefix(last.QueryID, "q") {
				t.Errorf("the journal has snapshot %q and query %q", last.Snapshot, last.QueryID)
			}
		})
	}
}

// TestFailedTestPublishesNothing: tests see the rows before they are published.
func TestFailedTestPublishesNothing(t *testing.T) {
	t.Parallel()
	for _, statements := range [][]string{{empty, add, found}, {add, found}, {merge, found}, {add, add, found}, {"SLEEP 1ms", add, found}} {
		f := newStatementFixture()
		result := f.run(t, tableNode(statements...), 1)
		expect(t, "state", result.State, run.NodeFailed)
		expect(t, "rows", f.rows(), "")
		expect(t, "failed rows", result.Queries[len(result.Queries)-1].FailedRows > 0, true)
		expect(t, "tables", strings.Join(f.server.Relations(), " "), "S.T")
		want := "Nothing of this node was published; its previous data is unchanged."
		if statements[0] == "SLEEP 1ms" {
			want += " 1 statement of its other statements took effect and will run again."
		}
		expect(t, "hint", result.Problem.Hint, want)
	}
}

// TestDirectStatementsAreCounted: definitions change one by one, and the message says how far it came.
func TestDirectStatementsAreCounted(t *testing.T) {
	t.Parallel()
	f := newStatementFixture()
	result := f.run(t, tableNode("SET A 1", "SET B 1", "FAIL broken", "SET C 1"), 1)
	expect(t, "state", result.State, run.NodeFailed)
	expect(t, "hint", result.Problem.Hint, "The engine has no transactions over several statements: 2 of 4 statements took effect and stay.")
	result = newStatementFixture().run(t, tableNode("FAIL broken"), 1)
	expect(t, "hint", result.Problem.Hint, "None of its statements took effect.")
}

func isPublishing(call simengine.Call) bool { return strings.Contains(call.Statement, "millrace_rows") }

// TestLostAnswerOfPublication: the table tells whether the statement took effect, also if that happens late.
func TestLostAnswerOfPublication(t *testing.T) {
	t.Parallel()
	for kind, statements := range map[string][]string{"replace": {empty, add}, "append": {add}, "merge": {merge}, "copy": {add, add}} {
		want := "1"
		if kind == "copy" {
			want = "1 1"
		}
		for name, outcome := range map[string]simengine.CallOutcome{
			"not sent": {Lost: true}, "answer lost": {Mute: true}, "late": {Late: 200 * time.Millisecond},
			"later than the retry": {Late: 2 * time.Second}, "conflict": {Wait: time.Second},
		} {
			t.Run(kind+" "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					f := newStatementFixture()
					f.faults = times(1, isPublishing, outcome)
					result := f.run(t, tableNode(statements...), 1)
					time.Sleep(time.Minute)
					expect(t, "state", result.State, run.NodeComplete)
					expect(t, "rows", f.rows(), want)
					expect(t, "publications", len(f.server.Commits()), 1)
				})
			})
		}
	}
}

// TestUnnamedLateStatementIsInDoubt: nobody knows the id of the statement that changed the table.
func TestUnnamedLateStatementIsInDoubt(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		statement string
		want      run.NodeState
	}{"append": {add, run.NodeFailed}, "copy": {add + "|" + add, run.NodeComplete}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newStatementFixture()
				f.faults = times(1, isPublishing, simengine.CallOutcome{Mute: true, Unnamed: true})
				result := f.run(t, tableNode(strings.Split(tt.statement, "|")...), 1)
				expect(t, "state", result.State, tt.want) // a replacement has a marker
				expect(t, "publications", len(f.server.Commits()), 1)
				if tt.want == run.NodeFailed {
					expect(t, "message", result.Problem.Message, "the table does not show whether the node was published: it has the snapshot 2 of query q2")
					expect(t, "hint", result.Problem.Hint, "Check in STG.T whether the rows of this run are there. If not, run the node again. "+
						"The node is published completely or not at all; which of the two is unknown.")
				}
			})
		})
	}
}

// TestForeignChangeIsRetried: another program changes the table before the publication.
func TestForeignChangeIsRetried(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newStatementFixture()
		var once sync.Once
		f.faults = faultFunc(func(call simengine.Call) simengine.CallOutcome {
			if isPublishing(call) {
				once.Do(func() { f.server.CreateTable("S.T") }) // a new snapshot
			}
			return simengine.CallOutcome{}
		})
		result := f.run(t, tableNode(add, nothingThere), 1)
		expect(t, "state", result.State, run.NodeComplete)
		expect(t, "attempts", result.Attempt, 2)
		expect(t, "rows", f.rows(), "1")
	})
}

const nothingThere = "TEST ROWS nothing"

// TestNewOwnerReadsTheTable: after each moment at which an owner can die, the next one publishes the node once.
func TestNewOwnerReadsTheTable(t *testing.T) {
	t.Parallel()
	for kind, statements := range map[string][]string{
		"replace": {empty, add, nothingThere}, "append": {add, nothingThere}, "merge": {merge, "GRANT SELECT ON \"S\".\"T\" TO x"}, "copy": {add, add},
	} {
		for name, outcome := range map[string]simengine.CallOutcome{
			"before it was sent": {Lost: true}, "before the answer": {Mute: true}, "before it took effect": {Late: time.Hour, Committing: true},
			"and it is canceled": {Late: time.Hour},
		} {
			t.Run(kind+" "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					f := newStatementFixture()
					p := tableNode(statements...)
					ctx, die := context.WithCancelCause(t.Context())
					f.faults = faultFunc(func(call simengine.Call) simengine.CallOutcome {
						switch {
						case ctx.Err() != nil:
							return simengine.CallOutcome{Lost: true}
						case isPublishing(call):
							die(errShutdown)
							return outcome
						}
						return simengine.CallOutcome{}
					})
					_, ended := execute.Execute(ctx, f.request(p, 1))
					expect(t, "ended", ended, false)
					f.faults = simengine.NoFaults{}
					result := f.run(t, p, 2)
					time.Sleep(2 * time.Hour)
					expect(t, "state", result.State, run.NodeComplete)
					expect(t, "publications", len(f.server.Commits()), 1)
					expect(t, "tables", strings.Join(f.server.Relations(), " "), "S.T")
				})
			})
		}
	}
}
