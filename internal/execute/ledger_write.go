package execute

import (
	"context"
	"errors"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
)

// make creates the ledger unless it is there. Engines may refuse that to all but one of several who do it at the same
// moment, each in words of its own; then it is there all the same.
func (l ledger) make(ctx context.Context, session engine.Session) error {
	_, err := session.Exec(ctx, l.create())
	if err == nil || ctx.Err() != nil || isOutage(err) {
		return err
	}
	if _, missing := session.Query(ctx, "SELECT owner FROM "+l.table+" WHERE 1 = 0", 1); missing != nil {
		return err
	}
	return nil
}

// announce leaves the mark of an owner that took the run over. It may be there already, from a try that had no answer.
func (e *execution) announce(ctx context.Context, session engine.Session, l ledger) error {
	if !l.isShared {
		return nil
	}
	label := e.Label
	_, err := session.Exec(ctx, l.mark(label, e.Now()))
	if err == nil || ctx.Err() != nil || isOutage(err) {
		return err
	}
	marks, missing := ask(ctx, session, l.find(label.Owner, markOf(label)))
	if missing != nil || len(marks) == 0 {
		return err
	}
	return nil
}

// errReplaced says that another owner has taken the run over.
var errReplaced = errors.New("the run is in other hands")

// add remembers a node in the transaction of the session.
func (l ledger) add(ctx context.Context, session engine.Session, label engine.Label, result *run.NodeResult) error {
	counts, err := session.Exec(ctx, l.insert(label, result))
	if err == nil && l.isShared && counts.Inserted == 0 {
		return errReplaced
	}
	return err
}
