package authn

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// recordRate limits the entries about refusals without a check of a password, for each client network. Such an attempt costs the
// client nothing, and an entry is a durable write that other writes of the organization wait for.
var recordRate = Rate{PerMinute: 10, Burst: 30}

// recordLocked records an attempt for locked candidates in the audit log, and returns its error. Only the log says why an
// attempt was refused; the response does not reveal which addresses exist.
func (l *Login) recordLocked(ctx context.Context, attempt Attempt, targets []loginCandidate, refused error) error {
	if !fault.Is(refused, fault.Limit) {
		return refused
	}
	for _, d := range targets {
		if err := l.record(ctx, attempt.Network, d.refusal(attempt, "locked after too many wrong passwords")); err != nil {
			return err
		}
	}
	return refused
}

// record records a refused sign-in in the audit log, unless there are too many from the client's network. The server's log
// has every request.
func (l *Login) record(ctx context.Context, network string, refusal account.Refusal) error {
	if _, limited := l.records.take(network); limited != nil {
		return nil //nolint:nilerr // the entry is left out; the client gets the refusal itself
	}
	return l.SignIns.Refuse(ctx, refusal)
}

// RefuseExternal records that a sign-in through the identity provider of an organization was refused. The organization may be
// empty if nothing says which one the browser came for.
func (l *Login) RefuseExternal(ctx context.Context, organization ids.Organization, attempt Attempt, reason string) error {
	return l.record(ctx, attempt.Network, account.Refusal{Organization: organization, Reason: reason, Origin: attempt.Origin, IsExternal: true})
}
