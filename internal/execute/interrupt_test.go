package execute_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/run"
)

var errShutdown = errors.New("the process stops")

func TestCancel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Minute, func() { cancel(execute.ErrCancelRequested) })
		outcome, ok := execute.Execute(ctx, f.work(planOf(
			node("A", "SET A 1"),
			node("B", "APPEND B 1", "SLEEP 1h"),
			after(node("C", "SET C 1"), 1),
			node("D", "FAIL"),
			after(node("E", "SET E 1"), 3),
		)))
		expect(t, "ended", ok, true)
		expect(t, "outcome", outcome, run.Outcome{Status: run.Canceled})
		expect(t, "states", f.journal.states(), "A complete, B canceled, C canceled, D failed, E skipped")
		expect(t, "stage", f.journal.last()["B"].Queries[1].State, run.NodeCanceled)
		expectTable(t, f.server, "B")
		statements, transactions := f.server.Active(engine.Label{WorkID: "run", Epoch: 1})
		expect(t, "left in the engine", statements+transactions, 0)
	})
}

// TestCancelDuringCommit: a published node is complete, also in a canceled run.
func TestCancelDuringCommit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		outcome simengine.CallOutcome
		state   string
	}{
		"in time":      {simengine.CallOutcome{Wait: 3 * time.Second}, "A complete"},
		"too long":     {simengine.CallOutcome{Wait: time.Hour}, "A canceled"},
		"answer lost":  {simengine.CallOutcome{Wait: 3 * time.Second, Mute: true}, "A complete"},
		"request lost": {simengine.CallOutcome{Wait: 3 * time.Second, Lost: true}, "A canceled"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newFixture()
				f.faults = times(1, isCommit, c.outcome)
				ctx, cancel := context.WithCancelCause(t.Context())
				if c.outcome.Lost {
					f.faults = times(1, isCommit, simengine.CallOutcome{Late: 0, Lost: true})
				}
				time.AfterFunc(time.Second, func() { cancel(execute.ErrCancelRequested) })
				execute.Execute(ctx, f.work(planOf(node("A", "APPEND A 1", "SLEEP 999ms"), after(node("B", "SET B 1"), 0))))
				expect(t, "states", f.journal.states(), c.state+", B canceled")
				want := []string{"1"}
				if c.state == "A canceled" {
					want = nil
				}
				expectTable(t, f.server, "A", want...)
			})
		})
	}
}

// TestInterruptedNodesKeepTheirState: after a shutdown or a lost lease, nodes keep their earlier state.
func TestInterruptedNodesKeepTheirState(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Minute, func() { cancel(errShutdown) })
		_, ok := execute.Execute(ctx, f.work(planOf(
			node("A", "SET A 1"), node("B", "APPEND B 1", "SLEEP 1h"), after(node("C", "SET C 1"), 1))))
		expect(t, "ended", ok, false)
		expect(t, "states", f.journal.states(), "A complete, B running")
		expectTable(t, f.server, "B")
		statements, transactions := f.server.Active(engine.Label{WorkID: "run", Epoch: 1})
		expect(t, "left in the engine", statements+transactions, 0)
	})
}

// TestExpiredLeasePublishesNothing: CheckLease is called between the stages and the publication.
func TestExpiredLeasePublishesNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture()
		work := f.work(planOf(node("A", "APPEND A 1"), node("B", "APPEND B 1", "SLEEP 1m"), after(node("C", "APPEND C 1"), 0)))
		dies := time.Now().Add(time.Second)
		work.CheckLease = func() error {
			if time.Now().After(dies) {
				return errShutdown
			}
			return nil
		}
		_, ok := execute.Execute(t.Context(), work)
		expect(t, "ended", ok, false)
		expect(t, "states", f.journal.states(), "A complete, B running, C complete")
		expectTable(t, f.server, "B")
	})
}

func TestContextEndedBeforeStart(t *testing.T) {
	t.Parallel()
	for cause, want := range map[error]string{execute.ErrCancelRequested: "A canceled, B canceled", errShutdown: ""} {
		f := newFixture()
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(cause)
		_, ok := execute.Execute(ctx, f.work(planOf(node("A", "SET A 1"), after(node("B"), 0))))
		expect(t, "ended", ok, errors.Is(cause, execute.ErrCancelRequested))
		expect(t, "states", f.journal.states(), want)
	}
}
