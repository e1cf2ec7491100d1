package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
)

// startFiring marks a firing as started when the run of its attempt is stored. It fails if another run was stored for
// the attempt first.
func (t *tx) startFiring(ctx context.Context, r run.Run, firing *run.Firing) error {
	if firing == nil {
		return nil
	}
	taken, err := affectedNone(t.ExecContext(ctx, `UPDATE schedule_firings SET state = 'started', run_id = $1, owner = '', refusals = 0, reason = '',
		started_at = CASE WHEN started_at = 0 THEN $2 ELSE started_at END
		WHERE organization_id = $3 AND schedule_id = $4 AND due_at = $5 AND state = 'due' AND attempt = $6`,
		r.ID, moment(r.CreatedAt), r.Organization, firing.Schedule, moment(firing.Due), firing.Attempt))
	if err != nil {
		return err
	}
	if taken {
		return run.FiringTaken(*firing)
	}
	_, err = t.ExecContext(ctx, `INSERT INTO schedule_runs (organization_id, run_id, schedule_id, due_at, attempt) VALUES ($1, $2, $3, $4, $5)`,
		r.Organization, r.ID, firing.Schedule, moment(firing.Due), firing.Attempt)
	return err
}

// applyRunEndToSchedules ends or retries the firing that started the run, and fires the schedules that such a run triggers. It
// stores the end of the firing in end.
func (t *tx) applyRunEndToSchedules(ctx context.Context, end *runEnd) (err error) {
	r := end.run
	end.firing, err = t.endFiring(ctx, r, end.outcome)
	if err != nil || end.outcome.Status != run.Completed || r.Type != run.Refresh {
		return err
	}
	if id := end.firing.schedule.ID; id != "" {
		if err := t.fireAfter(ctx, r, `s.after_schedule = $2`, id); err != nil {
			return err
		}
	}
	if r.Details.Job == "" {
		return nil
	}
	return t.fireAfter(ctx, r, `s.after_job = $2 AND s.environment_id = $3`, r.Details.Job, r.Environment)
}

// endFiring ends the firing that started a run, or makes it due for a retry. It returns a zero value if no firing
// started the run, or its schedule is deleted.
func (t *tx) endFiring(ctx context.Context, r run.Run, outcome run.Outcome) (firingEnd, error) {
	var id ids.Schedule
	var due, attempt int64
	err := t.QueryRowContext(ctx, `SELECT schedule_id, due_at, attempt FROM schedule_runs WHERE organization_id = $1 AND run_id = $2`,
		r.Organization, r.ID).Scan(&id, &due, &attempt)
	if errors.Is(err, sql.ErrNoRows) {
		return firingEnd{}, nil
	}
	if err != nil {
		return firingEnd{}, err
	}
	s, err := findSchedule(ctx, t, r.Organization, id, t.dialect.forUpdate)
	if fault.Is(err, fault.NotFound) { // it was deleted in the meantime
		return firingEnd{}, nil
	}
	if err != nil {
		return firingEnd{}, err
	}
	end := firingEnd{schedule: s, due: fromMoment(due), attempt: int(attempt), from: schedule.FiringStarted, to: schedule.FiringFailed}
	switch outcome.Status {
	case run.Completed:
		end.to = schedule.FiringCompleted
	case run.Canceled:
		end.to = schedule.FiringCanceled
	default:
		end.reason, end.mayRetry = storedReason(outcome), true
	}
	end.isOver, err = t.moveFiring(ctx, end)
	return end, err
}

// firingEnd is the end of one attempt of a firing. The schedule is locked.
type firingEnd struct {
	schedule schedule.Schedule
	due      time.Time
	attempt  int
	from, to schedule.FiringState
	owner    string // must still own the firing; empty for a firing whose run has started
	reason   string
	mayRetry bool
	isOver   bool // this attempt ended the firing, and there is no retry
}

// moveFiring ends a firing, or makes it due again after the retry wait of the schedule. The end of a firing makes the
// next one in the queue due. It reports whether the firing ended.
func (t *tx) moveFiring(ctx context.Context, end firingEnd) (isOver bool, err error) {
	attempt := end.attempt
	wait, again := end.schedule.Retry.RetryAfter(attempt)
	if again = again && end.mayRetry; again {
		attempt++
		end.to = schedule.FiringDue
	}
	if !end.from.CanMove(end.to) {
		return false, fault.New(fault.Internal, "a firing cannot go from %s to %s", end.from, end.to)
	}
	s := &end.schedule
	gone, err := affectedNone(t.ExecContext(ctx, `UPDATE schedule_firings SET state = $1, attempt = $2, reason = $3, owner = '', refusals = 0,
		ready_at = `+t.dialect.clock+` + $4 WHERE organization_id = $5 AND schedule_id = $6 AND due_at = $7 AND state = $8 AND attempt = $9 AND owner = $10`,
		end.to, attempt, end.reason, wait.Milliseconds(), s.Organization, s.ID, moment(end.due), end.from, end.attempt, end.owner))
	if err != nil || gone || again {
		return false, err
	}
	return true, t.advanceQueue(ctx, s)
}

// advanceQueue makes the oldest queued firing of a schedule due, if no other firing is due or started.
func (t *tx) advanceQueue(ctx context.Context, s *schedule.Schedule) error {
	_, err := t.ExecContext(ctx, `UPDATE schedule_firings SET state = 'due', ready_at = 0 WHERE organization_id = $1 AND schedule_id = $2
		AND due_at = (SELECT min(f.due_at) FROM schedule_firings f WHERE f.organization_id = $1 AND f.schedule_id = $2 AND f.state = 'queued')
		AND NOT EXISTS (SELECT 1 FROM schedule_firings f WHERE f.organization_id = $1 AND f.schedule_id = $2 AND f.state IN ('due', 'started'))`,
		s.Organization, s.ID)
	return err
}

// fireAfter fires the schedules that a completed run triggers. The end of a run is one transaction, so each fires once.
func (t *tx) fireAfter(ctx context.Context, r run.Run, condition string, args ...any) error {
	waiting, err := queryAll(ctx, t, scanSchedule, `SELECT `+scheduleColumns+` FROM schedules s WHERE s.organization_id = $1 AND NOT s.is_paused AND `+
		condition+` ORDER BY s.id`+t.dialect.forUpdate, append([]any{r.Organization}, args...)...)
	if err != nil {
		return err
	}
	for i := range waiting {
		attempt := schedule.Attempt{Schedule: waiting[i], Firing: schedule.Firing{Due: t.now, Cause: schedule.ByRun, After: r.ID, Attempt: 1}}
		if err := t.addFiring(ctx, &attempt, schedule.ClaimRequest{}); err != nil {
			return err
		}
		if _, err := t.ExecContext(ctx, `UPDATE schedules SET last_due = $1 WHERE organization_id = $2 AND id = $3`,
			moment(attempt.Firing.Due), r.Organization, waiting[i].ID); err != nil {
			return err
		}
	}
	return nil
}
