package store

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/schedule"
)

// Fail ends an attempt that could not start a run. It changes nothing if another server has claimed the attempt in the
// meantime.
func (s *Schedules) Fail(ctx context.Context, attempt schedule.Attempt, failure schedule.Failure) error {
	return s.write(ctx, func(t *tx) error {
		found, err := findSchedule(ctx, t, attempt.Schedule.Organization, attempt.Schedule.ID, t.dialect.forUpdate)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if failure.PauseReason != "" {
			if err := t.pauseForOwner(ctx, attempt.Schedule, failure.PauseReason); err != nil {
				return err
			}
		}
		end := firingEnd{
			schedule: found, due: attempt.Firing.Due, attempt: attempt.Firing.Attempt, from: schedule.FiringDue, to: schedule.FiringFailed,
			owner: attempt.Owner, reason: failure.Reason, mayRetry: !failure.IsFinal,
		}
		if end.isOver, err = t.moveFiring(ctx, end); err != nil || !end.isOver {
			return err
		}
		return t.enqueueUnstarted(ctx, end)
	})
}

// Postpone releases an attempt that cannot start a run now, but may later.
func (s *Schedules) Postpone(ctx context.Context, attempt schedule.Attempt, wait time.Duration, reason string) error {
	return s.write(ctx, func(t *tx) error {
		_, err := t.ExecContext(ctx, `UPDATE schedule_firings SET owner = '', refusals = refusals + 1, reason = $1, ready_at = `+t.dialect.clock+` + $2
			WHERE organization_id = $3 AND schedule_id = $4 AND due_at = $5 AND state = 'due' AND attempt = $6 AND owner = $7`,
			reason, wait.Milliseconds(), attempt.Schedule.Organization, attempt.Schedule.ID, moment(attempt.Firing.Due), attempt.Firing.Attempt, attempt.Owner)
		return err
	})
}

// ReleaseAll releases everything that an owner has claimed and not started.
func (s *Schedules) ReleaseAll(ctx context.Context, owner string) error {
	return s.write(ctx, func(t *tx) error {
		t.quiet = true
		_, err := t.ExecContext(ctx, `UPDATE schedule_firings SET owner = '', ready_at = 0 WHERE state = 'due' AND owner = $1`, owner)
		return err
	})
}

// DeleteFirings deletes firings that ended before a time, at most limit of them. It returns how many it deleted.
func (s *Schedules) DeleteFirings(ctx context.Context, before time.Time, limit int) (int64, error) {
	var gone int64
	err := s.write(ctx, func(t *tx) error {
		result, err := t.ExecContext(ctx, `DELETE FROM schedule_firings WHERE (organization_id, schedule_id, due_at) IN (
			SELECT f.organization_id, f.schedule_id, f.due_at FROM schedule_firings f WHERE f.due_at < $1 AND NOT (`+openFirings+`) ORDER BY f.due_at LIMIT $2)`,
			moment(before), limit)
		if err != nil {
			return err
		}
		gone, err = result.RowsAffected()
		return err
	})
	return gone, err
}
