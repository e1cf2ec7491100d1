package account

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/ids"
)

// SessionLifetime is how long a browser stays signed in, unless a setting says otherwise. Tokens do not expire.
const SessionLifetime = 30 * 24 * time.Hour

// ConfirmationAge is how long after a sign-in a browser may create a token without the password.
const ConfirmationAge = 15 * time.Minute

// MaxSessions is how many sessions a user can have. A new one beyond it ends the oldest, so that a user can always sign in.
const MaxSessions = 10_000

// Session is a browser's sign-in, stored as the hash of its cookie.
type Session struct {
	ID           ids.Session
	Organization ids.Organization
	User         ids.User
	Hash         string
	CreatedAt    time.Time
	ExpiresAt    time.Time
	LastUsedAt   time.Time // written every 30 seconds at most
	ConfirmedAt  time.Time // when the user last entered the password
	Client       Client
	// MustChangePassword is set if an administrator chose the password: until the user chooses another one, the session is
	// good for nothing else.
	MustChangePassword bool
	// MustSetSecondFactor is set if the organization requires a second factor and the user has none: the session is good for
	// setting one up only.
	MustSetSecondFactor bool
	IsExternal          bool // an identity provider authenticated the user
}

// Client is what a sign-in tells about the browser or the program.
type Client struct {
	Address   string
	UserAgent string
}

// maxUserAgent limits what is stored of a text that clients choose.
const maxUserAgent = 300

// NewClient returns the client with a user agent that can be stored and shown.
func NewClient(address, userAgent string) Client {
	printable := strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, userAgent)
	for len(printable) > maxUserAgent {
		_, size := utf8.DecodeLastRuneInString(printable)
		printable = printable[:len(printable)-size]
	}
	return Client{Address: address, UserAgent: printable}
}

// NewSession creates a session for a user and the secret for the cookie.
func NewSession(user User, hasher SecretHasher, now time.Time) (Session, string) {
	secret := NewSecret(SessionPrefix)
	return Session{
		ID: ids.New[ids.Session](), Organization: user.Organization, User: user.ID,
		Hash: hasher.HashToken(secret), CreatedAt: now, ExpiresAt: now.Add(SessionLifetime), LastUsedAt: now, ConfirmedAt: now,
	}, secret
}

// SignIn is the result of a successful sign-in: a new session and, for a login of a program, a new token.
type SignIn struct {
	Session Session
	Token   *Token // nil for the sign-in of a browser
	// PasswordHash is the hash that the password was checked against. If the user's hash has changed, or the user is no
	// longer active, nothing is stored.
	PasswordHash string
	Network      string // hash of the client's network
	MaxTokens    int    // how many tokens the user may have; 0 means no limit
	MaxSessions  int    // how many sessions the user may have; 0 means no limit
	Origin       Origin
	IsByLink     bool // the user has just chosen a password with a link
	// Proof is the code of the second factor; nil if the user has none, or an identity provider authenticated the user.
	Proof *FactorProof
}

// Refusal is a sign-in that is refused, for the audit log.
type Refusal struct {
	User           ids.User         // empty for an unknown address
	Organization   ids.Organization // empty if neither the address nor the host has one
	Email          string
	Reason         string
	Origin         Origin
	IsConfirmation bool // the user is signed in and confirms a sensitive change
	IsExternal     bool // at the identity provider, not with a password
}

// SignInStore stores sign-ins and failed logins.
type SignInStore interface {
	// Challenge stores that the password of a sign-in was right, and that its code is missing. The email and the origin are for
	// the audit log.
	Challenge(ctx context.Context, challenge Challenge, email string, origin Origin) error
	// FindChallenge returns a challenge that has not expired, or an Unauthenticated fault.
	FindChallenge(ctx context.Context, ticketHash string) (Challenge, error)
	// Open stores session and token together, records the network as trusted, and deletes the user's failed logins in
	// total and from this network. It fails with Limit if the user has too many tokens for another one.
	Open(ctx context.Context, signIn SignIn) error
	// Confirm stores that the user of the actor's session has just entered the password.
	Confirm(ctx context.Context, by Actor, at time.Time) error
	// Close ends the actor's session. It does nothing if the session does not exist.
	Close(ctx context.Context, by Actor) error
	// IsTrusted reports whether a user has signed in from a network before. Only the latest networks of a user count.
	IsTrusted(ctx context.Context, user ids.User, network string) (bool, error)
	// Lockouts returns the failures of a login key so far, for a client in a network.
	Lockouts(ctx context.Context, loginKey, network string) (Lockouts, error)
	// Fail counts one more failure of a login key atomically, for the account and for the client's network.
	Fail(ctx context.Context, loginKey, network string, now time.Time, refusal Refusal) error
	// Refuse records a sign-in that was refused for another reason than a wrong password.
	Refuse(ctx context.Context, refusal Refusal) error
}
