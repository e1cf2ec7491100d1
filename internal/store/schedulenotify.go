package store

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/webhook"
)

// notifications is the column with the webhooks that a schedule notifies.
type notifications []schedule.Notification

// Scan decodes the column.
func (n *notifications) Scan(stored any) error {
	*n = nil
	var err error
	switch text := stored.(type) {
	case string:
		err = json.Unmarshal([]byte(text), n)
	case []byte:
		err = json.Unmarshal(text, n)
	default:
		err = fmt.Errorf("notifications are stored as %T", stored)
	}
	if len(*n) == 0 {
		*n = nil
	}
	return err
}

// Value encodes the column.
func (n notifications) Value() (driver.Value, error) {
	text, err := json.Marshal(append([]schedule.Notification{}, n...))
	return string(text), err
}

// checkNotifications checks that the webhooks that an actor has newly chosen for a schedule exist and that the actor
// can see them; only administrators can. Webhooks that were chosen before stay, also when an actor who cannot see them
// changes something else.
func (t *tx) checkNotifications(ctx context.Context, by account.Actor, wanted, before schedule.Schedule) error {
	for _, n := range wanted.Notifications {
		if before.Notifies(n.Webhook) {
			continue
		}
		var found int
		err := t.QueryRowContext(ctx, `SELECT count(*) FROM webhooks WHERE organization_id = $1 AND id = $2`, by.Organization, n.Webhook).Scan(&found)
		if err != nil {
			return err
		}
		if found == 0 || !seesAsWriter(by).Everything {
			return fault.New(fault.Invalid, "webhook %s, which the schedule is to notify, was not found", n.Webhook).
				WithHint("GET /api/v1/webhooks lists the webhooks. Only an administrator of the organization can see and choose them.")
		}
	}
	return nil
}

// removeNotifications removes a webhook, which is about to be deleted, from the schedules that notify it. The caller
// holds the lock of lockTriggers.
func (t *tx) removeNotifications(ctx context.Context, organization ids.Organization, id webhook.ID) error {
	// The pattern may match too much; the loop below compares exactly.
	notifying, err := queryAll(ctx, t, scanSchedule, `SELECT `+scheduleColumns+` FROM schedules s WHERE s.organization_id = $1 AND s.notifications LIKE $2
		ORDER BY s.id`+t.dialect.forUpdate, organization, `%"`+string(id)+`"%`)
	if err != nil {
		return err
	}
	for i := range notifying {
		s := &notifying[i]
		remaining := slices.DeleteFunc(s.Notifications, func(n schedule.Notification) bool { return n.Webhook == string(id) })
		if _, err := t.ExecContext(ctx, `UPDATE schedules SET notifications = $1 WHERE organization_id = $2 AND id = $3`,
			notifications(remaining), organization, s.ID); err != nil {
			return err
		}
	}
	return nil
}

// removeNotificationsOf removes the webhooks of an environment, which is about to be deleted, from all schedules.
func (t *tx) removeNotificationsOf(ctx context.Context, organization ids.Organization, environment ids.Environment) error {
	deleted, err := queryAll(ctx, t, func(scan scanner) (id webhook.ID, err error) { return id, scan(&id) },
		`SELECT id FROM webhooks WHERE organization_id = $1 AND environment_id = $2 ORDER BY id`, organization, environment)
	if err != nil || len(deleted) == 0 {
		return err
	}
	if err := t.lockTriggers(ctx, organization); err != nil {
		return err
	}
	for _, id := range deleted {
		if err := t.removeNotifications(ctx, organization, id); err != nil {
			return err
		}
	}
	return nil
}
