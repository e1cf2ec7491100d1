package account

import (
	"context"
	"crypto/rand"
	"hash/crc32"
	"math/big"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/validate"
)

// Prefixes distinguish the kinds of secrets for people and for scanners of leaked secrets.
const (
	TokenPrefix   = "mrt_"
	SessionPrefix = "mrs_"
	SCIMPrefix    = "mrp_" // of an organization's identity provider
	LinkPrefix    = "mrl_" // of a link for choosing a password
)

const (
	alphabet       = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	randomLength   = 30
	checksumLength = 6
	secretLength   = len(TokenPrefix) + randomLength + checksumLength
)

// NewSecret creates a token or session secret: prefix, 30 random characters, 6 characters of checksum. 30 characters of
// base 62 are 178 bits.
func NewSecret(prefix string) string {
	var text strings.Builder
	text.WriteString(prefix)
	for range randomLength {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(alphabet))))
		if err != nil {
			panic("account: cannot read random bytes: " + err.Error())
		}
		text.WriteByte(alphabet[n.Int64()])
	}
	return text.String() + checksum(text.String())
}

// IsSecret reports whether the text has the form of a secret with this prefix. It rejects noise and typing mistakes
// without a database query.
func IsSecret(prefix, text string) bool {
	if len(text) != secretLength || !strings.HasPrefix(text, prefix) {
		return false
	}
	body, sum := text[:len(text)-checksumLength], text[len(text)-checksumLength:]
	return checksum(body) == sum
}

func checksum(text string) string {
	sum := crc32.ChecksumIEEE([]byte(text))
	var digits [checksumLength]byte
	for i := checksumLength - 1; i >= 0; i-- {
		digits[i] = alphabet[sum%uint32(len(alphabet))]
		sum /= uint32(len(alphabet))
	}
	return string(digits[:])
}

// Token is an access token as it is stored: the hash, never the secret.
type Token struct {
	ID           ids.Token
	Organization ids.Organization
	User         ids.User
	Name         string
	Hash         string
	Hint         string // the last four characters, so that users can distinguish their tokens
	CreatedAt    time.Time
	LastUsedAt   time.Time // zero if it was never used
	IsLogin      bool      // a login created it, not a request for a token
	Limits       TokenLimits
}

// TokenOwner is the user of a token.
type TokenOwner struct {
	Organization ids.Organization
	User         ids.User
}

// NewToken creates a token for its owner, and the secret, which is shown once.
func NewToken(owner TokenOwner, name string, hasher SecretHasher, now time.Time) (Token, string) {
	secret := NewSecret(TokenPrefix)
	return Token{
		ID: ids.New[ids.Token](), Organization: owner.Organization, User: owner.User, Name: name,
		Hash: hasher.HashToken(secret), Hint: "…" + secret[len(secret)-4:], CreatedAt: now,
	}, secret
}

// NewLoginToken creates the token of a login.
func NewLoginToken(owner TokenOwner, hasher SecretHasher, now time.Time) (Token, string) {
	token, secret := NewToken(owner, "Login of "+now.UTC().Format("2006-01-02 15:04"), hasher, now)
	token.IsLogin = true
	return token, secret
}

// TokenOrder lists the fields that lists of tokens can be ordered by.
var TokenOrder = page.Fields{"id", "name", "createdAt"}

// SecretHasher converts a secret to the hash that is stored and looked up.
type SecretHasher interface {
	HashToken(secret string) string
}

// TokenStore stores access tokens.
type TokenStore interface {
	// Create stores a token. It fails with Limit if the user has maxTokens; 0 means no limit.
	Create(ctx context.Context, by Actor, token Token, maxTokens int) error
	List(ctx context.Context, organization ids.Organization, user ids.User, request page.Request) (page.Result[Token], error)
	// ListAll returns the tokens of all users of an organization.
	ListAll(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[OwnedToken], error)
	// Revoke revokes one token of this user.
	Revoke(ctx context.Context, by Actor, user ids.User, id ids.Token) error
	// RevokeUnusedLogins revokes the actor's tokens that logins created before a time and that were never used. It
	// returns how many.
	RevokeUnusedLogins(ctx context.Context, by Actor, before time.Time) (int, error)
}

// Tokens is the service for access tokens.
type Tokens struct {
	store     TokenStore
	hasher    SecretHasher
	now       func() time.Time
	maxTokens int
}

// NewTokens creates the service. A user may have maxTokens; 0 means no limit.
func NewTokens(store TokenStore, hasher SecretHasher, now func() time.Time, maxTokens int) *Tokens {
	return &Tokens{store: store, hasher: hasher, now: now, maxTokens: maxTokens}
}

// TokenDraft is the input for a new token.
type TokenDraft struct {
	Name   string // empty for a name with the time
	Limits TokenLimitDraft
}

// Issue creates a token for the actor. It returns the secret, which is not stored anywhere.
func (s *Tokens) Issue(ctx context.Context, by Actor, draft TokenDraft) (Token, string, error) {
	return s.issue(ctx, by, by.User, draft)
}

// IssueFor creates a token for a service account. The caller has checked the permission. People create their tokens themselves, so
// that nobody else can act in their name.
func (s *Tokens) IssueFor(ctx context.Context, by Actor, user User, draft TokenDraft) (Token, string, error) {
	if !user.IsService {
		return Token{}, "", fault.New(fault.Conflict, "user %s is not a service account", user.ID).
			WithHint("Users create their tokens themselves. Create a service account with POST /api/v1/serviceAccounts.")
	}
	if user.Status != UserActive {
		return Token{}, "", fault.New(fault.Conflict, "the service account %s is disabled", user.ID).WithHint("Enable it first.")
	}
	return s.issue(ctx, by, user.ID, draft)
}

// issue creates a token. A service account cannot, so that a leaked token does not outlive its revocation.
func (s *Tokens) issue(ctx context.Context, by Actor, user ids.User, draft TokenDraft) (Token, string, error) {
	if IsServiceAddress(by.Email) {
		return Token{}, "", fault.New(fault.Forbidden, "a service account cannot create tokens").
			WithHint("A person who administers the organization creates them: POST /api/v1/users/%s/tokens.", user)
	}
	if err := validate.CheckLine("the token's name", draft.Name, 200); err != nil {
		return Token{}, "", err
	}
	now := s.now()
	limits, err := draft.Limits.Limits(now)
	if err != nil {
		return Token{}, "", err
	}
	if err := by.Limits.Cover(limits); err != nil {
		return Token{}, "", err
	}
	if err := by.RequireConfirmation(now); err != nil {
		return Token{}, "", err
	}
	if draft.Name == "" {
		draft.Name = "Token of " + now.UTC().Format("2006-01-02 15:04")
	}
	token, secret := NewToken(TokenOwner{Organization: by.Organization, User: user}, draft.Name, s.hasher, now)
	token.Limits = limits
	return token, secret, s.store.Create(ctx, by, token, s.maxTokens)
}

// List returns the tokens of a user of the organization.
func (s *Tokens) List(ctx context.Context, organization ids.Organization, user ids.User, request page.Request) (page.Result[Token], error) {
	return s.store.List(ctx, organization, user, request)
}

// Revoke revokes one token of a user.
func (s *Tokens) Revoke(ctx context.Context, by Actor, user ids.User, id ids.Token) error {
	return s.store.Revoke(ctx, by, user, id)
}

// unusedAge is how old an unused token of a login must be to be revoked with the others. The use of a younger one may not be
// stored yet, or its program is about to use it.
const unusedAge = 24 * time.Hour

// RevokeUnusedLogins revokes the actor's tokens of logins that are older than a day and were never used. It returns how
// many.
func (s *Tokens) RevokeUnusedLogins(ctx context.Context, by Actor) (int, error) {
	return s.store.RevokeUnusedLogins(ctx, by, s.now().Add(-unusedAge))
}

// signInReserve is how many tokens a user may have beyond the limit through logins, because each login creates one: a user
// who has reached the limit can still log in to revoke tokens.
const signInReserve = 1000

// MaxTokensAtSignIn returns the limit of tokens that applies to logins; 0 means no limit.
func MaxTokensAtSignIn(maxTokens int) int {
	if maxTokens == 0 {
		return 0
	}
	return maxTokens + signInReserve
}

// TooManyTokens is the fault for a user who has too many tokens.
func TooManyTokens(count int) error {
	return fault.New(fault.Limit, "you have %d access tokens, and no more are allowed", count).
		WithHint("Revoke tokens that you no longer use: GET /api/v1/auth/tokens lists them with their last use, " +
			"DELETE /api/v1/auth/unusedTokens revokes the unused ones of old logins. " +
			"Each login creates a token, so let scripts use one token instead of logging in.")
}

// TokenNotFound is the fault for a token that does not exist or belongs to another user.
func TokenNotFound(id ids.Token) error {
	return fault.New(fault.NotFound, "token %s was not found", id).WithHint("GET /api/v1/auth/tokens lists your tokens.")
}
