package app

import (
	"time"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/courier"
	"github.com/millrace/millrace/internal/webhook"
)

// newWebhooks puts the courier and the service for webhooks together. Nothing is sent yet.
func (a *App) newWebhooks() (*courier.Dispatcher, *webhook.Service) {
	reach := webhook.AddressPolicy{Private: a.settings.WebhookPrivateAddresses}
	sender := courier.New(courier.Options{
		Store: a.state.db.Outbox(), Opener: a.state.keys, Owner: uuid.NewString(), Reach: reach, Logger: a.logger,
	})
	return sender, &webhook.Service{Store: a.state.db.Webhooks(), Sealer: a.state.keys, Reach: reach, Wake: sender.Wake, Now: time.Now}
}
