package webhook

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Store stores webhooks and the log of their deliveries, for the Service. The Dispatcher uses Outbox.
type Store interface {
	// Create fails if the organization has MaxWebhooks webhooks already, or if the environment does not exist.
	Create(ctx context.Context, by account.Actor, webhook Webhook) error
	Find(ctx context.Context, organization ids.Organization, id ID) (Webhook, error)
	List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[Webhook], error)
	// Change reads a webhook, calls change and stores the result, in one transaction.
	Change(ctx context.Context, by account.Actor, id ID, change func(*Webhook) error) (Webhook, error)
	// Delete deletes a webhook and its deliveries, sent or not.
	Delete(ctx context.Context, by account.Actor, id ID) error
	// CreateTest stores a test delivery for one webhook. It is a conflict while the webhook is switched off.
	CreateTest(ctx context.Context, by account.Actor, id ID) (Delivery, error)
	// Deliveries returns a page of the delivery log of a webhook.
	Deliveries(ctx context.Context, query DeliveryQuery) (page.Result[Delivery], error)
	// Replay makes a delivery due now, whatever its state. It is a conflict while the webhook is switched off.
	Replay(ctx context.Context, by account.Actor, webhook ID, id DeliveryID) (Delivery, error)
}

// MaxWebhooks limits the webhooks of an organization, because the end of each of its runs reads them all.
const MaxWebhooks = 100
