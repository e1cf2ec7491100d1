package execute

import (
	"context"
	"errors"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
)

// ledgerDays is how long a ledger keeps the rows of runs that did not clean up.
const ledgerDays = 90

// EndedRun is a run that has ended, so that the ledgers need not keep its rows.
type EndedRun struct {
	Plan  plan.Plan
	Label engine.Label
}

// CleanLedgers deletes runs that have ended from the ledgers of the databases of their plans, with one statement for each
// database, and all rows that are older than ledgerDays. Nothing depends on its success; the next run that ends deletes old
// rows.
func CleanLedgers(ctx context.Context, from engine.Engine, ended ...EndedRun) error {
	if keeper, ok := from.(engine.PublicationKeeper); ok {
		return forgetKept(ctx, keeper, ended)
	}
	if len(ended) > 0 && from.Capabilities().Transactions < engine.FullTransactions {
		return cleanWorkTables(ctx, from, ended)
	}
	var databases []string
	labels := map[string][]engine.Label{}
	for _, run := range ended {
		e := newExecution(Request{Plan: run.Plan, Engine: from}, nil)
		for _, database := range e.ledgersOf(positions(run.Plan)) {
			if len(labels[database]) == 0 {
				databases = append(databases, database)
			}
			labels[database] = append(labels[database], run.Label)
		}
	}
	if len(databases) == 0 {
		return nil
	}
	session, err := from.Session(ctx, ended[0].Label)
	if err != nil {
		return err
	}
	var problems []error
	for _, database := range databases {
		statement, err := newLedger(from, database).clean(labels[database])
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
