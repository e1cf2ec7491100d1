package execute

import (
	"context"
	"errors"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
)

// ledgerDays is how long a ledger remembers runs whose end did not reach it.
const ledgerDays = 90

// CleanLedgers takes a run that is over out of the ledgers of the databases of its plan, and everything that is so old that
// nobody can ask for it any more. Nothing depends on the success of Forget; the next run
// that ends takes away what is left.
func CleanLedgers(ctx context.Context, from engine.Engine, work plan.Plan, label engine.Label) error {
	e := newExecution(Request{Plan: work, Engine: from}, nil)
	databases := e.ledgersOf(positions(work))
	if len(databases) == 0 {
		return nil
	}
	session, err := from.Session(ctx, label)
	if err != nil {
		return err
	}
	var problems []error
	for _, database := range databases {
		forget, err := newLedger(from, database).forget(label)
		if err == nil {
			_, err = session.Exec(ctx, forget)
		}
		problems = append(problems, err)
	}
	return errors.Join(append(problems, session.Close())...)
}

func positions(work plan.Plan) []int {
	all := make([]int, len(work.Nodes))
	for i := range all {
		all[i] = i
	}
	return all
}
