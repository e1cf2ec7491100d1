package execute

import (
	"context"
	"errors"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
)

// ledgerDays is how long a ledger keeps the rows of runs that did not clean up.
const ledgerDays = 90

// CleanLedgers deletes a finished run from the ledgers of the databases of its plan, and all rows that are older than
// ledgerDays. Nothing depends on its success; the next run that ends deletes what is left.
func CleanLedgers(ctx context.Context, from engine.Engine, p plan.Plan, label engine.Label) error {
	e := newExecution(Request{Plan: p, Engine: from}, nil)
	databases := e.ledgersOf(positions(p))
	if len(databases) == 0 {
		return nil
	}
	session, err := from.Session(ctx, label)
	if err != nil {
		return err
	}
	var problems []error
	for _, database := range databases {
		statement, err := newLedger(from, database).clean(label)
		if err == nil {
			_, err = session.Exec(ctx, statement)
		}
		problems = append(problems, err)
	}
	return errors.Join(append(problems, session.Close())...)
}

func positions(p plan.Plan) []int {
	all := make([]int, len(p.Nodes))
	for i := range all {
		all[i] = i
	}
	return all
}
