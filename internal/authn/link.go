package authn

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// StartLinkSession creates a new session for a user who has just chosen a password with a link. The link was authenticated.
func (l *Login) StartLinkSession(ctx context.Context, user account.User, attempt Attempt) (LoginResult, error) {
	return l.open(ctx, user, account.SignIn{
		Origin: attempt.Origin, Network: l.Hasher.HashToken(attempt.Network), Session: account.Session{Client: attempt.Client}, IsByLink: true,
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
