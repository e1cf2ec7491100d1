package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/webhook"
)

// Outbox gives deliveries to those who send them. It is the server's own and needs no credential.
//
// Rows are locked in one order: the webhook, its deliveries.
type Outbox struct{ db *DB }

// Outbox gives the outbox of the database.
func (db *DB) Outbox() *Outbox { return &Outbox{db} }

// write changes what no kept answer shows.
func (s *Outbox) write(ctx context.Context, do func(*tx) error) error {
	return s.db.write(ctx, account.Credential{}, func(t *tx) error {
		t.quiet = true
		return do(t)
	})
}

// servable is the condition that somebody could send to a webhook now; $1 is the time.
func (d dialect) servable() string {
	return `w.is_active AND w.lease_until < ` + d.clock + ` AND w.paused_until <= $1 AND EXISTS (SELECT 1 FROM webhook_deliveries d
		WHERE d.organization_id = w.organization_id AND d.webhook_id = w.id AND d.state = 'waiting' AND d.due_at <= $1)`
}

// maxLanes is how many webhooks one look finds. There are several, because others look for the same.
const maxLanes = 16

// laneKey names a webhook.
type laneKey struct {
	organization ids.Organization
	webhook      webhook.ID
}

// Claim takes the webhook that was not sent to for the longest time of those that something is due for, with what is due.
// It gives nil when there is none.
//
// It is asked all the time and mostly in vain, so it first looks without a transaction.
func (s *Outbox) Claim(ctx context.Context, claimant webhook.ClaimRequest) (*webhook.Batch, error) {
	candidates, err := queryAll(ctx, s.db.reader, func(scan scanner) (key laneKey, err error) {
		return key, scan(&key.organization, &key.webhook)
	}, `SELECT w.organization_id, w.id FROM webhooks w WHERE `+s.db.dialect.servable()+` ORDER BY w.lease_until, w.id LIMIT $2`,
		moment(claimant.Now), maxLanes)
	if err != nil {
		return nil, translate(err)
	}
	for _, candidate := range candidates {
		var round *webhook.Batch
		err := s.write(ctx, func(t *tx) (err error) {
			round, err = t.takeLane(ctx, claimant, candidate)
			return err
		})
		if round != nil || err != nil {
			return round, err
		}
	}
	return nil, nil //nolint:nilnil // nothing to do is no fault
}

// takeLane makes the claimant the owner of a lane, unless another was faster.
func (t *tx) takeLane(ctx context.Context, claimant webhook.ClaimRequest, key laneKey) (*webhook.Batch, error) {
	lane := webhook.Lease{Organization: key.organization, Webhook: key.webhook, Owner: claimant.Owner}
	row := t.QueryRowContext(ctx, `UPDATE webhooks AS w SET owner = $2, epoch = w.epoch + 1, lease_until = `+t.dialect.clock+` + $3
		WHERE `+t.dialect.servable()+` AND w.organization_id = $4 AND w.id = $5 RETURNING epoch`,
		moment(claimant.Now), claimant.Owner, claimant.Length.Milliseconds(), key.organization, key.webhook)
	err := row.Scan(&lane.Epoch)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // another was faster
	}
	if err != nil {
		return nil, err
	}
	w, err := findWebhook(ctx, t, key.organization, key.webhook, "")
	if err != nil {
		return nil, err
	}
	letters, err := queryAll(ctx, t, scanLetter, `SELECT id, kind, body, failed, give_up_at FROM webhook_deliveries
		WHERE organization_id = $1 AND webhook_id = $2 AND state = 'waiting' AND due_at <= $3 ORDER BY due_at, id LIMIT $4`,
		key.organization, key.webhook, moment(claimant.Now), claimant.Limit)
	return &webhook.Batch{Lease: lane, Webhook: w, Deliveries: letters}, err
}

func scanLetter(scan scanner) (letter webhook.DueDelivery, err error) {
	var giveUp int64
	err = scan(&letter.ID, &letter.Kind, &letter.Body, &letter.Failed, &giveUp)
	letter.GiveUpAt = fromMoment(giveUp)
	return letter, err
}

// Report writes down what came of an attempt. One to a delivery that is no longer there is forgotten.
func (s *Outbox) Report(ctx context.Context, lane webhook.Lease, report webhook.AttemptResult) error {
	return s.write(ctx, func(t *tx) error {
		if err := t.lockLane(ctx, lane); err != nil {
			return err
		}
		number, err := t.advanceDelivery(ctx, lane, report)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := t.logAttempt(ctx, lane, report, number); err != nil {
			return err
		}
		return t.noteHealth(ctx, lane, report)
	})
}

// lockLane makes sure that a lane has not passed, and keeps it so until the transaction ends.
func (t *tx) lockLane(ctx context.Context, lane webhook.Lease) error {
	var one int
	err := t.QueryRowContext(ctx, `SELECT 1 FROM webhooks WHERE organization_id = $1 AND id = $2 AND owner = $3 AND epoch = $4`+t.dialect.forUpdate,
		lane.Organization, lane.Webhook, lane.Owner, lane.Epoch).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return webhook.LeaseLost(lane)
	}
	return err
}

// advanceDelivery moves a delivery on, and gives the number of the attempt. One that was replayed while the attempt went on
// stays due: whoever asked for it was promised another attempt.
func (t *tx) advanceDelivery(ctx context.Context, lane webhook.Lease, report webhook.AttemptResult) (number int, err error) {
	ended, failed := moment(t.now), 1
	if report.State == webhook.Waiting {
		ended = 0
	}
	if report.State == webhook.Delivered {
		failed = 0
	}
	err = t.QueryRowContext(ctx, `UPDATE webhook_deliveries SET state = $1, due_at = $2, ended_at = $3, attempts = attempts + 1,
		failed = failed + $4 WHERE organization_id = $5 AND webhook_id = $6 AND id = $7 AND give_up_at = $8 RETURNING attempts`,
		report.State, moment(report.DueAt), ended, failed, lane.Organization, lane.Webhook, report.Delivery, moment(report.GiveUpAt)).Scan(&number)
	if !errors.Is(err, sql.ErrNoRows) {
		return number, err
	}
	err = t.QueryRowContext(ctx, `UPDATE webhook_deliveries SET attempts = attempts + 1
		WHERE organization_id = $1 AND webhook_id = $2 AND id = $3 RETURNING attempts`,
		lane.Organization, lane.Webhook, report.Delivery).Scan(&number)
	return number, err
}

// logAttempt keeps an attempt, and forgets the oldest of very many.
func (t *tx) logAttempt(ctx context.Context, lane webhook.Lease, report webhook.AttemptResult, number int) error {
	attempt := report.Attempt
	_, err := t.ExecContext(ctx, `INSERT INTO webhook_attempts (organization_id, delivery_id, number, started_at, took_ms, status, answer, problem)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, lane.Organization, report.Delivery, number, moment(attempt.StartedAt),
		attempt.Took.Milliseconds(), attempt.Status, storable(attempt.Answer), storable(attempt.Problem))
	if err != nil || number <= webhook.KeepAttempts {
		return err
	}
	_, err = t.ExecContext(ctx, `DELETE FROM webhook_attempts WHERE organization_id = $1 AND delivery_id = $2 AND number <= $3`,
		lane.Organization, report.Delivery, number-webhook.KeepAttempts)
	return err
}

// storable is text from outside as both databases can hold it.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}

// noteHealth keeps since when a webhook fails.
func (t *tx) noteHealth(ctx context.Context, lane webhook.Lease, report webhook.AttemptResult) error {
	since, unless := moment(t.now), `failing_since = 0`
	if report.State == webhook.Delivered {
		since, unless = 0, `failing_since <> 0`
	}
	_, err := t.ExecContext(ctx, `UPDATE webhooks SET failing_since = $1 WHERE organization_id = $2 AND id = $3 AND `+unless,
		since, lane.Organization, lane.Webhook)
	return err
}

// Release gives a lane back, which nobody is to take before a time.
func (s *Outbox) Release(ctx context.Context, lane webhook.Lease, pausedUntil time.Time) error {
	return s.write(ctx, func(t *tx) error {
		// The end of the lease stays as the time at which the webhook was last served.
		passed, err := affectedNone(t.ExecContext(ctx, `UPDATE webhooks SET owner = '', lease_until = `+t.dialect.clock+` - 1, paused_until = $1
			WHERE organization_id = $2 AND id = $3 AND owner = $4 AND epoch = $5`,
			moment(pausedUntil), lane.Organization, lane.Webhook, lane.Owner, lane.Epoch))
		if passed {
			return webhook.LeaseLost(lane)
		}
		return err
	})
}
