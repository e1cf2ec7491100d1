package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/schedule"
)

// DueTimes returns the time of the database's clock, which all servers share, and when something is due. Schedulers
// call it all the time; it takes no locks.
func (s *Schedules) DueTimes(ctx context.Context) (schedule.DueTimes, error) {
	var now, due, ready int64
	err := s.db.reader.QueryRowContext(ctx, `SELECT `+s.db.dialect.clock+`,
		(SELECT coalesce(min(next_due), 0) FROM schedules WHERE next_due > 0),
		(SELECT coalesce(min(ready_at), -1) FROM schedule_firings WHERE state = 'due')`).Scan(&now, &due, &ready)
	times := schedule.DueTimes{Now: fromMoment(now), Due: fromMoment(due)}
	if ready >= 0 {
		times.Ready = fromMoment(max(ready, 1)) // a firing that can be claimed at once has 0
	}
	return times, translate(err)
}

// skipLocked ends a SELECT that locks the rows that are not locked yet, and skips the others.
func (d dialect) skipLocked(table string) string {
	if d.forUpdate == "" {
		return ""
	}
	return d.forUpdate + " OF " + table + " SKIP LOCKED"
}

// write runs do for the server itself.
func (s *Schedules) write(ctx context.Context, do func(*tx) error) error {
	return s.db.system(ctx, do)
}

// ClaimDue claims schedules that are due, stores what decide returns for each, and stores their next due times, all in
// one transaction. It returns how many there were.
func (s *Schedules) ClaimDue(ctx context.Context, now time.Time, limit int, decide func(*schedule.Schedule) schedule.DueDecision) (int, error) {
	claimed := 0
	err := s.write(ctx, func(t *tx) error {
		due, err := queryAll(ctx, t, scanSchedule, `SELECT `+scheduleColumns+` FROM schedules s WHERE s.next_due > 0 AND s.next_due <= $1
			ORDER BY s.next_due LIMIT $2`+t.dialect.skipLocked("s"), moment(now), limit)
		if claimed = len(due); err != nil || claimed == 0 {
			return err
		}
		return t.storeDecisions(ctx, due, decide)
	})
	return claimed, err
}

// storeDecisions stores the firings and the next due times of schedules that are locked.
func (t *tx) storeDecisions(ctx context.Context, due []schedule.Schedule, decide func(*schedule.Schedule) schedule.DueDecision) error {
	open, err := t.countOpen(ctx, due)
	if err != nil {
		return err
	}
	var firings []newFiring
	for i := range due {
		s := &due[i]
		next := decide(s)
		if !next.Missed.IsZero() {
			firings = append(firings, newFiring{key: keyOf(s), firing: schedule.Firing{
				Due: next.Missed, Cause: schedule.ByTime, State: schedule.FiringMissed, Reason: next.Reason,
			}})
		}
		if !next.Fire.IsZero() {
			firing := schedule.Firing{Due: next.Fire, Cause: schedule.ByTime, Attempt: 1}
			if firing.State, firing.Reason, err = s.Admit(schedule.ByTime, open[keyOf(s)]); err != nil {
				return err
			}
			firings = append(firings, newFiring{key: keyOf(s), firing: firing, readyAt: moment(next.Fire)})
			s.LastDue = next.Fire
		}
		s.NextDue = next.Next
	}
	if err := t.insertFirings(ctx, firings); err != nil {
		return err
	}
	return t.updateDueTimes(ctx, due)
}

// updateDueTimes stores when schedules that are locked are due next.
func (t *tx) updateDueTimes(ctx context.Context, schedules []schedule.Schedule) error {
	rows, args := make([]string, len(schedules)), make([]any, 0, 4*len(schedules))
	for i := range schedules {
		s, at := &schedules[i], len(args)
		rows[i] = fmt.Sprintf("($%d, $%d, CAST($%d AS bigint), CAST($%d AS bigint))", at+1, at+2, at+3, at+4)
		args = append(args, s.Organization, s.ID, moment(s.NextDue), moment(s.LastDue))
	}
	_, err := t.ExecContext(ctx, `UPDATE schedules SET next_due = v.column3, last_due = v.column4
		FROM (VALUES `+strings.Join(rows, ", ")+`) AS v WHERE organization_id = v.column1 AND id = v.column2`, args...)
	return err
}

// ClaimReady claims firings that are due, and that no server has claimed or whose lease has expired.
func (s *Schedules) ClaimReady(ctx context.Context, lease schedule.ClaimRequest, limit int) ([]schedule.Attempt, error) {
	var claimed []schedule.Attempt
	err := s.write(ctx, func(t *tx) error {
		t.quiet = true // no response shows which server has claimed a firing
		var err error
		claimed, err = queryAll(ctx, t, scanAttempt, `SELECT f.refusals, `+firingColumns+`, `+scheduleColumns+` FROM schedule_firings f
			JOIN schedules s ON s.organization_id = f.organization_id AND s.id = f.schedule_id
			WHERE f.state = 'due' AND f.ready_at <= $1 ORDER BY f.ready_at LIMIT $2`+t.dialect.skipLocked("f"), moment(lease.Now), limit)
		if err != nil || len(claimed) == 0 {
			return err
		}
		return t.leaseFirings(ctx, claimed, lease)
	})
	return claimed, err
}

func scanAttempt(scan scanner) (schedule.Attempt, error) {
	var attempt schedule.Attempt
	var f firingRow
	var s scheduleRow
	err := scan(append(append([]any{&attempt.Refusals}, f.into()...), s.into()...)...)
	attempt.Firing, attempt.Schedule = f.firing(), s.schedule()
	return attempt, err
}

func (t *tx) leaseFirings(ctx context.Context, claimed []schedule.Attempt, lease schedule.ClaimRequest) error {
	rows, args := make([]string, len(claimed)), []any{lease.Owner, moment(lease.Now.Add(lease.Length))}
	for i := range claimed {
		a, at := &claimed[i], len(args)
		a.Owner = lease.Owner
		rows[i] = fmt.Sprintf("($%d, $%d, CAST($%d AS bigint))", at+1, at+2, at+3)
		args = append(args, a.Schedule.Organization, a.Schedule.ID, moment(a.Firing.Due))
	}
	_, err := t.ExecContext(ctx, `UPDATE schedule_firings SET owner = $1, ready_at = $2
		WHERE (organization_id, schedule_id, due_at) IN (VALUES `+strings.Join(rows, ", ")+`)`, args...)
	return err
}
