package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// Cancel ends a waiting run at once, and requests that the owner of a running one stops it. If the run has no owner at
// the moment, the next owner cancels it, because it can read what was published. Cancel itself ends a run only if no
// worker has claimed it for a while.
func (s *Runs) Cancel(ctx context.Context, by account.Actor, id ids.Run) (run.Run, error) {
	var r run.Run
	err := s.db.write(ctx, by, audit.On(audit.Cancel, audit.Run, ids.FormatNumber(id)), func(t *tx) (err error) {
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
			return fault.New(fault.Invalid, "run %d is already %s", id, r.Status).WithHint("There is nothing left to cancel.")
		}
		t.auditIn(at.project, r.Environment)
		t.auditChanges(nil, audit.Fields{{Name: "type", Value: r.Type}})
		if r.CancelRequested {
			t.unchanged()
		}
		return t.cancel(ctx, &r, at)
	})
	return r, err
}

// lockTargetOf locks the target of a run, before the run itself is locked. A run never changes its target, so the query
// for it needs no lock.
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

// cancel ends a run or requests its end, depending on its state.
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

// abandonedAfter is how long after its lease expired or was released a run counts as abandoned, in milliseconds. A
// server that can take it over does so much earlier.
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
	sequence, err := t.nextSequence(ctx, r.Organization, 1)
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `UPDATE runs SET cancel_requested = $1, status = $2, ended_at = $3, changed = $4
		WHERE organization_id = $5 AND id = $6`, r.CancelRequested, r.Status, moment(r.EndedAt), sequence, r.Organization, r.ID)
	return err
}
