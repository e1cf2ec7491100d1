package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/webhook"
)

// Outbox provides deliveries to the dispatchers that send them. It belongs to the server itself and needs no
// credential.
//
// Rows are locked in one order: the webhook, its deliveries.
type Outbox struct{ db *DB }

// Outbox returns the outbox.
func (db *DB) Outbox() *Outbox { return &Outbox{db} }

// write runs do in a transaction that changes nothing that a cached response shows.
func (s *Outbox) write(ctx context.Context, do func(*tx) error) error {
	return s.db.system(ctx, func(t *tx) error {
		t.quiet = true
		return do(t)
	})
}

// servable is the condition that a dispatcher can send to a webhook now; $1 is the time.
func (d dialect) servable() string {
	return `w.is_active AND w.lease_until < ` + d.clock + ` AND w.paused_until <= $1 AND EXISTS (SELECT 1 FROM webhook_deliveries d
		WHERE d.organization_id = w.organization_id AND d.webhook_id = w.id AND d.state = 'waiting' AND d.due_at <= $1)`
}

// maxCandidateWebhooks is how many webhooks one query returns: more than one, because other dispatchers query for the
// same.
const maxCandidateWebhooks = 16

// webhookKey identifies a webhook over all organizations.
type webhookKey struct {
	organization ids.Organization
	webhook      webhook.ID
}

// Claim claims the webhook that has waited longest among those with due deliveries, and returns these deliveries. It
// returns nil if there is none.
//
// Dispatchers call it all the time and mostly find nothing, so it first queries without a transaction.
func (s *Outbox) Claim(ctx context.Context, request webhook.ClaimRequest) (*webhook.Batch, error) {
	candidates, err := queryAll(ctx, s.db.reader, func(scan scanner) (key webhookKey, err error) {
		return key, scan(&key.organization, &key.webhook)
	}, `SELECT w.organization_id, w.id FROM webhooks w WHERE `+s.db.dialect.servable()+` ORDER BY w.lease_until, w.id LIMIT $2`,
		moment(request.Now), maxCandidateWebhooks)
	if err != nil {
		return nil, translate(err)
	}
	for _, candidate := range candidates {
		var batch *webhook.Batch
		err := s.write(ctx, func(t *tx) (err error) {
			batch, err = t.claimWebhook(ctx, request, candidate)
			return err
		})
		if batch != nil || err != nil {
			return batch, err
		}
	}
	return nil, nil //nolint:nilnil // nothing to do is not an error
}

// claimWebhook makes the requester the owner of a webhook. It returns nil if another dispatcher claimed it first.
func (t *tx) claimWebhook(ctx context.Context, request webhook.ClaimRequest, key webhookKey) (*webhook.Batch, error) {
	lease := webhook.Lease{Organization: key.organization, Webhook: key.webhook, Owner: request.Owner}
	row := t.QueryRowContext(ctx, `UPDATE webhooks AS w SET owner = $2, epoch = w.epoch + 1, lease_until = `+t.dialect.clock+` + $3
		WHERE `+t.dialect.servable()+` AND w.organization_id = $4 AND w.id = $5 RETURNING epoch`,
		moment(request.Now), request.Owner, request.Length.Milliseconds(), key.organization, key.webhook)
	err := row.Scan(&lease.Epoch)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // another dispatcher claimed it first
	}
	if err != nil {
		return nil, err
	}
	w, err := findWebhook(ctx, t, key.organization, key.webhook, "")
	if err != nil {
		return nil, err
	}
	deliveries, err := queryAll(ctx, t, scanDueDelivery, `SELECT id, kind, body, failed, give_up_at FROM webhook_deliveries
		WHERE organization_id = $1 AND webhook_id = $2 AND state = 'waiting' AND due_at <= $3 ORDER BY due_at, id LIMIT $4`,
		key.organization, key.webhook, moment(request.Now), request.Limit)
	return &webhook.Batch{Lease: lease, Webhook: w, Deliveries: deliveries}, err
}

func scanDueDelivery(scan scanner) (due webhook.DueDelivery, err error) {
	var giveUp int64
	err = scan(&due.ID, &due.Kind, &due.Body, &due.Failed, &giveUp)
	due.GiveUpAt = fromMoment(giveUp)
	return due, err
}

// Report stores the result of an attempt. A result of a delivery that no longer exists is ignored.
func (s *Outbox) Report(ctx context.Context, lease webhook.Lease, result webhook.AttemptResult) error {
	return s.write(ctx, func(t *tx) error {
		if err := t.lockWebhookLease(ctx, lease); err != nil {
			return err
		}
		number, err := t.advanceDelivery(ctx, lease, result)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := t.logAttempt(ctx, lease, result, number); err != nil {
			return err
		}
		return t.recordHealth(ctx, lease, result)
	})
}

// lockWebhookLease checks that a lease is still valid, and locks it until the transaction ends.
func (t *tx) lockWebhookLease(ctx context.Context, lease webhook.Lease) error {
	var one int
	err := t.QueryRowContext(ctx, `SELECT 1 FROM webhooks WHERE organization_id = $1 AND id = $2 AND owner = $3 AND epoch = $4`+t.dialect.forUpdate,
		lease.Organization, lease.Webhook, lease.Owner, lease.Epoch).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return webhook.LeaseLost(lease)
	}
	return err
}

// advanceDelivery stores the next state of a delivery, and returns the number of the attempt. A delivery that was
// replayed during the attempt stays due, because the replay promised another attempt.
func (t *tx) advanceDelivery(ctx context.Context, lease webhook.Lease, result webhook.AttemptResult) (number int, err error) {
	ended, failed := moment(t.now), 1
	if result.State == webhook.Waiting {
		ended = 0
	}
	if result.State == webhook.Delivered {
		failed = 0
	}
	err = t.QueryRowContext(ctx, `UPDATE webhook_deliveries SET state = $1, due_at = $2, ended_at = $3, attempts = attempts + 1,
		failed = failed + $4 WHERE organization_id = $5 AND webhook_id = $6 AND id = $7 AND give_up_at = $8 RETURNING attempts`,
		result.State, moment(result.DueAt), ended, failed, lease.Organization, lease.Webhook, result.Delivery, moment(result.GiveUpAt)).Scan(&number)
	if !errors.Is(err, sql.ErrNoRows) {
		return number, err
	}
	err = t.QueryRowContext(ctx, `UPDATE webhook_deliveries SET attempts = attempts + 1
		WHERE organization_id = $1 AND webhook_id = $2 AND id = $3 RETURNING attempts`,
		lease.Organization, lease.Webhook, result.Delivery).Scan(&number)
	return number, err
}

// logAttempt stores an attempt, and deletes the oldest one above the limit.
func (t *tx) logAttempt(ctx context.Context, lease webhook.Lease, result webhook.AttemptResult, number int) error {
	attempt := result.Attempt
	_, err := t.ExecContext(ctx, `INSERT INTO webhook_attempts (organization_id, delivery_id, number, started_at, took_ms, status, answer, problem)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, lease.Organization, result.Delivery, number, moment(attempt.StartedAt),
		attempt.Took.Milliseconds(), attempt.Status, storable(attempt.Answer), storable(attempt.Problem))
	if err != nil || number <= webhook.KeepAttempts {
		return err
	}
	_, err = t.ExecContext(ctx, `DELETE FROM webhook_attempts WHERE organization_id = $1 AND delivery_id = $2 AND number <= $3`,
		lease.Organization, result.Delivery, number-webhook.KeepAttempts)
	return err
}

// storable returns text from outside in a form that both databases can store.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}

// recordHealth stores since when a webhook fails.
func (t *tx) recordHealth(ctx context.Context, lease webhook.Lease, result webhook.AttemptResult) error {
	since, unless := moment(t.now), `failing_since = 0`
	if result.State == webhook.Delivered {
		since, unless = 0, `failing_since <> 0`
	}
	_, err := t.ExecContext(ctx, `UPDATE webhooks SET failing_since = $1 WHERE organization_id = $2 AND id = $3 AND `+unless,
		since, lease.Organization, lease.Webhook)
	return err
}

// Release gives up a lease. No dispatcher claims the webhook before pausedUntil.
func (s *Outbox) Release(ctx context.Context, lease webhook.Lease, pausedUntil time.Time) error {
	return s.write(ctx, func(t *tx) error {
		// The expiry of the lease stays as the time when the webhook was last served.
		passed, err := affectedNone(t.ExecContext(ctx, `UPDATE webhooks SET owner = '', lease_until = `+t.dialect.clock+` - 1, paused_until = $1
			WHERE organization_id = $2 AND id = $3 AND owner = $4 AND epoch = $5`,
			moment(pausedUntil), lease.Organization, lease.Webhook, lease.Owner, lease.Epoch))
		if passed {
			return webhook.LeaseLost(lease)
		}
		return err
	})
}
