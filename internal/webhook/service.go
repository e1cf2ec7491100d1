package webhook

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// Sealer seals secrets under the server's key.
type Sealer interface {
	Seal(plain []byte, context string) (string, error)
}

// Service is what people do with webhooks.
type Service struct {
	Store  Store
	Sealer Sealer
	Reach  AddressPolicy
	Wake   func() // says that a delivery was stored; it never waits
	Now    func() time.Time
}

// Draft is what it takes to make a webhook.
type Draft struct {
	URL         string
	Description string
	Kinds       []Kind // nil is every kind
	Environment ids.Environment
	IsActive    bool
}

// Created is a webhook with its secret, which is shown this once.
type Created struct {
	Webhook Webhook
	Secret  string
}

// Create makes a webhook. Nothing is sent yet.
func (s *Service) Create(ctx context.Context, by account.Actor, draft Draft) (Created, error) {
	webhook := Webhook{
		Organization: by.Organization, ID: ids.New[ID](), URL: draft.URL, Description: draft.Description, Kinds: draft.Kinds,
		Environment: draft.Environment, IsActive: draft.IsActive, CreatedBy: by.User, CreatedAt: s.Now(),
	}
	if draft.Kinds == nil {
		webhook.Kinds = []Kind{AllKinds}
	}
	if err := webhook.check(s.Reach); err != nil {
		return Created{}, err
	}
	secret := newSecret()
	var err error
	if webhook.SealedSecret, err = s.Sealer.Seal([]byte(secret), webhook.sealContext()); err != nil {
		return Created{}, err
	}
	return Created{Webhook: webhook, Secret: secret}, s.Store.Create(ctx, by, webhook)
}

// Get gives a webhook.
func (s *Service) Get(ctx context.Context, organization ids.Organization, id ID) (Webhook, error) {
	return s.Store.Find(ctx, organization, id)
}

// List gives the webhooks of the organization.
func (s *Service) List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[Webhook], error) {
	return s.Store.List(ctx, organization, request)
}

// Patch is a change of a webhook.
type Patch struct {
	URL         project.Optional[string]
	Description project.Optional[string]
	Kinds       project.Optional[[]Kind]
	Environment project.Optional[ids.Environment]
	IsActive    project.Optional[bool]
}

// Update changes a webhook. What waits to be sent goes to the new address.
func (s *Service) Update(ctx context.Context, by account.Actor, id ID, patch Patch) (Webhook, error) {
	updated, err := s.Store.Change(ctx, by, id, func(webhook *Webhook) error {
		set(&webhook.URL, patch.URL)
		set(&webhook.Description, patch.Description)
		set(&webhook.Kinds, patch.Kinds)
		set(&webhook.Environment, patch.Environment)
		set(&webhook.IsActive, patch.IsActive)
		return webhook.check(s.Reach)
	})
	if err == nil {
		s.Wake()
	}
	return updated, err
}

func set[T any](field *T, given project.Optional[T]) {
	if given.Given {
		*field = given.Value
	}
}

// Delete takes a webhook away with its deliveries, sent or not.
func (s *Service) Delete(ctx context.Context, by account.Actor, id ID) error {
	return s.Store.Delete(ctx, by, id)
}

// Rotate gives a webhook a new secret. The one before signs beside it for a day.
func (s *Service) Rotate(ctx context.Context, by account.Actor, id ID) (Created, error) {
	secret := newSecret()
	webhook, err := s.Store.Change(ctx, by, id, func(webhook *Webhook) error {
		sealed, err := s.Sealer.Seal([]byte(secret), webhook.sealContext())
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

// Test has a message sent that is about nothing but the webhook itself.
func (s *Service) Test(ctx context.Context, by account.Actor, id ID) (Delivery, error) {
	return s.woken(s.Store.Try(ctx, by, id))
}

// Deliveries gives a page of the log of a webhook.
func (s *Service) Deliveries(ctx context.Context, query DeliveryQuery) (page.Result[Delivery], error) {
	return s.Store.Deliveries(ctx, query)
}

// Replay has a message sent again, with the same id and the same body, whatever became of it before.
func (s *Service) Replay(ctx context.Context, by account.Actor, webhook ID, id DeliveryID) (Delivery, error) {
	return s.woken(s.Store.Replay(ctx, by, webhook, id))
}

func (s *Service) woken(delivery Delivery, err error) (Delivery, error) {
	if err == nil {
		s.Wake()
	}
	return delivery, err
}
