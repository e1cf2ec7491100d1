package webhook

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// Sealer seals secrets under the server's key.
type Sealer interface {
	Seal(plain []byte, context string) (string, error)
}

// Service manages webhooks for users.
type Service struct {
	Store  Store
	Sealer Sealer
	Egress *egress.Policy // decides which addresses messages may be sent to
	Wake   func()         // called when a delivery was stored; it never blocks
	Now    func() time.Time
}

// Draft has the settings of a new webhook.
type Draft struct {
	URL         string
	Description string
	Kinds       []Kind // nil means all kinds
	Environment ids.Environment
	IsActive    bool
}

// Created is a webhook with its secret, which is shown only once.
type Created struct {
	Webhook Webhook
	Secret  string
}

// Create adds a webhook. It sends nothing.
func (s *Service) Create(ctx context.Context, by account.Actor, draft Draft) (Created, error) {
	webhook := Webhook{
		Organization: by.Organization, ID: ids.New[ID](), URL: draft.URL, Description: draft.Description, Kinds: draft.Kinds,
		Environment: draft.Environment, IsActive: draft.IsActive, CreatedBy: by.User, CreatedAt: s.Now(),
	}
	if draft.Kinds == nil {
		webhook.Kinds = []Kind{AllKinds}
	}
	if err := checkURL(ctx, s.Egress.For(by.Organization), webhook.URL); err != nil {
		return Created{}, err
	}
	if err := webhook.check(); err != nil {
		return Created{}, err
	}
	secret := newSecret()
	var err error
	if webhook.SealedSecret, err = s.Sealer.Seal([]byte(secret), webhook.SealContext()); err != nil {
		return Created{}, err
	}
	return Created{Webhook: webhook, Secret: secret}, s.Store.Create(ctx, by, webhook)
}

// Get returns a webhook.
func (s *Service) Get(ctx context.Context, organization ids.Organization, id ID) (Webhook, error) {
	return s.Store.Find(ctx, organization, id)
}

// List returns a page of the organization's webhooks.
func (s *Service) List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[Webhook], error) {
	return s.Store.List(ctx, organization, request)
}

// Patch changes a webhook; unset fields stay as they are.
type Patch struct {
	URL         project.Optional[string]
	Description project.Optional[string]
	Kinds       project.Optional[[]Kind]
	Environment project.Optional[ids.Environment]
	IsActive    project.Optional[bool]
}

// Update changes a webhook. Waiting deliveries go to the new address.
func (s *Service) Update(ctx context.Context, by account.Actor, id ID, patch Patch) (Webhook, error) {
	if patch.URL.Given { // before the transaction, because it reads the state database
		if err := checkURL(ctx, s.Egress.For(by.Organization), patch.URL.Value); err != nil {
			return Webhook{}, err
		}
	}
	updated, err := s.Store.Change(ctx, by, id, func(webhook *Webhook) error {
		set(&webhook.URL, patch.URL)
		set(&webhook.Description, patch.Description)
		set(&webhook.Kinds, patch.Kinds)
		set(&webhook.Environment, patch.Environment)
		set(&webhook.IsActive, patch.IsActive)
		return webhook.check()
	})
	if err == nil {
		s.Wake()
	}
	return updated, err
}

func set[T any](field *T, value project.Optional[T]) {
	if value.Given {
		*field = value.Value
	}
}

// Delete deletes a webhook and its deliveries, sent or not.
func (s *Service) Delete(ctx context.Context, by account.Actor, id ID) error {
	return s.Store.Delete(ctx, by, id)
}

// Rotate sets a new secret. The previous one also signs for a day.
func (s *Service) Rotate(ctx context.Context, by account.Actor, id ID) (Created, error) {
	secret := newSecret()
	webhook, err := s.Store.Change(ctx, by, id, func(webhook *Webhook) error {
		sealed, err := s.Sealer.Seal([]byte(secret), webhook.SealContext())
		if err == nil {
			webhook.retire(sealed, s.Now())
		}
		return err
	})
	if err != nil {
		return Created{}, err
	}
	return Created{Webhook: webhook, Secret: secret}, nil
}

// Test sends a test message, which describes only the webhook itself.
func (s *Service) Test(ctx context.Context, by account.Actor, id ID) (Delivery, error) {
	return s.wake(s.Store.CreateTest(ctx, by, id))
}

// Deliveries returns a page of the delivery log of a webhook.
func (s *Service) Deliveries(ctx context.Context, query DeliveryQuery) (page.Result[Delivery], error) {
	return s.Store.Deliveries(ctx, query)
}

// Replay sends a message again, with the same id and body, whatever its state.
func (s *Service) Replay(ctx context.Context, by account.Actor, webhook ID, id DeliveryID) (Delivery, error) {
	return s.wake(s.Store.Replay(ctx, by, webhook, id))
}

func (s *Service) wake(delivery Delivery, err error) (Delivery, error) {
	if err == nil {
		s.Wake()
	}
	return delivery, err
}
