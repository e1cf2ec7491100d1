package execute

import (
	"context"
	"errors"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
)

// makeLedger creates the ledger unless it is there. Engines may refuse that to all but one of several who do it at the same
// moment, each in words of its own; then it is there all the same.
func makeLedger(ctx context.Context, session engine.Session, l ledger) error {
	_, err := session.Exec(ctx, l.create())
	if err == nil || ctx.Err() != nil || isOutage(err) {
		return err
	}
	_, missing := session.Query(ctx, l.look(), 1)
	return unanswered(missing, err)
}

// unanswered is what is left of a refusal when the look that could excuse it came to nothing: an engine that did not answer may
// be asked again, and a refusal may not.
func unanswered(look, refusal error) error {
	switch {
	case look == nil:
		return nil
	case isOutage(look):
		return look
	}
	return refusal
}

// writeTakeoverMark leaves the mark of an owner that took the run over. It may be there already, from a try that had no answer.
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
	return unanswered(missing, err)
}

// errReplaced says that another owner has taken the run over.
var errReplaced = errors.New("the run is in other hands")

// recordPublication remembers a node in the transaction of the session.
func (n *nodeExecution) recordPublication(ctx context.Context, session engine.Session, result *run.NodeResult) error {
	counts, err := session.Exec(ctx, n.ledger().insert(n.Label, result))
	if err == nil && counts.Inserted == 0 {
		return errReplaced
	}
	return err
}
