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

// notifications is the column that says which webhooks a schedule tells.
type notifications []schedule.Notification

// Scan reads the column.
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

// Value writes the column.
func (n notifications) Value() (driver.Value, error) {
	text, err := json.Marshal(append([]schedule.Notification{}, n...))
	return string(text), err
}

// checkNotifications makes sure that the webhooks are there that an actor has chosen for a schedule, and that the actor can
// see them, which administrators can. What was chosen before stays, whoever changes something else.
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
			return fault.New(fault.Invalid, "webhook %s, which is to be told, was not found", n.Webhook).
				WithHint("GET /api/v1/webhooks lists the webhooks; an administrator of the organization sees them, and has to name them.")
		}
	}
	return nil
}

// forgetWebhook takes a webhook that is about to go out of the schedules that tell it, while nobody else changes schedules.
func (t *tx) forgetWebhook(ctx context.Context, organization ids.Organization, id webhook.ID) error {
	// What the pattern finds too much is sorted out below.
	telling, err := queryAll(ctx, t, scanSchedule, `SELECT `+scheduleColumns+` FROM schedules s WHERE s.organization_id = $1 AND s.notifications LIKE $2
		ORDER BY s.id`+t.dialect.forUpdate, organization, `%"`+string(id)+`"%`)
	if err != nil {
		return err
	}
	for i := range telling {
		s := &telling[i]
		left := slices.DeleteFunc(s.Notifications, func(n schedule.Notification) bool { return n.Webhook == string(id) })
		if _, err := t.ExecContext(ctx, `UPDATE schedules SET notifications = $1 WHERE organization_id = $2 AND id = $3`,
			notifications(left), organization, s.ID); err != nil {
			return err
		}
	}
	return nil
}

// forgetWebhooksOf takes the webhooks of an environment that is about to go out of all schedules.
func (t *tx) forgetWebhooksOf(ctx context.Context, organization ids.Organization, environment ids.Environment) error {
	going, err := queryAll(ctx, t, func(scan scanner) (id webhook.ID, err error) { return id, scan(&id) },
		`SELECT id FROM webhooks WHERE organization_id = $1 AND environment_id = $2 ORDER BY id`, organization, environment)
	if err != nil || len(going) == 0 {
		return err
	}
	if err := t.lockChains(ctx, organization); err != nil {
		return err
	}
	for _, id := range going {
		if err := t.forgetWebhook(ctx, organization, id); err != nil {
			return err
		}
	}
	return nil
}
