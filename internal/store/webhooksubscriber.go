package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/webhook"
)

// subscriberQuery describes an event whose subscribers are wanted.
type subscriberQuery struct {
	environment ids.Environment
	kind        webhook.Kind
	named       []string // ids of webhooks that are notified whatever they subscribe to
}

// subscribers are the webhooks that get a delivery of an event: those that subscribe to it, and those that a schedule
// names.
type subscribers struct {
	subscribed, named []webhook.Webhook
}

func (a subscribers) isEmpty() bool { return len(a.subscribed)+len(a.named) == 0 }

// distinct returns each webhook once.
func (a subscribers) distinct() []webhook.Webhook {
	all := slices.Concat(a.subscribed, a.named)
	slices.SortFunc(all, func(a, b webhook.Webhook) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return slices.CompactFunc(all, func(a, b webhook.Webhook) bool { return a.ID == b.ID })
}

// findSubscribers returns the webhooks that get a delivery of an event, and locks them until the transaction ends: a
// delivery to a webhook that is deleted meanwhile would prevent the run from ending. It locks all of them in one
// statement, so that two ends do not wait for each other.
func (t *tx) findSubscribers(ctx context.Context, organization ids.Organization, event subscriberQuery) (subscribers, error) {
	args, named := []any{organization, event.environment}, ""
	for _, id := range event.named {
		args = append(args, id)
		named += fmt.Sprintf(" OR w.id = $%d", len(args))
	}
	active, err := queryAll(ctx, t, scanWebhook, `SELECT `+webhookColumns+` FROM webhooks w WHERE w.organization_id = $1 AND w.is_active
		AND (w.environment_id IS NULL OR w.environment_id = $2`+named+`) ORDER BY w.id`+t.dialect.forUpdate, args...)
	var found subscribers
	for _, w := range active {
		if w.SubscribesTo(event.kind) && (w.Environment == 0 || w.Environment == event.environment) {
			found.subscribed = append(found.subscribed, w)
		}
		if slices.Contains(event.named, string(w.ID)) {
			found.named = append(found.named, w)
		}
	}
	return found, err
}
