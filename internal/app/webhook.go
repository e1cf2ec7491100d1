package app

import (
	"time"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/webhook"
)

// newWebhooks returns the dispatcher and the service of webhooks. It sends nothing yet.
func (p *process) newWebhooks() (*webhook.Dispatcher, *webhook.Service) {
	policy := p.newEgress(p.settings.WebhookPrivateAddresses)
	dispatcher := webhook.NewDispatcher(webhook.DispatcherOptions{
		Outbox: measuredOutbox{p.state.db.Outbox(), p.metrics}, Opener: p.state.keys, Owner: uuid.NewString(), Egress: policy, Logger: p.logger,
	})
	return dispatcher, &webhook.Service{Store: p.state.db.Webhooks(), Sealer: p.state.keys, Egress: policy, Wake: dispatcher.Wake, Now: time.Now}
}
