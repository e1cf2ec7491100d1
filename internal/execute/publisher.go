package execute

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
)

// publisher is a way to publish nodes. There are two: inside a transaction, and by one statement on engines whose
// transactions do not surround several statements.
type publisher interface {
	// prepare creates what publications need, and finds out what earlier owners of the run published.
	prepare(ctx context.Context, p *preparation, pending []int)
	// run runs the stages of a node that publishes, and publishes it. The node is published if there is no error.
	run(ctx context.Context, a *attempt) error
	// resolve finds out whether a node is published, if an attempt left that unknown. It returns nil if it is.
	resolve(ctx context.Context, n *nodeExecution, err error) error
	// consequence says what happened to the data of a node that failed.
	consequence(n *nodeExecution) string
}

func (e *execution) newPublisher() publisher {
	if e.Engine != nil && e.Engine.Capabilities().Transactions < engine.FullTransactions {
		return &statementPublisher{execution: e}
	}
	return &transactionPublisher{e}
}

// transactionPublisher publishes a node inside a transaction, which also records the publication in a ledger.
type transactionPublisher struct{ *execution }

func (t *transactionPublisher) prepare(ctx context.Context, p *preparation, pending []int) {
	databases := t.ledgersOf(pending)
	schemas := t.schemasOf(pending, databases)
	switch {
	case t.Label.Epoch > 1:
		t.takeOver(ctx, p, schemas, databases)
	case t.Engine.Capabilities().Embedded:
		t.prepareEmbedded(ctx, p, schemas, databases)
	default:
		t.createSchemasAndLedgers(ctx, p, schemas, databases)
	}
	t.findReplacements(ctx, pending)
}

func (*transactionPublisher) run(ctx context.Context, a *attempt) error {
	if err := a.session.Begin(ctx); err != nil {
		return err
	}
	if err := a.stages(ctx); err != nil {
		a.rollback(ctx)
		return err
	}
	return a.publish(ctx)
}

func (*transactionPublisher) resolve(ctx context.Context, n *nodeExecution, err error) error {
	return n.resolveUnknownCommit(ctx, err)
}

func (*transactionPublisher) consequence(n *nodeExecution) string {
	if n.inDoubt {
		return "The engine did not confirm the commit. The node is published completely or not at all; which of the two is unknown."
	}
	return "The node was rolled back; its previous data is unchanged."
}
