package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/schedule"
)

const firingColumns = `f.schedule_id, f.due_at, f.cause, f.after_run, f.state, f.attempt, f.run_id, f.started_at, f.ready_at, f.reason`

// openFirings is the condition for firings that have not ended. It is written as in the partial index, so that the
// database uses it.
const openFirings = `f.state IN ('due', 'queued', 'started')`

// firingRow is a firing as it is stored.
type firingRow struct {
	f                         schedule.Firing
	dueAt, startedAt, readyAt int64
}

func (r *firingRow) into() []any {
	f := &r.f
	return []any{&f.Schedule, &r.dueAt, &f.Cause, &f.After, &f.State, &f.Attempt, &f.Run, &r.startedAt, &r.readyAt, &f.Reason}
}

func (r *firingRow) firing() schedule.Firing {
	f := r.f
	f.Due, f.Started, f.ReadyAt = fromMoment(r.dueAt), fromMoment(r.startedAt), fromMoment(r.readyAt)
	return f
}

func scanFiring(scan scanner) (schedule.Firing, error) {
	var row firingRow
	err := scan(row.into()...)
	return row.firing(), err
}

// Firings returns a page of the firings of a schedule.
func (s *Schedules) Firings(ctx context.Context, query schedule.FiringQuery) (page.Result[schedule.Firing], error) {
	due := column{sql: "f.due_at", number: true}
	where := filter{sql: `f.organization_id = $1 AND f.schedule_id = $2`, args: []any{query.Organization, query.Schedule}}
	if len(query.States) > 0 {
		states := make([]any, len(query.States))
		for i, state := range query.States {
			states[i] = state
		}
		where.addAll(`f.state IN (?`+strings.Repeat(", ?", len(states)-1)+`)`, states...)
	}
	return fetch(ctx, s.db, list{
		columns: firingColumns,
		from:    `schedule_firings f WHERE ` + where.sql,
		args:    where.args,
		id:      due,
		fields:  schedule.FiringOrder,
		order:   map[string]column{"id": due, "dueAt": due, "state": {sql: "f.state", word: true}},
	}, query.Page, scanFiring)
}

// Fire adds a firing that a user requested.
func (s *Schedules) Fire(ctx context.Context, by account.Actor, id ids.Schedule, lease schedule.ClaimRequest) (schedule.Attempt, error) {
	attempt := schedule.Attempt{Owner: lease.Owner}
	err := s.db.write(ctx, by, audit.On(audit.Fire, audit.Schedule, string(id)), func(t *tx) error {
		found, err := findSchedule(ctx, t, by.Organization, id, t.dialect.forUpdate)
		if err != nil {
			return err
		}
		attempt.Schedule = found
		t.auditName(found.Name)
		if err := t.auditTarget(ctx, by.Organization, found.Environment); err != nil {
			return err
		}
		attempt.Firing = schedule.Firing{Schedule: id, Due: fromMoment(moment(lease.Now)), Cause: schedule.ByPerson, Attempt: 1}
		return t.addFiring(ctx, &attempt, lease)
	})
	return attempt, err
}

// addFiring adds a firing to a schedule that is locked, at its due time or the first free time after it. The schedule
// decides its first state; with a lease it is claimed at once.
func (t *tx) addFiring(ctx context.Context, attempt *schedule.Attempt, lease schedule.ClaimRequest) error {
	s, f := &attempt.Schedule, &attempt.Firing
	open, err := t.countOpen(ctx, []schedule.Schedule{*s})
	if err != nil {
		return err
	}
	if f.State, f.Reason, err = s.Admit(f.Cause, open[keyOf(s)]); err != nil {
		return err
	}
	var last int64
	err = t.QueryRowContext(ctx, `SELECT coalesce(max(due_at), 0) FROM schedule_firings WHERE organization_id = $1 AND schedule_id = $2`,
		s.Organization, s.ID).Scan(&last)
	if err != nil {
		return err
	}
	f.Due = fromMoment(betweenSeconds(max(moment(f.Due), last+1)))
	return t.insertFirings(ctx, []newFiring{{key: keyOf(s), firing: *f, owner: lease.Owner, readyAt: moment(lease.Now.Add(lease.Length))}})
}

// betweenSeconds moves firings without a cron time off whole seconds, because due times are whole seconds and one
// firing must not replace another.
func betweenSeconds(ms int64) int64 {
	if ms%1000 == 0 {
		return ms + 1
	}
	return ms
}

// scheduleKey identifies a schedule over all organizations.
type scheduleKey struct {
	organization ids.Organization
	id           ids.Schedule
}

func keyOf(s *schedule.Schedule) scheduleKey { return scheduleKey{s.Organization, s.ID} }

// newFiring is a firing to be stored.
type newFiring struct {
	key     scheduleKey
	firing  schedule.Firing
	owner   string
	readyAt int64 // when it can be claimed; 0 is at once
}

// insertFirings stores firings. An existing firing stays as it is, so that a due time fires once.
func (t *tx) insertFirings(ctx context.Context, firings []newFiring) error {
	if len(firings) == 0 {
		return nil
	}
	rows, args := make([]string, len(firings)), make([]any, 0, 10*len(firings))
	for i, n := range firings {
		at := len(args)
		rows[i] = fmt.Sprintf("($%d, $%d, $%d, $%d, $%d, $%d, $%d, 0, 0, $%d, $%d, 0, $%d)",
			at+1, at+2, at+3, at+4, at+5, at+6, at+7, at+8, at+9, at+10)
		f := n.firing
		args = append(args, n.key.organization, n.key.id, moment(f.Due), f.Cause, f.After, f.State, f.Attempt, n.readyAt, n.owner, f.Reason)
	}
	_, err := t.ExecContext(ctx, `INSERT INTO schedule_firings (organization_id, schedule_id, due_at, cause, after_run, state, attempt,
		run_id, started_at, ready_at, owner, refusals, reason) VALUES `+strings.Join(rows, ", ")+` ON CONFLICT DO NOTHING`, args...)
	return err
}

// countOpen counts the firings of schedules that have not ended.
func (t *tx) countOpen(ctx context.Context, schedules []schedule.Schedule) (map[scheduleKey]int, error) {
	keys, args := make([]string, len(schedules)), make([]any, 0, 2*len(schedules))
	for i := range schedules {
		keys[i] = fmt.Sprintf("($%d, $%d)", len(args)+1, len(args)+2)
		args = append(args, schedules[i].Organization, schedules[i].ID)
	}
	type count struct {
		key  scheduleKey
		open int
	}
	counts, err := queryAll(ctx, t, func(scan scanner) (c count, err error) { return c, scan(&c.key.organization, &c.key.id, &c.open) },
		`SELECT f.organization_id, f.schedule_id, count(*) FROM schedule_firings f WHERE `+openFirings+`
		AND (f.organization_id, f.schedule_id) IN (VALUES `+strings.Join(keys, ", ")+`) GROUP BY f.organization_id, f.schedule_id`, args...)
	open := make(map[scheduleKey]int, len(counts))
	for _, c := range counts {
		open[c.key] = c.open
	}
	return open, err
}
