package singlesignon

import (
	"context"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Sealer encrypts values for one context.
type Sealer interface {
	Seal(plain []byte, context string) (string, error)
	Open(sealed, context string) ([]byte, error)
}

// SessionOpener opens a session for a user whom a provider authenticated, and records refusals in the audit log.
type SessionOpener interface {
	StartExternalSession(ctx context.Context, user account.User, attempt authn.Attempt) (authn.LoginResult, error)
	RefuseExternal(ctx context.Context, organization ids.Organization, attempt authn.Attempt, reason string) error
}

// Options configures a Service.
type Options struct {
	Providers     account.IdentityProviderStore
	Identities    account.ExternalIdentityStore
	Requests      account.SignInRequestStore
	Organizations account.OrganizationStore
	Sessions      SessionOpener
	Sealer        Sealer
	Hasher        account.SecretHasher
	Egress        *egress.Policy // decides which addresses providers may have
	Now           func() time.Time
	Addresses     Addresses
}

// Service manages identity providers and signs people in through them.
type Service struct {
	Options

	mu    sync.Mutex
	known map[ids.Organization]discovered
	// forgotten is when what was known about a provider was discarded.
	forgotten map[ids.Organization]time.Time
}

// New creates a service.
func New(options Options) *Service {
	return &Service{Options: options, known: map[ids.Organization]discovered{}, forgotten: map[ids.Organization]time.Time{}}
}

// Get returns the provider of an organization.
func (s *Service) Get(ctx context.Context, organization ids.Organization) (account.IdentityProvider, error) {
	return s.Providers.Find(ctx, organization)
}

// Draft is the input for the provider of an organization.
type Draft struct {
	Kind             account.ProviderKind
	IsEnabled        bool
	OnlySingleSignOn bool
	Settings         account.ProviderSettings
	Secret           *string // nil keeps the stored one
}

// Save validates and stores the provider of the actor's organization.
func (s *Service) Save(ctx context.Context, by account.Actor, draft Draft) (account.IdentityProvider, error) {
	draft, err := s.check(ctx, by.Organization, draft)
	if err != nil {
		return account.IdentityProvider{}, err
	}
	return s.Providers.Change(ctx, by, func(before *account.IdentityProvider) (account.IdentityProvider, error) {
		return s.merge(by.Organization, draft, before)
	})
}

// check returns a draft with normal settings. It rejects addresses that the server must not connect to, as far as their
// text shows.
func (s *Service) check(ctx context.Context, organization ids.Organization, draft Draft) (Draft, error) {
	settings, err := draft.Settings.Normalize(draft.Kind)
	if err != nil {
		return draft, err
	}
	draft.Settings = settings
	if draft.OnlySingleSignOn && !draft.IsEnabled {
		return draft, fault.New(fault.Invalid, "onlySingleSignOn needs an enabled provider").WithHint("Send isEnabled: true too.")
	}
	rule := s.Egress.For(organization)
	switch {
	case draft.Kind == account.OpenIDConnect:
		return draft, checkURL(ctx, rule, "issuer", settings.Issuer)
	case settings.MetadataURL != "":
		return draft, checkURL(ctx, rule, "metadataURL", settings.MetadataURL)
	default:
		_, err := parseMetadata([]byte(settings.Metadata))
		return draft, err
	}
}

// merge returns the provider of a draft. The stored secret stays only at the same issuer for the same client: otherwise an
// administrator who does not know it could send it to a server of their own.
func (s *Service) merge(organization ids.Organization, draft Draft, before *account.IdentityProvider) (account.IdentityProvider, error) {
	provider := account.IdentityProvider{
		Organization: organization, Kind: draft.Kind, IsEnabled: draft.IsEnabled, OnlySingleSignOn: draft.OnlySingleSignOn,
		ProviderSettings: draft.Settings, UpdatedAt: s.Now(),
	}
	isSame := before != nil && before.Kind == draft.Kind && before.Issuer == draft.Settings.Issuer && before.ClientID == draft.Settings.ClientID
	switch {
	case draft.Kind != account.OpenIDConnect:
		if draft.Secret != nil && *draft.Secret != "" {
			return provider, fault.New(fault.Invalid, "a SAML provider has no clientSecret").WithHint("Remove it.")
		}
		return provider, nil
	case draft.Secret == nil && isSame && before.SealedSecret != "":
		provider.SealedSecret = before.SealedSecret
		return provider, nil
	case draft.Secret == nil || *draft.Secret == "":
		return provider, fault.New(fault.Invalid, "clientSecret is missing").
			WithHint("Send the client's secret. It is kept while issuer and clientID stay the same.")
	case len(*draft.Secret) > maxSecret:
		return provider, fault.New(fault.Invalid, "clientSecret is too long").WithHint("Use at most %d bytes.", maxSecret)
	}
	sealed, err := s.Sealer.Seal([]byte(*draft.Secret), provider.SealContext())
	provider.SealedSecret = sealed
	return provider, err
}

const maxSecret = 4096

// Delete deletes the provider of the actor's organization. Passwords work again.
func (s *Service) Delete(ctx context.Context, by account.Actor) error {
	return s.Providers.Delete(ctx, by)
}

// secret opens the client secret of a provider.
func (s *Service) secret(provider *account.IdentityProvider) (string, error) {
	plain, err := s.Sealer.Open(provider.SealedSecret, provider.SealContext())
	return string(plain), err
}

// enabled returns the provider of an organization if people may sign in through it.
func (s *Service) enabled(ctx context.Context, organization ids.Organization) (account.IdentityProvider, error) {
	provider, err := s.Providers.Find(ctx, organization)
	if fault.Is(err, fault.NotFound) || (err == nil && !provider.IsEnabled) {
		return provider, NotEnabled.because(nil)
	}
	return provider, err
}
