package execute

import (
	"context"
	"fmt"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// maxFailingRows limits the failing rows of a test that are stored, if the run stores them.
const maxFailingRows = 100

// stage sends one stage. An error ends the attempt.
func (a *attempt) stage(ctx context.Context, i int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stage := &a.node.Stages[i]
	mayFail := stage.MayFail()
	isGuarded := mayFail && a.publishes && a.Engine.Capabilities().Savepoints
	if isGuarded {
		if err := a.session.Savepoint(ctx); err != nil {
			return err
		}
	}
	a.begun(i)
	found, err := a.send(ctx, stage)
	a.ended(ctx, i, found, err)
	switch {
	case err == nil && !found:
		return nil
	case err != nil && (ctx.Err() != nil || isTransient(err)):
		return &stageError{stageName(a.node, i), err}
	case !mayFail:
		return a.halted(i, err)
	case err == nil:
		return nil // the failed test is recorded and changed nothing
	case isGuarded:
		return a.session.RollbackTo(ctx)
	}
	return a.carryOn(ctx, i)
}

// send sends the statement. For a test it reports whether the test found rows.
func (a *attempt) send(ctx context.Context, stage *plan.Stage) (found bool, err error) {
	query := a.query()
	if stage.Kind != plan.Test {
		query.Counts, err = a.session.Exec(ctx, stage.SQL)
		return false, err
	}
	limit := 1
	if a.KeepFailingRows {
		limit = maxFailingRows
	}
	rows, err := a.session.Query(ctx, stage.SQL, limit)
	if err != nil || len(rows.Values) == 0 {
		return false, err
	}
	if a.KeepFailingRows {
		query.FailingRows = clipRows(rows)
	}
	query.Problem = &run.Problem{Message: foundRows(rows, a.KeepFailingRows)}
	return true, nil
}

func foundRows(rows engine.Rows, areCounted bool) string {
	switch {
	case !areCounted:
		return "the test found at least 1 row"
	case rows.More:
		return fmt.Sprintf("the test found more than %d rows", len(rows.Values))
	case len(rows.Values) == 1:
		return "the test found 1 row"
	}
	return fmt.Sprintf("the test found %d rows", len(rows.Values))
}

// ended records the result of the stage that was sent.
func (a *attempt) ended(ctx context.Context, i int, found bool, err error) {
	query := a.query()
	query.EndedAt = a.Now()
	switch {
	case err == nil && !found:
		query.State = run.NodeComplete
	case err != nil && ctx.Err() != nil:
		query.State = run.NodeCanceled
	default:
		query.State = run.NodeFailed
		if err != nil {
			query.Problem = problemOf(err)
		}
		a.result.TestFailures = a.result.TestFailures || a.isTest(i) && !isTransient(err)
	}
}

// halted returns the fault of a stage that ends its node.
func (a *attempt) halted(i int, err error) error {
	if err != nil {
		return &stageError{stageName(a.node, i), err}
	}
	return fault.New(fault.Invalid, "%s found at least 1 row", stageName(a.node, i))
}

// carryOn continues after an optional test failed on an engine without savepoints. If the engine rejected the
// statement before it started, the transaction is intact; otherwise the node runs again without the stage.
func (a *attempt) carryOn(ctx context.Context, i int) error {
	if !a.publishes {
		return nil
	}
	if _, err := a.session.Query(ctx, "SELECT 1", 1); err == nil {
		return nil
	}
	a.without[i] = *a.query()
	return errWithoutStage
}

func (a *attempt) isTest(i int) bool { return a.node.Stages[i].Kind == plan.Test }

// isTransient reports whether a retry of the transaction may succeed.
func isTransient(err error) bool {
	return fault.Is(err, fault.Conflict) || fault.Is(err, fault.Unavailable)
}
