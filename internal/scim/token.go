package scim

import (
	"context"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/validate"
)

// Token lets an identity provider manage the users and groups of an organization. It is stored as a hash.
type Token struct {
	ID           ids.SCIMToken
	Organization ids.Organization
	Name         string
	Hash         string
	Hint         string // the last four characters
	CreatedAt    time.Time
	LastUsedAt   time.Time // zero if it was never used
}

// TokenOrder lists the fields that lists of tokens can be ordered by.
var TokenOrder = page.Fields{"id", "name", "createdAt"}

// MaxTokens limits the tokens of an organization.
const MaxTokens = 100

// ActorName is the name of the actor of SCIM requests in the audit log.
const ActorName = "scim"

// TokenStore stores tokens.
type TokenStore interface {
	// Find returns the token with a hash, or an Unauthenticated fault.
	Find(ctx context.Context, hash string) (Token, error)
	// Create stores a token. It fails with Limit if the organization has MaxTokens.
	Create(ctx context.Context, by account.Actor, token Token) error
	List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[Token], error)
	// Revoke deletes a token of the actor's organization.
	Revoke(ctx context.Context, by account.Actor, id ids.SCIMToken) error
	// Touch stores when tokens were last used.
	Touch(ctx context.Context, uses map[ids.SCIMToken]time.Time) error
}

// Tokens is the service for the tokens of SCIM.
type Tokens struct {
	store  TokenStore
	hasher account.SecretHasher
	now    func() time.Time

	mu   sync.Mutex
	uses map[ids.SCIMToken]time.Time
}

// NewTokens creates the service.
func NewTokens(store TokenStore, hasher account.SecretHasher, now func() time.Time) *Tokens {
	return &Tokens{store: store, hasher: hasher, now: now, uses: map[ids.SCIMToken]time.Time{}}
}

// Issue creates a token for the actor's organization. It returns the secret, which is not stored anywhere.
func (s *Tokens) Issue(ctx context.Context, by account.Actor, name string) (Token, string, error) {
	now := s.now()
	if err := validate.CheckLine("the token's name", name, 200); err != nil {
		return Token{}, "", err
	}
	if err := by.RequireConfirmation(now); err != nil {
		return Token{}, "", err
	}
	if name == "" {
		name = "SCIM token of " + now.UTC().Format("2006-01-02 15:04")
	}
	secret := account.NewSecret(account.SCIMPrefix)
	token := Token{
		ID: ids.New[ids.SCIMToken](), Organization: by.Organization, Name: name, Hash: s.hasher.HashToken(secret),
		Hint: "…" + secret[len(secret)-4:], CreatedAt: now,
	}
	return token, secret, s.store.Create(ctx, by, token)
}

// List returns the tokens of an organization.
func (s *Tokens) List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[Token], error) {
	return s.store.List(ctx, organization, request)
}

// Revoke revokes a token of the actor's organization.
func (s *Tokens) Revoke(ctx context.Context, by account.Actor, id ids.SCIMToken) error {
	return s.store.Revoke(ctx, by, id)
}

// Authenticate returns the actor of a token. It queries the database for each request, so that a revoked token is refused at
// once on every server.
func (s *Tokens) Authenticate(ctx context.Context, secret string) (account.Actor, error) {
	if !account.IsSecret(account.SCIMPrefix, secret) {
		return account.Actor{}, badToken()
	}
	token, err := s.store.Find(ctx, s.hasher.HashToken(secret))
	if fault.Is(err, fault.Unauthenticated) {
		return account.Actor{}, badToken()
	}
	if err != nil {
		return account.Actor{}, err
	}
	if err := s.used(ctx, token.ID); err != nil {
		return account.Actor{}, err
	}
	return account.Actor{Organization: token.Organization, Email: ActorName, Credential: account.Credential{SCIM: token.ID}}, nil
}

func badToken() error {
	return fault.New(fault.Unauthenticated, "the SCIM token is not valid").
		WithHint("An administrator of the organization creates one with `millrace scim-token create`, or in the web application: Administration, Single sign-on.")
}

// useInterval is how often the last use of a token is stored.
const useInterval = time.Minute

func (s *Tokens) used(ctx context.Context, id ids.SCIMToken) error {
	now := s.now()
	s.mu.Lock()
	isRecent := now.Sub(s.uses[id]) < useInterval
	if !isRecent {
		s.uses[id] = now
	}
	s.mu.Unlock()
	if isRecent {
		return nil
	}
	return s.store.Touch(ctx, map[ids.SCIMToken]time.Time{id: now})
}

// TokenNotFound is the fault for a token that does not exist or belongs to another organization.
func TokenNotFound(id ids.SCIMToken) error {
	return fault.New(fault.NotFound, "SCIM token %s was not found", id).WithHint("GET /api/v1/scimTokens lists the tokens.")
}

// TooManyTokens is the fault for an organization that has too many tokens.
func TooManyTokens() error {
	return fault.New(fault.Limit, "the organization has %d SCIM tokens, and no more are allowed", MaxTokens).
		WithHint("Revoke one that is not used: `millrace scim-token list` shows the last use.")
}
