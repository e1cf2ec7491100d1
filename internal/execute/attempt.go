package execute

import (
	"cmp"
	"context"
	"errors"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
)

// errWithoutStage means that a test aborted the transaction, and that the node must run again without it.
var errWithoutStage = errors.New("run again without the stage that failed")

// attempt is one attempt of a node: one session and, if the node publishes, one transaction.
type attempt struct {
	*nodeExecution

	session engine.Session
	// isHalted is true after a test failed that may not. The tests that follow are run, other stages are not.
	isHalted bool
	// staged is set if the stages work on other tables than the node's.
	staged *stagedAttempt
	// repeatable is set if each statement takes effect by itself: by stage, whether the node can run again after it was sent.
	repeatable []bool
}

// runOnce runs the node once. When it returns, nothing of the node is running. The node is published if there is no
// error; with an error it is not published, or in doubt.
func (n *nodeExecution) runOnce(ctx context.Context) error {
	session, err := n.Engine.Session(ctx, n.Label)
	if err != nil {
		return err
	}
	defer n.closeSession(session)
	a := &attempt{nodeExecution: n, session: session}
	if !n.publishes {
		return a.stages(ctx)
	}
	return n.publisher.run(ctx, a)
}

// stages runs the stages. After a test that halts the node it runs the tests up to the next statement, so that every
// finding is shown. Tests after that statement would judge data that was not loaded.
func (a *attempt) stages(ctx context.Context) error {
	for i := range a.node.Stages {
		if a.isHalted && !a.isTest(i) {
			break
		}
		if a.replacement.covers(i) || a.staged.skips(i) {
			continue
		}
		if kept, ok := a.without[i]; ok {
			a.result.Queries = append(a.result.Queries, kept)
			a.result.FailedTests++
			a.isHalted = a.isHalted || !a.node.Stages[i].MayFail()
			continue
		}
		if err := a.stage(ctx, i); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if a.isHalted {
		return a.testsFailed()
	}
	return nil
}

// publish records the publication and commits both at once.
func (a *attempt) publish(ctx context.Context) error {
	if err := a.CheckLease(); err != nil {
		a.rollback(ctx)
		a.stop(err)
		return err
	}
	final := a.over(run.NodeComplete, nil)
	isDeferred, err := a.recordPublication(ctx, a.session, &final)
	if err != nil {
		a.rollback(ctx)
		return a.rejected(err)
	}
	lasting, done := graceContext(ctx, commitGrace)
	defer done()
	if err = a.session.Commit(lasting); err == nil {
		return nil
	}
	a.rollback(ctx)
	if err = a.commitFault(err); isDeferred && !a.inDoubt {
		return a.rejected(err) // it may be the error of the ledger
	}
	return err
}

// rollback rolls the transaction back. If that fails, closing the session does it.
func (a *attempt) rollback(ctx context.Context) {
	cleaning, done := cleanupContext(ctx, rollbackLimit)
	defer done()
	if err := a.session.Rollback(cleaning); err != nil {
		a.Logger.Debug("rollback failed, closing the session", "run", a.Label.WorkID, "error", err.Error())
	}
}

// begun prepares a stage that is about to be sent, with a savepoint if it is guarded, and adds its result. A new owner must know of a
// statement that takes effect by itself and cannot be repeated.
func (a *attempt) begun(ctx context.Context, stage int, isGuarded bool) error {
	if isGuarded {
		if err := a.session.Savepoint(ctx); err != nil {
			return err
		}
	}
	if err := a.staged.prepareStage(ctx, stage); err != nil {
		return err
	}
	a.result.Queries = append(a.result.Queries, run.QueryResult{
		Stage: stage, SQL: cmp.Or(a.replacement.of(stage), a.staged.textOf(stage)), State: run.NodeRunning, StartedAt: a.Now(),
		QueryID: a.session.ID(),
	})
	if a.repeatable != nil && !a.repeatable[stage] {
		if err := a.recordAndWait(ctx); err != nil {
			a.result.Queries = a.result.Queries[:len(a.result.Queries)-1] // it is not sent
			return err
		}
		return nil
	}
	a.record()
	return nil
}

// query returns the result of the running stage.
func (a *attempt) query() *run.QueryResult { return &a.result.Queries[len(a.result.Queries)-1] }
