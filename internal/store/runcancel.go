package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// Cancel ends a waiting run at once, and tells the owner of a running one to stop it.
func (s *Runs) Cancel(ctx context.Context, by account.Actor, id ids.Run) (run.Run, error) {
	var r run.Run
	err := s.db.write(ctx, by.Credential, func(t *tx) error {
		row := t.QueryRowContext(ctx, `SELECT `+runColumns+` FROM runs n WHERE n.organization_id = $1 AND n.id = $2`+t.dialect.forUpdate,
			by.Organization, id)
		var err error
		r, err = scanRun(row.Scan)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return run.NotFound(ids.FormatNumber(id))
		case err != nil:
			return err
		case r.Status.IsOver():
			return fault.New(fault.Invalid, "run %d is %s already", id, r.Status).WithHint("There is nothing left to cancel.")
		case r.CancelRequested:
			t.quiet = true
			return nil
		}
		r.CancelRequested = true
		if r.Status == run.WaitingToRun {
			r.Status, r.EndedAt = run.Canceled, fromMoment(moment(t.now))
		}
		return t.storeCancel(ctx, r)
	})
	return r, err
}

func (t *tx) storeCancel(ctx context.Context, r run.Run) error {
	mark, err := t.nextMarks(ctx, r.Organization, 1)
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `UPDATE runs SET cancel_requested = $1, status = $2, ended_at = $3, changed = $4
		WHERE organization_id = $5 AND id = $6`, r.CancelRequested, r.Status, moment(r.EndedAt), mark, r.Organization, r.ID)
	return err
}
