package store

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/schedule"
)

// Change reads a schedule, calls change and stores the result. The environment of a schedule never changes.
func (s *Schedules) Change(
	ctx context.Context, by account.Actor, id ids.Schedule, change func(*schedule.Schedule) error,
) (schedule.Schedule, error) {
	var changed schedule.Schedule
	err := s.db.write(ctx, by, audit.On(audit.Update, audit.Schedule, string(id)), func(t *tx) error {
		if err := t.lockTriggers(ctx, by.Organization); err != nil {
			return err
		}
		var err error
		if changed, err = findSchedule(ctx, t, by.Organization, id, t.dialect.forUpdate); err != nil {
			return err
		}
		before := changed
		if err := change(&changed); err != nil {
			return err
		}
		t.auditName(changed.Name)
		t.auditChanges(scheduleFields(before), scheduleFields(changed))
		if err := t.auditTarget(ctx, by.Organization, changed.Environment); err != nil {
			return err
		}
		if err := t.checkSchedule(ctx, by, changed, changed.Trigger.Schedule != before.Trigger.Schedule); err != nil {
			return err
		}
		if err := t.checkNotifications(ctx, by, changed, before); err != nil {
			return err
		}
		if err := t.checkResume(ctx, before, changed); err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `UPDATE schedules SET name = $1, job = $2, include = $3, exclude = $4, parameters = $5, parallelism = $6,
			cron = $7, time_zone = $8, after_job = $9, after_schedule = $10, retry_count = $11, retry_wait = $12, retry_from = $13,
			overlap = $14, missed = $15, is_paused = $16, next_due = $17, notifications = $18,
			owner_id = $19, pause_reason = $20 WHERE organization_id = $21 AND id = $22`,
			append(scheduleValues(changed), changed.Organization, changed.ID)...)
		if err != nil {
			return err
		}
		changed, err = findSchedule(ctx, t, changed.Organization, changed.ID, "")
		return err
	})
	return changed, err
}

// Delete deletes a schedule with its firings.
func (s *Schedules) Delete(ctx context.Context, by account.Actor, id ids.Schedule) error {
	return s.db.write(ctx, by, audit.On(audit.Delete, audit.Schedule, string(id)), func(t *tx) error {
		if err := t.lockTriggers(ctx, by.Organization); err != nil {
			return err
		}
		deleted, err := findSchedule(ctx, t, by.Organization, id, "")
		if err != nil {
			return err
		}
		t.auditName(deleted.Name)
		t.auditChanges(scheduleFields(deleted), nil)
		if err := t.auditTarget(ctx, by.Organization, deleted.Environment); err != nil {
			return err
		}
		var after int
		err = t.QueryRowContext(ctx, `SELECT count(*) FROM schedules WHERE organization_id = $1 AND after_schedule = $2`,
			by.Organization, id).Scan(&after)
		if err != nil {
			return err
		}
		if after > 0 {
			return fault.New(fault.Conflict, "schedule %s is the trigger of %d schedules", id, after).WithHint("Change or delete those first.")
		}
		missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM schedules WHERE organization_id = $1 AND id = $2`, by.Organization, id))
		if missing {
			return schedule.NotFound(string(id))
		}
		return err
	})
}

// lockTriggers makes changes of schedules and of their triggers run one after the other within an organization.
func (t *tx) lockTriggers(ctx context.Context, organization ids.Organization) error {
	_, err := t.ExecContext(ctx, `UPDATE organizations SET next_run = next_run WHERE id = $1`, organization)
	return err
}

// checkSchedule checks that a schedule does not trigger itself, directly or through others; the caller holds the lock
// of lockTriggers. It also checks that a triggering schedule that the actor has newly chosen exists and that the actor
// can see it.
func (t *tx) checkSchedule(ctx context.Context, by account.Actor, wanted schedule.Schedule, hasChosen bool) error {
	if wanted.Trigger.IsCron() {
		return nil
	}
	if other := wanted.Trigger.Schedule; other != "" && hasChosen {
		if err := t.checkSees(ctx, by, other); err != nil {
			return err
		}
	}
	links, err := queryAll(ctx, t, func(scan scanner) (l schedule.TriggerLink, err error) {
		return l, scan(&l.ID, &l.Environment, &l.Job, &l.Trigger.Cron, &l.Trigger.Job, &l.Trigger.Schedule)
	}, `SELECT id, environment_id, job, cron, after_job, after_schedule FROM schedules WHERE organization_id = $1 AND cron = ''`, by.Organization)
	if err != nil {
		return err
	}
	return schedule.CheckTriggerCycle(wanted.Link(), links)
}

// checkSees checks that an actor can see a schedule.
func (t *tx) checkSees(ctx context.Context, by account.Actor, id ids.Schedule) error {
	var found int
	err := t.QueryRowContext(ctx, `SELECT count(*) FROM schedules s WHERE `+visibleSchedules+` AND s.id = $4`,
		append(visibleArgs(seesAsWriter(by)), id)...).Scan(&found)
	if err != nil {
		return err
	}
	if found == 0 {
		return fault.New(fault.Invalid, "schedule %s, which is to trigger this one, was not found", id).
			WithHint("GET /api/v1/schedules lists the schedules that you can see.")
	}
	return nil
}

// seesAsWriter returns what an actor can see; the server itself sees everything.
func seesAsWriter(by account.Actor) account.Visibility {
	sees := by.Sees()
	sees.Everything = sees.Everything || by.Credential.IsSystem()
	return sees
}

func (t *tx) checkScheduleCount(ctx context.Context, organization ids.Organization) error {
	var count int
	err := t.QueryRowContext(ctx, `SELECT count(*) FROM schedules WHERE organization_id = $1`, organization).Scan(&count)
	if err != nil {
		return err
	}
	if count >= schedule.MaxSchedules {
		return fault.New(fault.Limit, "the organization has %d schedules", count).WithHint("That is the maximum. Delete schedules that are no longer needed.")
	}
	return nil
}
