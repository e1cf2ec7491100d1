package app

import (
	"time"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/webhook"
)

// newWebhooks returns the dispatcher and the service of webhooks. It sends nothing yet.
func (a *App) newWebhooks() (*webhook.Dispatcher, *webhook.Service) {
	policy := a.newEgress(a.settings.WebhookPrivateAddresses)
	dispatcher := webhook.NewDispatcher(webhook.DispatcherOptions{
		Outbox: measuredOutbox{a.state.db.Outbox(), a.metrics}, Opener: a.state.keys, Owner: uuid.NewString(), Egress: policy, Logger: a.logger,
	})
	return dispatcher, &webhook.Service{Store: a.state.db.Webhooks(), Sealer: a.state.keys, Egress: policy, Wake: dispatcher.Wake, Now: time.Now}
}
