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

// Prefixes tell the two kinds of secrets apart, for people and for scanners that look for leaked ones.
const (
	TokenPrefix   = "mrt_"
	SessionPrefix = "mrs_"
)

const (
	alphabet       = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	randomLength   = 30
	checksumLength = 6
	secretLength   = len(TokenPrefix) + randomLength + checksumLength
)

// NewSecret creates a token or session secret: prefix, 30 random characters, 6 of checksum. 30 characters of base 62 are
// 178 bits.
func NewSecret(prefix string) string {
	var text strings.Builder
	text.WriteString(prefix)
	for range randomLength {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(alphabet))))
		if err != nil {
			panic("account: the system has no randomness: " + err.Error())
		}
		text.WriteByte(alphabet[n.Int64()])
	}
	return text.String() + checksum(text.String())
}

// IsSecret reports whether the text has the form of a secret with this prefix. Noise and typing mistakes are told
// apart from real tokens here, without asking the database.
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

// Token is an access token as it is kept: its hash, never itself.
type Token struct {
	ID           ids.Token
	Organization ids.Organization
	User         ids.User
	Name         string
	Hash         string
	Hint         string // the last four characters, so that people can tell their tokens apart
	CreatedAt    time.Time
	LastUsedAt   time.Time // zero when it was never used
}

// TokenOwner is whose token it is.
type TokenOwner struct {
	Organization ids.Organization
	User         ids.User
}

// NewToken creates a token for its owner, and the secret that is shown once.
func NewToken(owner TokenOwner, name string, hasher SecretHasher, now time.Time) (Token, string) {
	secret := NewSecret(TokenPrefix)
	return Token{
		ID: ids.New[ids.Token](), Organization: owner.Organization, User: owner.User, Name: name,
		Hash: hasher.HashToken(secret), Hint: "…" + secret[len(secret)-4:], CreatedAt: now,
	}, secret
}

// TokenOrder is what lists of tokens can be ordered by.
var TokenOrder = page.Fields{"id", "name", "createdAt"}

// SecretHasher turns a secret into what is stored and looked up.
type SecretHasher interface {
	HashToken(secret string) string
}

// TokenStore keeps access tokens.
type TokenStore interface {
	Create(ctx context.Context, by Actor, token Token) error
	List(ctx context.Context, organization ids.Organization, user ids.User, request page.Request) (page.Result[Token], error)
	// Revoke takes away one token of this user.
	Revoke(ctx context.Context, by Actor, user ids.User, id ids.Token) error
}

// Tokens is the service for access tokens.
type Tokens struct {
	store  TokenStore
	hasher SecretHasher
	now    func() time.Time
}

// NewTokens creates the service.
func NewTokens(store TokenStore, hasher SecretHasher, now func() time.Time) *Tokens {
	return &Tokens{store: store, hasher: hasher, now: now}
}

// Issue makes a token for the actor. The secret is in the answer and nowhere else.
func (s *Tokens) Issue(ctx context.Context, by Actor, name string) (Token, string, error) {
	if err := validate.CheckLine("the token's name", name, 200); err != nil {
		return Token{}, "", err
	}
	now := s.now()
	if name == "" {
		name = "Token of " + now.UTC().Format("2006-01-02 15:04")
	}
	token, secret := NewToken(TokenOwner{Organization: by.Organization, User: by.User}, name, s.hasher, now)
	return token, secret, s.store.Create(ctx, by, token)
}

// List gives the tokens of a user of the organization.
func (s *Tokens) List(ctx context.Context, organization ids.Organization, user ids.User, request page.Request) (page.Result[Token], error) {
	return s.store.List(ctx, organization, user, request)
}

// Revoke revokes one token of a user.
func (s *Tokens) Revoke(ctx context.Context, by Actor, user ids.User, id ids.Token) error {
	return s.store.Revoke(ctx, by, user, id)
}

// TokenNotFound is the fault for a token that is not there, or that is somebody else's.
func TokenNotFound(id ids.Token) error {
	return fault.New(fault.NotFound, "token %s was not found", id).WithHint("GET /api/v1/auth/tokens lists your tokens.")
}
