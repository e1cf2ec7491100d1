package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/schedule"
)

// Schedules stores schedules and their firings.
//
// Rows are locked in one order, after those of runs: the schedule, its firing, the webhooks that are notified. A
// transaction that adds or ends a firing locks the schedule.
type Schedules struct{ db *DB }

// Schedules returns the store of schedules.
func (db *DB) Schedules() *Schedules { return &Schedules{db} }

const scheduleColumns = `s.organization_id, s.id, s.environment_id, s.name, s.job, s.include, s.exclude, s.parameters, s.parallelism,
	s.cron, s.time_zone, s.after_job, s.after_schedule, s.retry_count, s.retry_wait, s.retry_from, s.overlap, s.missed, s.is_paused,
	s.next_due, s.last_due, s.created_by, s.created_at, s.notifications, s.owner_id,
	coalesce((SELECT o.email FROM users o WHERE o.id = s.owner_id), ''), s.pause_reason`

func scanSchedule(scan scanner) (schedule.Schedule, error) {
	var row scheduleRow
	err := scan(row.into()...)
	return row.schedule(), err
}

// scheduleRow is a schedule as it is stored.
type scheduleRow struct {
	s                                 schedule.Schedule
	parameters                        []byte
	wait, nextDue, lastDue, createdAt int64
}

func (r *scheduleRow) into() []any {
	s := &r.s
	return []any{
		&s.Organization, &s.ID, &s.Environment, &s.Name, &s.Run.Job, &s.Run.Include, &s.Run.Exclude, &r.parameters, &s.Run.Parallelism,
		&s.Trigger.Cron, &s.Trigger.TimeZone, &s.Trigger.Job, &s.Trigger.Schedule, &s.Retry.Count, &r.wait, &s.Retry.From, &s.Overlap,
		&s.Missed, &s.IsPaused, &r.nextDue, &r.lastDue, &s.CreatedBy, &r.createdAt, (*notifications)(&s.Notifications),
		&s.Owner, &s.OwnerEmail, &s.PauseReason,
	}
}

func (r *scheduleRow) schedule() schedule.Schedule {
	s := r.s
	if len(r.parameters) > 0 {
		s.Run.Parameters = r.parameters
	}
	s.Retry.Wait = time.Duration(r.wait) * time.Millisecond
	s.NextDue, s.LastDue, s.CreatedAt = fromMoment(r.nextDue), fromMoment(r.lastDue), fromMoment(r.createdAt)
	return s
}

// Create stores a schedule.
func (s *Schedules) Create(ctx context.Context, by account.Actor, wanted schedule.Schedule) (schedule.Schedule, error) {
	var created schedule.Schedule
	err := s.db.write(ctx, by, audit.On(audit.Create, audit.Schedule, string(wanted.ID)), func(t *tx) error {
		if err := t.lockTriggers(ctx, by.Organization); err != nil {
			return err
		}
		if err := t.checkSchedule(ctx, by, wanted, true); err != nil {
			return err
		}
		if err := t.checkNotifications(ctx, by, wanted, schedule.Schedule{}); err != nil {
			return err
		}
		if err := t.checkScheduleCount(ctx, by.Organization); err != nil {
			return err
		}
		_, err := t.ExecContext(ctx, `INSERT INTO schedules (organization_id, id, environment_id, name, job, include, exclude, parameters,
			parallelism, cron, time_zone, after_job, after_schedule, retry_count, retry_wait, retry_from, overlap, missed, is_paused,
			next_due, notifications, owner_id, pause_reason, last_due, created_by, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)`,
			append(append([]any{wanted.Organization, wanted.ID, wanted.Environment}, scheduleValues(wanted)...),
				moment(wanted.LastDue), wanted.CreatedBy, moment(wanted.CreatedAt))...)
		if err != nil {
			return err
		}
		t.auditName(wanted.Name)
		t.auditChanges(nil, scheduleFields(wanted))
		if err := t.auditTarget(ctx, wanted.Organization, wanted.Environment); err != nil {
			return err
		}
		created, err = findSchedule(ctx, t, wanted.Organization, wanted.ID, "")
		return err
	})
	return created, err
}

// scheduleValues returns the columns of a schedule that a change may store.
func scheduleValues(s schedule.Schedule) []any {
	return []any{
		s.Name, s.Run.Job, s.Run.Include, s.Run.Exclude, string(s.Run.Parameters), s.Run.Parallelism,
		s.Trigger.Cron, s.Trigger.TimeZone, s.Trigger.Job, s.Trigger.Schedule, s.Retry.Count, s.Retry.Wait.Milliseconds(), s.Retry.From,
		s.Overlap, s.Missed, s.IsPaused, moment(s.NextDue), notifications(s.Notifications), s.Owner, s.PauseReason,
	}
}

// Find returns a schedule.
func (s *Schedules) Find(ctx context.Context, organization ids.Organization, id ids.Schedule) (schedule.Schedule, error) {
	found, err := findSchedule(ctx, s.db.reader, organization, id, "")
	return found, translate(err)
}

func findSchedule(ctx context.Context, q querier, organization ids.Organization, id ids.Schedule, lock string) (schedule.Schedule, error) {
	row := q.QueryRowContext(ctx, `SELECT `+scheduleColumns+` FROM schedules s WHERE s.organization_id = $1 AND s.id = $2`+lock, organization, id)
	found, err := scanSchedule(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return schedule.Schedule{}, schedule.NotFound(string(id))
	}
	return found, err
}

// visibleSchedules limits a list to what an actor may see, like the conditions in visible.go. Only administrators see a
// schedule whose environment is deleted.
const visibleSchedules = `s.organization_id = $1 AND ($2
	OR EXISTS (SELECT 1 FROM environments e WHERE e.organization_id = s.organization_id AND e.id = s.environment_id AND (
		EXISTS (SELECT 1 FROM project_roles r WHERE r.user_id = $3 AND r.project_id = e.project_id)
		OR EXISTS (SELECT 1 FROM environment_roles r WHERE r.user_id = $3 AND r.environment_id = e.id))))`

// List returns a page of the schedules that the caller can see.
func (s *Schedules) List(ctx context.Context, query schedule.Query) (page.Result[schedule.Schedule], error) {
	where := filter{sql: visibleSchedules, args: visibleArgs(query.Sees)}
	if query.Environment != 0 {
		where.add("s.environment_id =", query.Environment)
	}
	return fetch(ctx, s.db, list{
		columns: scheduleColumns,
		from:    `schedules s WHERE ` + where.sql,
		args:    where.args,
		id:      column{sql: "s.id"},
		fields:  schedule.Order,
		order: map[string]column{
			"id": {sql: "s.id"}, "name": {sql: "s.name"}, "environmentID": {sql: "s.environment_id", number: true},
			"createdAt": {sql: "s.created_at", number: true}, "nextDue": {sql: "s.next_due", number: true},
		},
	}, query.Page, scanSchedule)
}
