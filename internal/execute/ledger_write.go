package execute

import (
	"context"
	"errors"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
)

// makeLedger creates the ledger if it is missing. If several processes create it at once, an engine may reject all but
// one, each with its own error; the ledger exists all the same.
func makeLedger(ctx context.Context, session engine.Session, l ledger) error {
	_, err := session.Exec(ctx, l.create())
	if err == nil || ctx.Err() != nil || isOutage(err) {
		return err
	}
	_, missing := session.Query(ctx, l.check(), 1)
	return errorAfterCheck(missing, err)
}

// errorAfterCheck decides which error counts when a check follows a rejected statement. It returns nil if the check
// succeeded. If the engine was unavailable it returns the check's error, which is retried; otherwise it returns the
// rejection, which is not.
func errorAfterCheck(check, rejection error) error {
	switch {
	case check == nil:
		return nil
	case isOutage(check):
		return check
	}
	return rejection
}

// writeTakeoverMark writes the mark of a new owner. The mark may exist already, from an attempt that got no answer.
func (e *execution) writeTakeoverMark(ctx context.Context, session engine.Session, l ledger) error {
	label := e.Label
	mark := l.mark(label, e.Now())
	if mark == "" {
		return nil
	}
	_, err := session.Exec(ctx, mark)
	if err == nil || ctx.Err() != nil || isOutage(err) {
		return err
	}
	marks, missing := queryLedger(ctx, session, l, l.find(label.WorkID, markOf(label)))
	if missing == nil && len(marks) == 0 {
		return err
	}
	return errorAfterCheck(missing, err)
}

// errReplaced means that another owner has taken over the run.
var errReplaced = errors.New("another owner has taken over the run")

// recordPublication inserts the node's row in the transaction of the session. It reports whether the commit may return the
// error of the insert: an embedded engine has no other owner who could replace this one, so the row is not waited for; an engine that
// keeps publications itself reports it with the commit.
func (n *nodeExecution) recordPublication(ctx context.Context, session engine.Session, result *run.NodeResult) (isDeferred bool, err error) {
	if n.WithoutLedger {
		return false, nil
	}
	if n.keeper() != nil {
		return n.recordKept(ctx, session, result)
	}
	insert := n.ledger().insert(n.Label, result)
	if deferred, ok := session.(engine.DeferredExecutor); ok && n.Engine.Capabilities().Embedded {
		return true, deferred.ExecDeferred(ctx, insert)
	}
	counts, err := session.Exec(ctx, insert)
	if err == nil && counts.Inserted == 0 {
		return false, errReplaced
	}
	return false, err
}
