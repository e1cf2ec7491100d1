package execute_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// TestReplacedOwnerCannotPublishByStatement: an owner that does not know that it was replaced sends a statement after the new owner
// has written its mark. Here neither the state database nor a cancel stops it, so that the mark alone keeps it from publishing.
func TestReplacedOwnerCannotPublishByStatement(t *testing.T) {
	t.Parallel()
	for _, mutations := range []simengine.Mutations{{}, {SkipEpochCheck: true}} {
		synctest.Test(t, func(t *testing.T) {
			f := newStatementFixture()
			mutations.SkipFence = true
			f.server.Mutations = mutations
			p := tableNode("SLEEP 10s", add)
			isFirstDone := make(chan bool)
			go func() {
				_, ok := execute.Execute(t.Context(), f.request(p, 1))
				isFirstDone <- ok
			}()
			time.Sleep(time.Second)
			second := &statementFixture{server: f.server, journal: &durableJournal{}, faults: times(1, isStatement, simengine.CallOutcome{Wait: time.Minute})}
			request := second.request(p, 2)
			_, isSecondDone := execute.Execute(t.Context(), request)
			expect(t, "the first ended the run", <-isFirstDone, mutations.SkipEpochCheck)
			expect(t, "the second ended the run", isSecondDone, true)
			publications := map[bool]int{false: 1, true: 2}
			expect(t, "publications", len(f.server.Commits()), publications[mutations.SkipEpochCheck])
		})
	}
}

// TestUnstoredSendingStopsTheRun: a statement that the state database does not know of is not sent.
func TestUnstoredSendingStopsTheRun(t *testing.T) {
	t.Parallel()
	f := newStatementFixture()
	f.journal.refuse = errors.New("the lease is lost")
	_, ended := execute.Execute(t.Context(), f.request(tableNode(add), 1))
	expect(t, "ended", ended, false)
	expect(t, "publications", len(f.server.Commits()), 0)
}

// TestCanceledRunWithSentStatementIsInDoubt: nothing runs the node again, so nothing keeps the statement from taking effect.
func TestCanceledRunWithSentStatementIsInDoubt(t *testing.T) {
	t.Parallel()
	f := newStatementFixture()
	sent := run.NodeResult{Node: "T", State: run.NodeRunning, Attempt: 1, Queries: []run.QueryResult{{State: run.NodeRunning, Snapshot: "1", QueryID: "q1"}}}
	request := f.request(tableNode(add), 2)
	request.Done = map[transform.NodeID]run.NodeResult{"T": sent}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(execute.ErrCancelRequested)
	execute.Execute(ctx, request)
	result := f.journal.last()["T"]
	expect(t, "state", result.State, run.NodeFailed)
	expect(t, "unknown", strings.HasSuffix(result.Problem.Hint, "which of the two is unknown."), true)
}

// TestStartedDefinitionIsNotRepeated: a new owner does not repeat statements that change definitions.
func TestStartedDefinitionIsNotRepeated(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]run.NodeState{"APPEND A 1": run.NodeFailed, "CREATE OR REPLACE TABLE A 1": run.NodeComplete} {
		f := newStatementFixture()
		request := f.request(tableNode(statement, "SLEEP 1ms"), 2)
		request.Done = map[transform.NodeID]run.NodeResult{
			"T": {Node: "T", State: run.NodeRunning, Attempt: 1, Queries: []run.QueryResult{{State: run.NodeRunning}}},
		}
		execute.Execute(t.Context(), request)
		result := f.journal.last()["T"]
		expect(t, statement, result.State, want)
		if want == run.NodeFailed {
			expect(t, "message", result.Problem.Message, "an earlier owner of the run started 1 of 2 statements")
			expect(t, "unknown", strings.HasSuffix(result.Problem.Hint, "It is unknown which of its statements took effect."), true)
		}
	}
}

// TestLeftWorkTablesAreSwept: tables of ended runs and of forgotten ones are dropped, and no others.
func TestLeftWorkTablesAreSwept(t *testing.T) {
	t.Parallel()
	f := newStatementFixture()
	today := time.Now().UTC().Format("20060102")
	p := tableNode(add, nothingThere)
	ctx, die := context.WithCancelCause(t.Context())
	f.faults = faultFunc(func(call simengine.Call) simengine.CallOutcome {
		if isPublishing(call) {
			die(errShutdown)
		}
		return simengine.CallOutcome{Lost: ctx.Err() != nil}
	})
	execute.Execute(ctx, f.request(p, 1))
	left := f.server.Relations()
	expect(t, "left with the table itself", len(left), 2)
	for _, name := range []string{"_millrace.w20200101_x_1_y_1_rows", "_millrace.w" + today + "_x_1_y_1_rows", "_millrace.other", "_millrace.w_1_2_3_4_5"} {
		f.server.CreateTable(name)
	}
	ended := execute.EndedRun{Plan: p, Label: engine.Label{WorkID: "run", Epoch: 2}}
	if err := execute.CleanLedgers(t.Context(), f.server.Connect(simengine.NoFaults{}), ended); err != nil {
		t.Fatal(err)
	}
	expect(t, "left", strings.Join(f.server.Relations(), " "), "S.T _millrace.other _millrace.w"+today+"_x_1_y_1_rows _millrace.w_1_2_3_4_5")
}
