package account

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/ids"
)

// SessionLifetime is how long a browser stays signed in. Tokens have no such end.
const SessionLifetime = 30 * 24 * time.Hour

// Session is a browser's sign-in, kept as the hash of its cookie.
type Session struct {
	ID           ids.Session
	Organization ids.Organization
	User         ids.User
	Hash         string
	CreatedAt    time.Time
	ExpiresAt    time.Time
}

// NewSession creates a session for a user and the secret for the cookie.
func NewSession(user User, hasher SecretHasher, now time.Time) (Session, string) {
	secret := NewSecret(SessionPrefix)
	return Session{
		ID: ids.New[ids.Session](), Organization: user.Organization, User: user.ID,
		Hash: hasher.HashToken(secret), CreatedAt: now, ExpiresAt: now.Add(SessionLifetime),
	}, secret
}

// SignIn is what a good login leaves behind: a new token and a new session.
type SignIn struct {
	Token   Token
	Session Session
	// PasswordHash is the hash that the password was checked against. If the user has another one by now, or is no longer
	// active, nothing is stored.
	PasswordHash string
}

// SignInStore keeps what logins leave behind.
type SignInStore interface {
	// Open stores token and session together and forgets the user's wrong passwords.
	Open(ctx context.Context, signIn SignIn) error
	// Close ends a session; one that is not there is fine.
	Close(ctx context.Context, id ids.Session) error
	// Lockout gives the failures of a login key so far.
	Lockout(ctx context.Context, loginKey string) (Lockout, error)
	// Fail counts one more failure of a login key, atomically, and gives the state after it.
	Fail(ctx context.Context, loginKey string, now time.Time) (Lockout, error)
}
