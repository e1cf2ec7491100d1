package authn

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// Confirm checks the actor's own password again before a sensitive operation. Wrong passwords count as failed logins.
// The attempt has only a password and a network.
func (l *Login) Confirm(ctx context.Context, actor account.Actor, attempt Attempt) error {
	user, err := l.Users.Find(ctx, actor.Organization, actor.User)
	if err != nil {
		return err
	}
	attempt.isConfirmation = true
	_, err = l.check(ctx, attempt, candidatesOf([]account.User{user}, ""))
	if fault.Is(err, fault.Unauthenticated) {
		return fault.New(fault.Invalid, "the current password is wrong").WithHint("Check it and try again.")
	}
	return err
}

// ConfirmSession checks the actor's own password and stores in the session that the user has just entered it. A token needs no
// confirmation.
func (l *Login) ConfirmSession(ctx context.Context, actor account.Actor, attempt Attempt) error {
	if err := l.Confirm(ctx, actor, attempt); err != nil || actor.Credential.Session == "" {
		return err
	}
	return l.SignIns.Confirm(ctx, actor, l.Now())
}
