package execute

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
)

// marksOf returns the table of marks of a database. A new owner of a run inserts a row with its epoch, and publishing statements of
// earlier owners fail from then on, whatever their clocks say.
func (e *execution) marksOf(database string) string {
	return e.Engine.Dialect().Qualify(cmp.Or(database, e.Engine.DefaultDatabase()), ledgerSchema, "marks")
}

// prepareMarks creates the table of marks of a database, and writes the mark of a new owner. A second row does no harm.
func (s *statementPublisher) prepareMarks(ctx context.Context, session engine.Session, database string) error {
	d, table := s.Engine.Dialect(), s.marksOf(database)
	_, err := session.Exec(ctx, fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (owner %s, epoch %s, marked_at %s)",
		table, d.Type("TEXT"), d.Type("BIGINT"), d.Type("TIMESTAMP")))
	if err != nil && ctx.Err() == nil && !isOutage(err) { // another process may have created it at the same time
		_, missing := session.Query(ctx, "SELECT owner FROM "+table+" WHERE 1 = 0", 1)
		err = errorAfterCheck(missing, err)
	}
	if err != nil || s.Label.Epoch == 1 {
		return err
	}
	_, err = session.Exec(ctx, fmt.Sprintf("INSERT INTO %s (owner, epoch, marked_at) VALUES (%s, %d, %s)",
		table, d.Literal(s.Label.WorkID), s.Label.Epoch, d.Moment(s.Now().UTC().Format("2006-01-02 15:04:05"))))
	return err
}

// guard returns what the publishing statement of a node verifies.
func (n *nodeExecution) guard(snapshot string) dialect.Guard {
	return dialect.Guard{
		Table: qualify(n.Engine.Dialect(), n.node), Snapshot: snapshot, Marks: n.marksOf(n.node.Schema.Database),
		Owner: n.Label.WorkID, Epoch: n.Label.Epoch,
	}
}

// cleanMarks deletes marks that are older than ledgerDays.
func cleanMarks(ctx context.Context, in engine.Engine, label engine.Label, databases []string) error {
	oldest, err := in.Dialect().Shift(in.Dialect().Now(), -ledgerDays, "day")
	if err != nil {
		return err
	}
	session, err := in.Session(ctx, label)
	if err != nil {
		return err
	}
	e := newExecution(Request{Engine: in}, nil)
	var problems []error
	for _, database := range databases {
		_, err := session.Exec(ctx, "DELETE FROM "+e.marksOf(database)+" WHERE marked_at < "+oldest)
		problems = append(problems, err)
	}
	return errors.Join(append(problems, session.Close())...)
}
