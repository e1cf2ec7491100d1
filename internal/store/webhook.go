package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/webhook"
)

// Webhooks stores webhooks, for the users who configure them. The dispatcher uses Outbox.
type Webhooks struct{ db *DB }

// Webhooks returns the store of webhooks.
func (db *DB) Webhooks() *Webhooks { return &Webhooks{db} }

const webhookColumns = `w.organization_id, w.id, w.url, w.description, w.kinds, w.environment_id, w.is_active, w.sealed_secret,
	w.retired_secrets, w.failing_since, w.created_by, w.created_at`

func scanWebhook(scan scanner) (webhook.Webhook, error) {
	var w webhook.Webhook
	var kinds, retired []byte
	var environment sql.NullInt64
	var failing, created int64
	err := scan(&w.Organization, &w.ID, &w.URL, &w.Description, &kinds, &environment, &w.IsActive, &w.SealedSecret,
		&retired, &failing, &w.CreatedBy, &created)
	if err != nil {
		return w, err
	}
	w.Environment = ids.Environment(environment.Int64)
	w.FailingSince, w.CreatedAt = fromMoment(failing), fromMoment(created)
	return w, errors.Join(json.Unmarshal(kinds, &w.Kinds), json.Unmarshal(retired, &w.Retired))
}

// webhookJSON encodes the parts of a webhook that are stored as JSON.
func webhookJSON(w webhook.Webhook) (kinds, retired string, err error) {
	first, errKinds := json.Marshal(append([]webhook.Kind{}, w.Kinds...))
	second, errRetired := json.Marshal(append([]webhook.RetiredSecret{}, w.Retired...))
	return string(first), string(second), errors.Join(errKinds, errRetired)
}

// Create stores a webhook.
func (s *Webhooks) Create(ctx context.Context, by account.Actor, w webhook.Webhook) error {
	kinds, retired, err := webhookJSON(w)
	if err != nil {
		return translate(err)
	}
	return s.db.write(ctx, by, audit.On(audit.Create, audit.Webhook, string(w.ID)), func(t *tx) error {
		t.auditName(w.Description)
		t.auditChanges(nil, webhookFields(w))
		if err := t.checkWebhookCount(ctx, by.Organization); err != nil {
			return err
		}
		_, err := t.ExecContext(ctx, `INSERT INTO webhooks (organization_id, id, url, description, kinds, environment_id, is_active,
			sealed_secret, retired_secrets, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			by.Organization, w.ID, w.URL, w.Description, kinds, nullableNumber(w.Environment), w.IsActive,
			w.SealedSecret, retired, w.CreatedBy, moment(w.CreatedAt))
		return webhookReference(w, err)
	})
}

// checkWebhookCount rejects a webhook above the limit. It locks the organization, so that concurrent requests run one
// after the other.
func (t *tx) checkWebhookCount(ctx context.Context, organization ids.Organization) error {
	var one, count int
	err := t.QueryRowContext(ctx, `SELECT 1 FROM organizations WHERE id = $1`+t.dialect.forUpdate, organization).Scan(&one)
	if err != nil {
		return err
	}
	err = t.QueryRowContext(ctx, `SELECT count(*) FROM webhooks WHERE organization_id = $1`, organization).Scan(&count)
	if err == nil && count >= webhook.MaxWebhooks {
		err = fault.New(fault.Conflict, "the organization already has %d webhooks", count).WithHint("That is the maximum. Delete a webhook that is no longer needed.")
	}
	return err
}

func webhookReference(w webhook.Webhook, err error) error {
	if isDangling(err) {
		return fault.New(fault.Invalid, "environment %d was not found", w.Environment).
			WithHint("GET /api/v1/environments lists the environments. Leave environmentID out to subscribe to all of them.")
	}
	return err
}

// nullableNumber returns an optional reference as it is stored: NULL for 0.
func nullableNumber[T ~int64](id T) any {
	if id == 0 {
		return nil
	}
	return int64(id)
}

// Find returns a webhook.
func (s *Webhooks) Find(ctx context.Context, organization ids.Organization, id webhook.ID) (webhook.Webhook, error) {
	w, err := findWebhook(ctx, s.db.reader, organization, id, "")
	return w, translate(err)
}

func findWebhook(ctx context.Context, q querier, organization ids.Organization, id webhook.ID, lock string) (webhook.Webhook, error) {
	row := q.QueryRowContext(ctx, `SELECT `+webhookColumns+` FROM webhooks w WHERE w.organization_id = $1 AND w.id = $2`+lock, organization, id)
	w, err := scanWebhook(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return webhook.Webhook{}, webhook.NotFound(string(id))
	}
	return w, err
}

// List returns a page of the webhooks of an organization.
func (s *Webhooks) List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[webhook.Webhook], error) {
	return fetch(ctx, s.db, list{
		columns: webhookColumns,
		from:    `webhooks w WHERE w.organization_id = $1`,
		args:    []any{organization},
		id:      column{sql: "w.id"},
		fields:  webhook.Order,
		order: map[string]column{
			"id": {sql: "w.id"}, "url": {sql: "w.url"}, "createdAt": {sql: "w.created_at", number: true},
		},
	}, request, scanWebhook)
}

// Change reads a webhook, calls change and stores the result. It also ends the pause after a failure, so that a webhook
// that was switched on or has a new URL is tried at once.
func (s *Webhooks) Change(
	ctx context.Context, by account.Actor, id webhook.ID, change func(*webhook.Webhook) error,
) (webhook.Webhook, error) {
	var w webhook.Webhook
	err := s.db.write(ctx, by, audit.On(audit.Update, audit.Webhook, string(id)), func(t *tx) (err error) {
		if w, err = findWebhook(ctx, t, by.Organization, id, t.dialect.forUpdate); err != nil {
			return err
		}
		before := webhookFields(w)
		if err := change(&w); err != nil {
			return err
		}
		t.auditName(w.Description)
		t.auditChanges(before, webhookFields(w))
		kinds, retired, err := webhookJSON(w)
		if err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `UPDATE webhooks SET url = $1, description = $2, kinds = $3, environment_id = $4, is_active = $5,
			sealed_secret = $6, retired_secrets = $7, paused_until = 0 WHERE organization_id = $8 AND id = $9`,
			w.URL, w.Description, kinds, nullableNumber(w.Environment), w.IsActive, w.SealedSecret, retired, by.Organization, id)
		return webhookReference(w, err)
	})
	return w, err
}

// Delete deletes a webhook with its deliveries, and removes it from the schedules that notify it.
func (s *Webhooks) Delete(ctx context.Context, by account.Actor, id webhook.ID) error {
	return s.db.write(ctx, by, audit.On(audit.Delete, audit.Webhook, string(id)), func(t *tx) error {
		if err := t.lockTriggers(ctx, by.Organization); err != nil {
			return err
		}
		deleted, err := findWebhook(ctx, t, by.Organization, id, "")
		if err != nil {
			return err
		}
		t.auditName(deleted.Description)
		t.auditChanges(webhookFields(deleted), nil)
		if err := t.removeNotifications(ctx, by.Organization, id); err != nil {
			return err
		}
		missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM webhooks WHERE organization_id = $1 AND id = $2`, by.Organization, id))
		if missing {
			return webhook.NotFound(string(id))
		}
		return err
	})
}
