package authn

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// StartLinkSession creates a new session for a user who has just chosen a password with a link. The link was authenticated. It
// replaces the password only: a user with a second factor signs in with both.
func (l *Login) StartLinkSession(ctx context.Context, user account.User, attempt Attempt) (LoginResult, error) {
	if user.HasSecondFactor {
		return LoginResult{}, fault.New(fault.Unauthenticated, "your new password is set, and the sign-in needs a code of your second factor").
			WithHint("Sign in with the new password and a code.")
	}
	isMissing, err := l.requireFactor(ctx, user)
	if err != nil {
		return LoginResult{}, err
	}
	return l.open(ctx, user, account.SignIn{
		Origin: attempt.Origin, Network: l.Hasher.HashToken(attempt.Network), IsByLink: true,
		Session: account.Session{Client: attempt.Client, MustSetSecondFactor: isMissing},
	}, l.Now())
}

// RequestLimit limits how often a client network may request a mail. It counts every request, because a stranger can name any
// address.
type RequestLimit struct{ allowances *allowances }

// NewRequestLimit creates the limit.
func NewRequestLimit(rate Rate, now func() time.Time) *RequestLimit {
	return &RequestLimit{newAllowances(rate, now)}
}

// Take counts a request. It fails if the network has sent too many.
func (l *RequestLimit) Take(network string) error {
	_, err := l.allowances.take(network)
	if !fault.Is(err, fault.Limit) {
		return err
	}
	return fault.New(fault.Limit, "too many requests for a new password from your address").
		WithHint("Wait for the seconds in Retry-After, or ask an administrator of your organization for a link.").
		WithRetryAfter(fault.From(err).RetryAfter)
}
