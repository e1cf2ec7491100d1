package execute_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/run"
)

// TestRefusedStatementThatTookEffect: the engine says that the statement failed, and the table shows that it did not.
func TestRefusedStatementThatTookEffect(t *testing.T) {
	t.Parallel()
	for kind, statements := range map[string][]string{"replace": {empty, add}, "append": {add}, "merge": {merge}} {
		f := newStatementFixture()
		f.faults = times(1, isPublishing, simengine.CallOutcome{Refused: true})
		result := f.run(t, tableNode(statements...), 1)
		expect(t, kind, result.State, run.NodeComplete)
		expect(t, "publications", len(f.server.Commits()), 1)
	}
}

// TestCanceledPublicationMayTakeEffect: the engine confirms a cancel, and the statement takes effect later. The node does not say that
// nothing was published.
func TestCanceledPublicationMayTakeEffect(t *testing.T) {
	t.Parallel()
	for name, isCommitting := range map[string]bool{"and does": true, "and does not": false} {
		synctest.Test(t, func(t *testing.T) {
			f := newStatementFixture()
			ctx, cancel := context.WithCancelCause(t.Context())
			f.faults = times(1, isPublishing, simengine.CallOutcome{Wait: time.Minute, Committing: isCommitting, Linger: time.Hour})
			time.AfterFunc(time.Second, func() { cancel(execute.ErrCancelRequested) })
			_, ended := execute.Execute(ctx, f.request(tableNode(add), 1))
			expect(t, "ended "+name, ended, true)
			time.Sleep(2 * time.Hour)
			result := f.journal.last()["T"]
			expect(t, "state "+name, result.State, run.NodeFailed)
			expect(t, "unknown "+name, strings.HasSuffix(result.Problem.Hint, "which of the two is unknown."), true)
			expect(t, "publications "+name, len(f.server.Commits()), map[bool]int{true: 1}[isCommitting])
		})
	}
}

// TestNewTableIsPublishedOnce: the publishing statement creates the table, and its answer is lost.
func TestNewTableIsPublishedOnce(t *testing.T) {
	t.Parallel()
	for name, outcome := range map[string]simengine.CallOutcome{"answer lost": {Mute: true}, "late": {Late: 2 * time.Second}, "not sent": {Lost: true}} {
		synctest.Test(t, func(t *testing.T) {
			f := newStatementFixture()
			f.server.CreateTable("S.SOURCE")
			f.faults = times(1, isPublishing, outcome)
			p := tableNode("CREATE OR REPLACE TABLE \"S\".\"NEW\" AS\nSELECT * FROM \"S\".\"SOURCE\"") //nolint:unqueryvet // as the planner writes it
			p.Nodes[0].Name = "NEW"
			result := f.run(t, p, 1)
			time.Sleep(time.Minute)
			expect(t, "state "+name, result.State, run.NodeComplete)
			expect(t, "publications "+name, len(f.server.Commits()), 1)
		})
	}
}

// TestFailedTestsStayWhenLateStatementsAreRepeated: the results up to the publication are kept.
func TestFailedTestsStayWhenLateStatementsAreRepeated(t *testing.T) {
	t.Parallel()
	isGrant := func(call simengine.Call) bool { return strings.HasPrefix(call.Statement, "GRANT") }
	synctest.Test(t, func(t *testing.T) {
		f := newStatementFixture()
		f.faults = times(2, isGrant, simengine.CallOutcome{Lost: true})
		result := f.run(t, tableNode(add, "?"+found, "GRANT SELECT ON \"S\".\"T\" TO x"), 1)
		expect(t, "state", result.State, run.NodeComplete)
		expect(t, "attempts", result.Attempt, 3)
		expect(t, "failed tests", result.FailedTests, 1)
		expect(t, "publications", len(f.server.Commits()), 1)
		states := ""
		for i := range result.Queries {
			states += string(result.Queries[i].State) + ","
		}
		expect(t, "states", states, "complete,failed,complete,complete,")
	})
}
