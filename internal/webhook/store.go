package webhook

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Store keeps webhooks and the log of their deliveries, for those who set them up. What sends them has an interface of its
// own in package courier.
type Store interface {
	// Create is refused when the organization has as many webhooks as it may have, or its environment is not there.
	Create(ctx context.Context, by account.Actor, webhook Webhook) error
	Find(ctx context.Context, organization ids.Organization, id ID) (Webhook, error)
	List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[Webhook], error)
	// Change reads a webhook, lets change decide and stores the result, in one transaction.
	Change(ctx context.Context, by account.Actor, id ID, change func(*Webhook) error) (Webhook, error)
	// Delete takes a webhook away with its deliveries, sent or not.
	Delete(ctx context.Context, by account.Actor, id ID) error
	// Try stores a delivery of a test to one webhook, which is a conflict while it is switched off.
	Try(ctx context.Context, by account.Actor, id ID) (Delivery, error)
	// Deliveries gives a page of the log of a webhook.
	Deliveries(ctx context.Context, query DeliveryQuery) (page.Result[Delivery], error)
	// Replay makes a delivery due now, whatever became of it, and is a conflict while its webhook is switched off.
	Replay(ctx context.Context, by account.Actor, webhook ID, id DeliveryID) (Delivery, error)
}

// MostWebhooks is how many webhooks an organization may have: each is looked at whenever one of its runs ends.
const MostWebhooks = 100
