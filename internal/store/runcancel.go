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

// Cancel ends a waiting run at once, and tells the owner of a running one to stop it. One that has no owner at this moment is
// left to the next, who knows what was published. Only one that nobody has taken over for a while is ended here.
func (s *Runs) Cancel(ctx context.Context, by account.Actor, id ids.Run) (run.Run, error) {
	var r run.Run
	err := s.db.write(ctx, by.Credential, func(t *tx) (err error) {
		at, err := t.lockTargetOf(ctx, run.Key{Organization: by.Organization, Run: id})
		if err != nil {
			return err
		}
		row := t.QueryRowContext(ctx, `SELECT `+runColumns+` FROM runs n WHERE n.organization_id = $1 AND n.id = $2`+t.dialect.forUpdate,
			by.Organization, id)
		if r, err = scanRun(row.Scan); err != nil {
			return err
		}
		if r.Status.IsOver() {
			return fault.New(fault.Invalid, "run %d is %s already", id, r.Status).WithHint("There is nothing left to cancel.")
		}
		return t.cancel(ctx, &r, at)
	})
	return r, err
}

// lockTargetOf locks what a run is of, before the run itself is locked. A run stays where it is, so finding out needs no
// lock.
func (t *tx) lockTargetOf(ctx context.Context, key run.Key) (runTarget, error) {
	var environment ids.Environment
	err := t.QueryRowContext(ctx, `SELECT environment_id FROM runs WHERE organization_id = $1 AND id = $2`, key.Organization, key.Run).
		Scan(&environment)
	if errors.Is(err, sql.ErrNoRows) {
		return runTarget{}, run.NotFound(ids.FormatNumber(key.Run))
	}
	if err != nil {
		return runTarget{}, err
	}
	return t.lockTarget(ctx, key.Organization, environment)
}

// cancel ends a run, or asks for its end, as its state allows.
func (t *tx) cancel(ctx context.Context, r *run.Run, at runTarget) error {
	isAbandoned, err := t.isAbandoned(ctx, r)
	if err != nil {
		return err
	}
	end := runEnd{run: *r, outcome: run.Outcome{Status: run.Canceled}, target: at}
	if isAbandoned {
		if err := t.endAbandoned(ctx, &end); err != nil {
			return err
		}
		r.Status, r.EndedAt = run.Canceled, fromMoment(moment(t.now))
		return nil
	}
	if r.CancelRequested {
		t.quiet = true
		return nil
	}
	r.CancelRequested = true
	if r.Status == run.WaitingToRun {
		r.Status, r.EndedAt = run.Canceled, fromMoment(moment(t.now))
	}
	if err := t.storeCancel(ctx, *r); err != nil || !r.Status.IsOver() {
		return err
	}
	return t.applyRunEnd(ctx, &end)
}

// abandonedAfter is how long after the end of its lease, or after it was given back, a run counts as abandoned, in
// milliseconds. Whoever can take it over has done so long before.
const abandonedAfter = 30_000

func (t *tx) isAbandoned(ctx context.Context, r *run.Run) (abandoned bool, err error) {
	if r.Status != run.Running {
		return false, nil
	}
	err = t.QueryRowContext(ctx, `SELECT lease_until + $1 < `+t.dialect.clock+` FROM runs WHERE organization_id = $2 AND id = $3`,
		abandonedAfter, r.Organization, r.ID).Scan(&abandoned)
	return abandoned, err
}

func (t *tx) storeCancel(ctx context.Context, r run.Run) error {
	mark, err := t.nextSequence(ctx, r.Organization, 1)
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `UPDATE runs SET cancel_requested = $1, status = $2, ended_at = $3, changed = $4
		WHERE organization_id = $5 AND id = $6`, r.CancelRequested, r.Status, moment(r.EndedAt), mark, r.Organization, r.ID)
	return err
}
