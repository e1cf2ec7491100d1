package execute

import (
	"cmp"
	"context"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// stage sends one stage. An error ends the attempt.
func (a *attempt) stage(ctx context.Context, i int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stage := &a.node.Stages[i]
	isGuarded := a.publishes && a.isNeededAfter(i) && a.Engine.Capabilities().Savepoints
	if err := a.begun(ctx, i, isGuarded); err != nil {
		return err
	}
	found, err := a.send(ctx, stage)
	a.ended(ctx, i, found, err)
	switch {
	case err == nil && !found:
		return nil
	case err != nil && (stage.Kind != plan.Test || ctx.Err() != nil || isTransient(err)):
		return &stageError{stageName(a.node, i), err}
	}
	a.isHalted = a.isHalted || !stage.MayFail()
	switch {
	case err == nil: // the failed test is recorded and changed nothing
		return nil
	case isGuarded:
		return a.session.RollbackTo(ctx)
	}
	return a.carryOn(ctx, i)
}

// isNeededAfter reports whether the transaction must survive the failure of a stage: after a test that may fail, and
// between tests, because all tests are run before the node halts.
func (a *attempt) isNeededAfter(i int) bool {
	return a.isTest(i) && (a.node.Stages[i].MayFail() && !a.isHalted || a.isTest(i+1))
}

// send sends the statement. For a test it reports whether the test found rows.
func (a *attempt) send(ctx context.Context, stage *plan.Stage) (found bool, err error) {
	if session, ok := a.session.(engine.QueryIdentifier); ok {
		session.OnQueryID(func(id string) {
			a.query().QueryID = id
			a.record()
		})
		defer session.OnQueryID(nil)
	}
	defer a.followProgress()()
	if stage.Kind != plan.Test {
		return false, a.exec(ctx, stage)
	}
	query := a.query()
	rows, err := a.session.Query(ctx, cmp.Or(query.SQL, stage.SQL), run.MaxFailedRows)
	if err != nil || len(rows.Values) == 0 {
		return false, err
	}
	query.FailedRows = len(rows.Values)
	query.Problem = &run.Problem{Message: failedRows(rows)}
	query.FailingRows = firstRows(rows, a.FailingRows)
	return true, nil
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
		if a.isTest(i) && !isTransient(err) {
			a.result.FailedTests++
		}
	}
}

// carryOn continues after a test failed on an engine without savepoints. If the engine rejected the test before it
// started, the transaction is intact; otherwise the node runs again without the test.
func (a *attempt) carryOn(ctx context.Context, i int) error {
	if !a.publishes || !a.isNeededAfter(i) {
		return nil
	}
	if _, err := a.session.Query(ctx, "SELECT 1", 1); err == nil {
		return nil
	}
	a.without[i] = *a.query()
	return errWithoutStage
}

// isTest reports whether the node has a test at this position.
func (a *attempt) isTest(i int) bool {
	return i < len(a.node.Stages) && a.node.Stages[i].Kind == plan.Test
}
