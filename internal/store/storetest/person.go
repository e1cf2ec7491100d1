package storetest

import (
	"context"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// person is a user who has signed in, with a token and a session.
type person struct {
	account.User

	actor   account.Actor // by token
	token   account.Token
	session account.Session
}

// bySession returns the actor with the session instead of the token.
func (p person) bySession() account.Actor {
	actor := p.actor
	actor.Credential, actor.ConfirmedAt = account.Credential{Session: p.session.ID}, p.session.ConfirmedAt
	return actor
}

func newUser(organization ids.Organization, role account.OrganizationRole) account.User {
	return account.User{
		ID: ids.New[ids.User](), Organization: organization, Email: unique() + "@example.com", FirstName: "Ada", LastName: "Lovelace",
		PasswordHash: "hash of " + unique(), Role: role, Status: account.UserActive, CreatedAt: noon(),
	}
}

// person creates a user of the organization and signs in.
func (o *tenant) person(t *testing.T, role account.OrganizationRole) person {
	t.Helper()
	user := newUser(o.Organization.ID, role)
	ok(t, o.db.Users().Create(t.Context(), o.admin.actor, user))
	return o.signIn(t, user)
}

func (o *tenant) member(t *testing.T) person {
	t.Helper()
	return o.person(t, account.OrganizationMember)
}

// signIn creates one more token and one more session for a user.
func (o *tenant) signIn(t *testing.T, user account.User) person {
	t.Helper()
	signIn := o.newSignIn(user)
	ok(t, o.db.SignIns().Open(t.Context(), signIn))
	return person{
		User: user, token: *signIn.Token, session: signIn.Session,
		actor: account.Actor{
			User: user.ID, Email: user.Email, Organization: user.Organization, Role: user.Role, Credential: account.Credential{Token: signIn.Token.ID},
		},
	}
}

func (o *tenant) newSignIn(user account.User) account.SignIn {
	token := o.newToken(user)
	session, _ := account.NewSession(user, o.keys, noon())
	session.ExpiresAt = noon().AddDate(100, 0, 0)
	return account.SignIn{Token: &token, Session: session, PasswordHash: user.PasswordHash}
}

func (o *tenant) newToken(user account.User) account.Token {
	token, _ := account.NewToken(account.TokenOwner{Organization: user.Organization, User: user.ID}, "of a case", o.keys, noon())
	return token
}

// change calls Users.Change as the administrator.
func (o *tenant) change(ctx context.Context, user ids.User, change func(*account.User)) error {
	_, err := o.db.Users().Change(ctx, o.admin.actor, user, func(u *account.User) error {
		change(u)
		return nil
	})
	return err
}

// alive checks that both credentials of a person are valid.
func (o *tenant) alive(t *testing.T, p person) {
	t.Helper()
	if _, err := o.db.Credentials().ByToken(t.Context(), p.token.Hash); err != nil {
		t.Errorf("the token is dead: %v", err)
	}
	if _, err := o.db.Credentials().BySession(t.Context(), p.session.Hash); err != nil {
		t.Errorf("the session is dead: %v", err)
	}
}

// dead checks that neither credential of a person is valid.
func (o *tenant) dead(t *testing.T, p person) {
	t.Helper()
	if _, err := o.db.Credentials().ByToken(t.Context(), p.token.Hash); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the token: got %v, want unauthenticated", err)
	}
	if _, err := o.db.Credentials().BySession(t.Context(), p.session.Hash); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the session: got %v, want unauthenticated", err)
	}
}

// disable and remove are the changes of a user that the cases use most.
func disable(u *account.User) { u.Status = account.UserDisabled }

func remove(u *account.User) {
	u.Status = account.UserDeleted
	u.PasswordHash = ""
}
