package execute

import (
	"context"
	"errors"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
)

// ledgerError means that the ledger did not accept the node's row. The row may exist: from a commit that got no
// answer, or from an owner that was not known to be alive.
type ledgerError struct{ cause error }

func (r *ledgerError) Error() string { return "the ledger: " + r.cause.Error() }

func (r *ledgerError) Unwrap() error { return r.cause }

// rejected interprets a row that the ledger did not accept. A replaced owner stops.
func (n *nodeExecution) rejected(err error) error {
	if errors.Is(err, errReplaced) {
		n.stop(err)
		return err
	}
	return &ledgerError{err}
}

// commitFault interprets a failed commit. Without an answer the node may be published all the same, so it is in doubt
// until the ledger is read.
func (n *nodeExecution) commitFault(err error) error {
	switch fault.KindOf(err) {
	case fault.Unavailable, fault.Canceled, fault.Internal:
		n.inDoubt = true
		return fault.Wrap(err, fault.Unavailable, "the connection was lost while committing")
	case fault.Limit, fault.Full: // the disk may become full after the commit is written
		n.inDoubt = true
		return err
	default:
		return err
	}
}

// resolveUnknownCommit finds out whether the node is published, if an attempt left that unknown.
func (n *nodeExecution) resolveUnknownCommit(ctx context.Context, err error) error {
	if err == nil {
		n.inDoubt = false
		return nil
	}
	isRejected := errors.As(err, new(*ledgerError)) && ctx.Err() == nil
	if !n.inDoubt && !isRejected || isInterrupted(ctx) {
		return err
	}
	if n.WithoutLedger {
		return fault.Wrap(err, fault.Internal, "%s", err.Error()) // do not retry: the node may be published
	}
	own, done := cleanupContext(ctx, probeLimit)
	defer done()
	var published *run.NodeResult
	unknown := n.retry(own, string(n.node.ID), func(ctx context.Context) error {
		var err error
		published, err = n.probePublication(ctx)
		return err
	})
	if unknown != nil && n.Engine.Capabilities().Embedded {
		return fault.Wrap(err, fault.Internal, "%s", err.Error()) // do not retry: the embedded ledger would accept a second row
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

// probePublication reports whether the node is published. On a shared engine, reading the ledger is not enough: the
// commit may be in flight. Inserting the same key waits for it, then conflicts or succeeds. If it succeeds, no other
// row can come.
func (n *nodeExecution) probePublication(ctx context.Context) (*run.NodeResult, error) {
	if n.keeper() != nil {
		return n.findKept(ctx)
	}
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
	_, rejected := n.recordPublication(ctx, session, &n.result)
	if errors.Is(rejected, errReplaced) {
		n.stop(rejected)
	}
	if err := session.Rollback(ctx); err != nil || rejected == nil {
		return nil, err
	}
	if found, err := n.findPublication(ctx, session); err != nil || found != nil {
		return found, err
	}
	return nil, rejected
}

// findPublication returns the node's publication from the ledger, or nil if there is none.
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
