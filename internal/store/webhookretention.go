package store

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/webhook"
)

// sweepGrace is how long after its expiry a delivery may still be under way.
const sweepGrace = 5 * time.Minute

// Clean fails deliveries that were not sent in time, and deletes what is too old or too much. Several servers may call
// it at the same time.
func (s *Outbox) Clean(ctx context.Context, now time.Time) error {
	err := s.write(ctx, func(t *tx) error {
		_, err := t.ExecContext(ctx, `UPDATE webhook_deliveries SET state = 'failed', ended_at = $1 WHERE state = 'waiting' AND give_up_at < $2`,
			moment(now), moment(now.Add(-sweepGrace)))
		if err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `DELETE FROM webhook_deliveries WHERE state <> 'waiting' AND ended_at < $1`, moment(now.Add(-webhook.KeepFor)))
		return err
	})
	if err != nil {
		return err
	}
	keys, err := queryAll(ctx, s.db.reader, func(scan scanner) (key webhookKey, err error) {
		return key, scan(&key.organization, &key.webhook)
	}, `SELECT organization_id, id FROM webhooks ORDER BY id`)
	for _, key := range keys {
		if err := s.trim(ctx, key, now); err != nil {
			return err
		}
	}
	return translate(err)
}

// olderThanNewest is the condition that a delivery of a webhook is older than the newest N of its state; it uses the
// organization, the webhook and N. It is never true when there are fewer.
func olderThanNewest(state string) string {
	which := ` organization_id = $1 AND webhook_id = $2 AND state ` + state
	return which + ` AND id <= (SELECT id FROM webhook_deliveries WHERE` + which + ` ORDER BY id DESC LIMIT 1 OFFSET $3)`
}

// trim limits what is stored for one webhook. It fails the oldest waiting deliveries above the limit, and deletes the
// oldest ended ones.
func (s *Outbox) trim(ctx context.Context, key webhookKey, now time.Time) error {
	return s.write(ctx, func(t *tx) error {
		_, err := t.ExecContext(ctx, `UPDATE webhook_deliveries SET state = 'failed', ended_at = $4 WHERE`+olderThanNewest(`= 'waiting'`),
			key.organization, key.webhook, webhook.KeepWaiting, moment(now))
		if err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `DELETE FROM webhook_deliveries WHERE`+olderThanNewest(`<> 'waiting'`), key.organization, key.webhook, webhook.KeepEnded)
		return err
	})
}
