package storetest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

func userCases() cases {
	return cases{
		"a created object is found":                   userIsFound,
		"another organization does not see it":        userIsOfOneOrganization,
		"an address is taken once, in any case":       emailIsUnique,
		"a deleted user's address can be reused":      emailIsFreeAfterDelete,
		"two organizations may have the same address": emailIsPerOrganization,
		"a change that fails changes nothing":         failedUserChange,
		"a change is returned and stored":             userChangeIsStored,
		"only the name of a deleted user remains":     deletedUserIsGone,
	}
}

func userIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := newUser(o.Organization.ID, account.OrganizationContributor)
	user.FirstName, user.LastName = "Žofie", "" // names may contain anything, or be empty
	ok(t, o.db.Users().Create(t.Context(), o.admin.actor, user))
	found, err := o.db.Users().Find(t.Context(), o.Organization.ID, user.ID)
	ok(t, err)
	equal(t, found, user)
	candidates, err := o.db.Users().Candidates(t.Context(), o.Organization.ID, user.Email)
	ok(t, err)
	equal(t, candidates, []account.User{user})
	_, err = o.db.Users().Find(t.Context(), o.Organization.ID, "nobody")
	refused(t, err, fault.NotFound, "nobody")
}

func userIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	_, err := o.db.Users().Find(t.Context(), other.Organization.ID, o.admin.ID)
	refused(t, err, fault.NotFound)
	_, err = o.db.Users().Change(t.Context(), other.admin.actor, o.admin.ID, func(*account.User) error {
		t.Error("a stranger was about to change a user")
		return nil
	})
	refused(t, err, fault.NotFound)
	candidates, err := o.db.Users().Candidates(t.Context(), other.Organization.ID, o.admin.Email)
	ok(t, err)
	equal(t, len(candidates), 0)
}

// hasher replaces the password hasher of authn, which is in a higher layer and slow.
type hasher struct{}

func (hasher) Hash(context.Context, string) (string, error) { return "hash of " + unique(), nil }

func (o *tenant) service() *account.Users {
	return account.NewUsers(o.db.Users(), hasher{}, noon)
}

func emailIsUnique(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	first := o.member(t)
	draft := account.UserDraft{Email: strings.ToUpper(first.Email), Password: "long enough"}
	_, err := o.service().Create(t.Context(), o.admin.actor, draft)
	refused(t, err, fault.Conflict, first.Email)

	second := o.member(t)
	taken := strings.ToUpper(first.Email)
	_, err = o.service().Update(t.Context(), o.admin.actor, second.ID, account.UserPatch{Email: &taken})
	refused(t, err, fault.Conflict, first.Email)
	o.alive(t, second)
	found, err := o.db.Users().Find(t.Context(), o.Organization.ID, second.ID)
	ok(t, err)
	equal(t, found, second.User)
}

func emailIsFreeAfterDelete(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for range 3 { // the address can be reused repeatedly
		leaver := newUser(o.Organization.ID, account.OrganizationMember)
		leaver.Email = "office@example.com"
		ok(t, o.db.Users().Create(t.Context(), o.admin.actor, leaver))
		ok(t, o.change(t.Context(), leaver.ID, remove))
	}
	heir := newUser(o.Organization.ID, account.OrganizationMember)
	heir.Email = "office@example.com"
	ok(t, o.db.Users().Create(t.Context(), o.admin.actor, heir))
	candidates, err := o.db.Users().Candidates(t.Context(), o.Organization.ID, heir.Email)
	ok(t, err)
	equal(t, candidates, []account.User{heir})
}

func emailIsPerOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	here := o.member(t).User
	there := newUser(other.Organization.ID, account.OrganizationMember)
	there.Email = here.Email
	ok(t, other.db.Users().Create(t.Context(), other.admin.actor, there))

	candidates, err := o.db.Users().Candidates(t.Context(), "", here.Email)
	ok(t, err)
	want := []account.User{here, there}
	if here.ID > there.ID {
		want = []account.User{there, here}
	}
	equal(t, candidates, want)
	candidates, err = o.db.Users().Candidates(t.Context(), o.Organization.ID, here.Email)
	ok(t, err)
	equal(t, candidates, []account.User{here})
}

func failedUserChange(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	_, err := o.db.Users().Change(t.Context(), o.admin.actor, user.ID, func(u *account.User) error {
		remove(u)
		return fault.New(fault.Invalid, "second thoughts")
	})
	refused(t, err, fault.Invalid, "second thoughts")
	found, err := o.db.Users().Find(t.Context(), o.Organization.ID, user.ID)
	ok(t, err)
	equal(t, found, user.User)
	o.alive(t, user)

	// An error that is not a fault is an internal error, and its text is not shown to clients.
	_, err = o.db.Users().Change(t.Context(), o.admin.actor, user.ID, func(*account.User) error {
		return errors.New("a slip")
	})
	refused(t, err, fault.Internal)
}

func userChangeIsStored(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t).User
	changed, err := o.db.Users().Change(t.Context(), o.admin.actor, user.ID, func(u *account.User) error {
		u.FirstName, u.LastName, u.Role, u.Email = "Grace", "Hopper", account.OrganizationContributor, unique()+"@example.org"
		return nil
	})
	ok(t, err)
	if changed.FirstName != "Grace" || changed.ID != user.ID {
		t.Errorf("got %+v back", changed)
	}
	found, err := o.db.Users().Find(t.Context(), o.Organization.ID, user.ID)
	ok(t, err)
	equal(t, found, changed)
}

func deletedUserIsGone(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	leaver := o.member(t)
	environment, err := o.db.Environments().Create(t.Context(), leaver.actor, newEnvironment(p.ID))
	ok(t, err)
	ok(t, o.db.Roles().SetProject(t.Context(), o.admin.actor, leaver.ID, account.ProjectGrant{Project: p.ID, Role: account.ProjectMember}))
	ok(t, o.change(t.Context(), leaver.ID, remove))

	_, err = o.db.Users().Find(t.Context(), o.Organization.ID, leaver.ID)
	refused(t, err, fault.NotFound, string(leaver.ID))
	refused(t, o.change(t.Context(), leaver.ID, func(u *account.User) { u.Status = account.UserActive }), fault.NotFound)
	_, err = o.db.Roles().Find(t.Context(), o.Organization.ID, leaver.ID)
	refused(t, err, fault.NotFound)
	users, err := o.db.Users().List(t.Context(), o.Organization.ID, ordered("id"))
	ok(t, err)
	equal(t, userIDs(users.Items), []ids.User{o.admin.ID})

	found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, environment.ID)
	ok(t, err)
	equal(t, found.CreatedBy.FirstName+" "+found.CreatedBy.LastName, "Ada Lovelace")
}

func userIDs(users []account.User) []ids.User {
	found := make([]ids.User, len(users))
	for i, user := range users {
		found[i] = user.ID
	}
	return found
}
