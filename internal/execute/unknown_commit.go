package execute

import (
	"context"
	"errors"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
)

// refusal says that the ledger did not take the node's row. The row may be there: from a commit that had no answer, or from
// an owner of the run that nobody knew to be alive.
type refusal struct{ cause error }

func (r *refusal) Error() string { return "the ledger: " + r.cause.Error() }

func (r *refusal) Unwrap() error { return r.cause }

// refused says what it means that the ledger did not take the row.
func (n *nodeExecution) refused(err error) error {
	if errors.Is(err, errReplaced) {
		n.stop(err)
		return err
	}
	return &refusal{err}
}

// commitFault says what a commit that did not succeed means. Without an answer, the node may be published nevertheless;
// the ledger knows.
func (n *nodeExecution) commitFault(err error) error {
	switch fault.KindOf(err) {
	case fault.Unavailable, fault.Canceled, fault.Internal:
		n.inDoubt = true
		return fault.Wrap(err, fault.Unavailable, "the connection was lost while committing")
	case fault.Limit: // a full disk may be met after the commit is on it
		n.inDoubt = true
		return err
	default:
		return err
	}
}

// resolveUnknownCommit finds out whether the node is published, if a try left that open.
func (n *nodeExecution) resolveUnknownCommit(ctx context.Context, err error) error {
	if err == nil {
		n.inDoubt = false
		return nil
	}
	isRefused := errors.As(err, new(*refusal)) && ctx.Err() == nil
	if !n.inDoubt && !isRefused || isInterrupted(ctx) {
		return err
	}
	own, done := cleanupContext(ctx, doubtLimit)
	defer done()
	var published *run.NodeResult
	unknown := retry(own, string(n.node.ID), func(ctx context.Context) error {
		var err error
		published, err = n.probePublication(ctx)
		return err
	})
	if unknown != nil && n.Engine.Capabilities().Embedded {
		return fault.Wrap(err, fault.Internal, "%s", err.Error()) // not to be tried again: its ledger would take it twice
	}
	if unknown != nil {
		return err
	}
	n.inDoubt = false
	if published == nil {
		return err
	}
	n.result = *published
	return nil
}

// probePublication asks whether the node is published. To look for the row is not enough on an engine somewhere else, since a commit
// without an answer may still be on its way. To try to take its place in the ledger is: the engine lets us wait until the other
// transaction has ended, and then either refuses the row, which is there, or takes it, and no other can come.
func (n *nodeExecution) probePublication(ctx context.Context) (*run.NodeResult, error) {
	session, err := n.Engine.Session(ctx, n.Label)
	if err != nil {
		return nil, err
	}
	defer n.closeSession(session)
	if n.Engine.Capabilities().Embedded {
		return n.findPublication(ctx, session)
	}
	if err := session.Begin(ctx); err != nil {
		return nil, err
	}
	refused := n.recordPublication(ctx, session, &n.result)
	if errors.Is(refused, errReplaced) {
		n.stop(refused)
	}
	if err := session.Rollback(ctx); err != nil || refused == nil {
		return nil, err
	}
	if found, err := n.findPublication(ctx, session); err != nil || found != nil {
		return found, err
	}
	return nil, refused
}

// findPublication gives what the ledger has of the node, if anything.
func (n *nodeExecution) findPublication(ctx context.Context, session engine.Session) (*run.NodeResult, error) {
	ledger := n.ledger()
	known, err := queryLedger(ctx, session, ledger, ledger.find(n.Label.WorkID, string(n.node.ID)))
	var found *run.NodeResult
	if result, ok := known[n.node.ID]; ok {
		result.Name = n.node.Name
		found = &result
	}
	return found, err
}
