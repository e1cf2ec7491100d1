package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// Snapshot returns the project snapshot of a run that the caller can see; empty for a development run. A run that has
// ended does not keep its snapshot from being deleted.
func (s *Runs) Snapshot(ctx context.Context, sees account.Visibility, id ids.Run) (snapshot string, err error) {
	err = s.db.reader.QueryRowContext(ctx, `SELECT n.snapshot FROM runs n WHERE `+visibleRuns+` AND n.id = $4`, append(visibleArgs(sees), id)...).
		Scan(&snapshot)
	if errors.Is(err, sql.ErrNoRows) {
		return "", run.NotFound(ids.FormatNumber(id))
	}
	return snapshot, translate(err)
}
