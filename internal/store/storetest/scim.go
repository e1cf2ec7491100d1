package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/scim"
)

func scimCases() cases {
	return cases{
		"a revoked SCIM token writes nothing":      revokedSCIMTokenWritesNothing,
		"a userName has one user":                  userNameHasOneUser,
		"concurrent requests create one user":      concurrentSCIMUsers,
		"a provider describes a local user":        providerDescribesUser,
		"a deleted user leaves its groups":         deletedUserLeavesGroups,
		"concurrent changes of a group all count":  concurrentGroupChanges,
		"groups decide the role at a sign-in":      groupsCountAtSignIn,
		"users and groups are of one organization": scimIsOfOneOrganization,
		"an organization has a number of tokens":   scimTokensAreLimited,
	}
}

// scimActor returns the actor of a new SCIM token.
func (o *tenant) scimActor(t *testing.T) account.Actor {
	t.Helper()
	token := scim.Token{
		ID: ids.New[ids.SCIMToken](), Organization: o.Organization.ID, Name: "okta", Hash: unique(), Hint: "…1234", CreatedAt: noon(),
	}
	ok(t, o.db.SCIMTokens().Create(t.Context(), o.admin.actor, token))
	return account.Actor{Organization: o.Organization.ID, Email: scim.ActorName, Credential: account.Credential{SCIM: token.ID}}
}

func (o *tenant) scimUser(email string) scim.User {
	return scim.User{
		UserName: email, UpdatedAt: noon(), Emails: []scim.Email{{Value: email, Type: "work", IsPrimary: true}},
		User: account.User{
			ID: ids.New[ids.User](), Organization: o.Organization.ID, Email: email, FirstName: "Ann", Role: account.OrganizationMember,
			Status: account.UserActive, CreatedAt: noon(),
		},
	}
}

// newSCIMUser stores a user of the provider.
func (o *tenant) newSCIMUser(t *testing.T, by account.Actor) scim.User {
	t.Helper()
	created, err := o.db.SCIMUsers().Create(t.Context(), by, o.scimUser(unique()+"@example.com"))
	ok(t, err)
	return created
}

func (o *tenant) scimGroup(name string, members ...ids.User) scim.Group {
	group := scim.Group{ID: ids.New[ids.Group](), Organization: o.Organization.ID, DisplayName: name, CreatedAt: noon(), UpdatedAt: noon()}
	for _, member := range members {
		group.Members = append(group.Members, scim.Member{User: member})
	}
	return group
}

func revokedSCIMTokenWritesNothing(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	by := o.scimActor(t)
	user := o.newSCIMUser(t, by)
	other := w.tenant(t)
	refused(t, other.db.SCIMTokens().Revoke(t.Context(), other.admin.actor, by.Credential.SCIM), fault.NotFound)
	ok(t, o.db.SCIMTokens().Revoke(t.Context(), o.admin.actor, by.Credential.SCIM))
	_, err := o.db.SCIMUsers().Create(t.Context(), by, o.scimUser(unique()+"@example.com"))
	refused(t, err, fault.Unauthenticated, "revoked")
	_, err = o.db.SCIMUsers().Change(t.Context(), by, user.ID, func(u scim.User) (scim.User, error) {
		u.Status = account.UserDisabled
		return u, nil
	})
	refused(t, err, fault.Unauthenticated, "revoked")
	_, err = o.db.SCIMGroups().Create(t.Context(), by, o.scimGroup("a", user.ID))
	refused(t, err, fault.Unauthenticated, "revoked")
	found, err := o.db.SCIMUsers().Find(t.Context(), o.Organization.ID, user.ID)
	ok(t, err)
	equal(t, found, user)
}

func userNameHasOneUser(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	by := o.scimActor(t)
	local := o.member(t)
	for _, change := range []func(*scim.User){
		func(u *scim.User) { u.UserName = local.Email },
		func(u *scim.User) { u.Email = local.Email },
	} {
		draft := o.scimUser(unique() + "@example.com")
		change(&draft)
		_, err := o.db.SCIMUsers().Create(t.Context(), by, draft)
		refused(t, err, fault.Conflict)
	}
	_, err := o.db.SCIMUsers().Find(t.Context(), w.tenant(t).Organization.ID, local.ID)
	refused(t, err, fault.NotFound)
}

func concurrentSCIMUsers(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	by, email := o.scimActor(t), unique()+"@example.com"
	created := 0
	for _, err := range together(6, func(int) error {
		_, err := o.db.SCIMUsers().Create(t.Context(), by, o.scimUser(email))
		return err
	}) {
		if err == nil {
			created++
		} else {
			refused(t, err, fault.Conflict)
		}
	}
	equal(t, created, 1)
}

func providerDescribesUser(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	by, local := o.scimActor(t), o.member(t)
	before, err := o.db.SCIMUsers().Find(t.Context(), o.Organization.ID, local.ID)
	ok(t, err)
	equal(t, before.UserName, local.Email)
	changed, err := o.db.SCIMUsers().Change(t.Context(), by, local.ID, func(u scim.User) (scim.User, error) {
		u.UserName, u.ExternalID, u.DisplayName = "Ann", "7", "Annie"
		return u, nil
	})
	ok(t, err)
	o.alive(t, local) // nothing that revokes credentials has changed
	for _, lookup := range []scim.Lookup{
		{Field: scim.ByUserName, Value: "aNN"}, {Field: scim.ByExternalID, Value: "7"}, {Field: scim.ByID, Value: string(local.ID)},
	} {
		found, err := o.db.SCIMUsers().List(t.Context(), o.Organization.ID, scim.Selection{Lookup: lookup, Limit: 10})
		ok(t, err)
		equal(t, len(found), 1)
		equal(t, found[0].ID, changed.ID)
	}
	count, err := o.db.SCIMUsers().Count(t.Context(), o.Organization.ID)
	ok(t, err)
	equal(t, count, 2)
}

func deletedUserLeavesGroups(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	by := o.scimActor(t)
	user := o.newSCIMUser(t, by)
	group, err := o.db.SCIMGroups().Create(t.Context(), by, o.scimGroup("a", user.ID))
	ok(t, err)
	equal(t, group.Members, []scim.Member{{User: user.ID, Email: user.Email}})
	ok(t, o.change(t.Context(), user.ID, func(u *account.User) { u.Status, u.PasswordHash = account.UserDeleted, "" })) // an administrator does it
	found, err := o.db.SCIMGroups().Find(t.Context(), o.Organization.ID, group.ID)
	ok(t, err)
	equal(t, len(found.Members), 0)
	again := o.scimUser(user.Email)
	_, err = o.db.SCIMUsers().Create(t.Context(), by, again)
	ok(t, err)
}

func concurrentGroupChanges(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	by := o.scimActor(t)
	group, err := o.db.SCIMGroups().Create(t.Context(), by, o.scimGroup("a"))
	ok(t, err)
	const changes = 6
	users := make([]scim.User, changes)
	for i := range users {
		users[i] = o.newSCIMUser(t, by)
	}
	for _, err := range together(changes, func(i int) error {
		_, err := o.db.SCIMGroups().Change(t.Context(), by, group.ID, func(g scim.Group) (scim.Group, error) {
			g.Members = append(g.Members, scim.Member{User: users[i].ID})
			return g, nil
		})
		return err
	}) {
		ok(t, err)
	}
	found, err := o.db.SCIMGroups().Find(t.Context(), o.Organization.ID, group.ID)
	ok(t, err)
	equal(t, len(found.Members), changes)
}

func groupsCountAtSignIn(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	by := o.scimActor(t)
	_, err := o.setProvider(t, provider("example.com")) // maps the group a
	ok(t, err)
	user := o.newSCIMUser(t, by)
	equal(t, user.Role, account.OrganizationMember)
	_, err = o.db.SCIMGroups().Create(t.Context(), by, o.scimGroup("a", user.ID))
	ok(t, err)
	identity := newIdentity()
	identity.Email = user.Email
	for range 2 { // found by the address, then by the link
		signedIn, err := o.signInAs(t, identity)
		ok(t, err)
		equal(t, signedIn.ID, user.ID)
		equal(t, signedIn.Role, account.OrganizationContributor)
	}
}

func scimIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	by, stranger := o.scimActor(t), other.scimActor(t)
	user := o.newSCIMUser(t, by)
	group, err := o.db.SCIMGroups().Create(t.Context(), by, o.scimGroup("a", user.ID))
	ok(t, err)
	_, err = o.db.SCIMUsers().Change(t.Context(), stranger, user.ID, func(u scim.User) (scim.User, error) { return u, nil })
	refused(t, err, fault.NotFound)
	_, err = o.db.SCIMGroups().Change(t.Context(), stranger, group.ID, func(g scim.Group) (scim.Group, error) { return g, nil })
	refused(t, err, fault.NotFound)
	refused(t, o.db.SCIMGroups().Delete(t.Context(), stranger, group.ID, func(scim.Group) error { return nil }), fault.NotFound)
	_, err = o.db.SCIMGroups().Create(t.Context(), stranger, other.scimGroup("b", user.ID))
	refused(t, err, fault.Invalid, "not a user")
	found, err := o.db.SCIMGroups().List(t.Context(), other.Organization.ID, scim.Selection{Limit: 10})
	ok(t, err)
	equal(t, len(found), 0)
}

func scimTokensAreLimited(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for range scim.MaxTokens {
		o.scimActor(t)
	}
	err := o.db.SCIMTokens().Create(t.Context(), o.admin.actor, scim.Token{
		ID: ids.New[ids.SCIMToken](), Organization: o.Organization.ID, Hash: unique(), CreatedAt: noon(),
	})
	refused(t, err, fault.Limit)
	list, err := o.db.SCIMTokens().List(t.Context(), o.Organization.ID, page.Request{Limit: 3})
	ok(t, err)
	equal(t, list.Total, scim.MaxTokens)
	equal(t, len(list.Items), 3)
}
