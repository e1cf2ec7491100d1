package execute

import (
	"context"
	"errors"
	"fmt"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
)

// ledgerDays is how long a ledger remembers runs whose end did not reach it.
const ledgerDays = 7

// Forget takes a run that is over out of the ledgers of the databases of its plan, and everything that is so old that
// nobody can ask for it any more. Nothing depends on its success: the next run that ends takes away what is left.
func Forget(ctx context.Context, from engine.Engine, work plan.Plan, label engine.Label) error {
	var databases []string
	for i := range work.Nodes {
		databases = withDatabase(databases, &work.Nodes[i])
	}
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

func (l ledger) forget(label engine.Label) (string, error) {
	oldest, err := l.dialect.Shift(l.dialect.Now(), -ledgerDays, "day")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("DELETE FROM %s WHERE owner = %s OR published_at < %s", l.table, l.dialect.Literal(label.Owner), oldest), nil
}
