package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// Runs keeps runs.
type Runs struct{ db *DB }

// Runs gives the runs of the database.
func (db *DB) Runs() *Runs { return &Runs{db} }

const runColumns = `n.organization_id, n.id, n.environment_id, n.type, n.status, n.created_at`

func scanRun(scan scanner) (run.Run, error) {
	var r run.Run
	var createdAt int64
	err := scan(&r.Organization, &r.ID, &r.Environment, &r.Type, &r.Status, &createdAt)
	r.CreatedAt = fromMoment(createdAt)
	return r, err
}

// Insert stores a run under the next number.
func (s *Runs) Insert(ctx context.Context, by account.Actor, r run.Run) (run.Run, error) {
	err := s.db.write(ctx, by.Credential, func(t *tx) error {
		number, err := nextRun(ctx, t, by.Organization)
		if err != nil {
			return err
		}
		r.Organization, r.ID = by.Organization, ids.Run(number)
		_, err = t.ExecContext(ctx, `INSERT INTO runs (organization_id, id, environment_id, type, status, created_at)
			VALUES ($1, $2, $3, $4, $5, $6)`, r.Organization, r.ID, r.Environment, r.Type, r.Status, moment(r.CreatedAt))
		return err
	})
	return r, err
}

// Find gives a run that can be seen.
func (s *Runs) Find(ctx context.Context, sees account.Visibility, id ids.Run) (run.Run, error) {
	row := s.db.reader.QueryRowContext(ctx, `SELECT `+runColumns+` FROM runs n WHERE `+visibleRuns+` AND n.id = $4`, append(visibleArgs(sees), id)...)
	r, err := scanRun(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return run.Run{}, run.NotFound(ids.FormatNumber(id))
	}
	return r, translate(err)
}

// Newest gives the newest run that can be seen.
func (s *Runs) Newest(ctx context.Context, sees account.Visibility) (run.Run, bool, error) {
	row := s.db.reader.QueryRowContext(ctx, `SELECT `+runColumns+` FROM runs n WHERE `+visibleRuns+` ORDER BY n.id DESC LIMIT 1`, visibleArgs(sees)...)
	r, err := scanRun(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return run.Run{}, false, nil
	}
	return r, err == nil, translate(err)
}

// Load counts the runs that can be seen and that are not over.
func (s *Runs) Load(ctx context.Context, sees account.Visibility) (run.Load, error) {
	var load run.Load
	rows, err := s.db.reader.QueryContext(ctx, `SELECT n.status, count(*) FROM runs n WHERE `+visibleRuns+`
		AND n.status IN ('waitingToRun', 'running') GROUP BY n.status`, visibleArgs(sees)...)
	if err != nil {
		return load, translate(err)
	}
	defer rows.Close()
	for rows.Next() {
		var status run.Status
		var n int
		if err := rows.Scan(&status, &n); err != nil {
			return load, translate(err)
		}
		switch status {
		case run.WaitingToRun:
			load.WaitingToRun = n
		default:
			load.Running = n
		}
	}
	return load, translate(rows.Err())
}
