package storetest

import (
	"net/netip"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

func serviceAccountCases() cases {
	return cases{
		"a service account is a user with tokens":               serviceAccountHasTokens,
		"a service account does not count as an administrator":  serviceAccountDoesNotCount,
		"the address of a service account is taken once":        serviceAddressIsTaken,
		"the limits of a token are stored and lead to an actor": tokenLimitsAreStored,
	}
}

// serviceAccount creates a service account.
func (o *tenant) serviceAccount(t *testing.T, role account.OrganizationRole) account.User {
	t.Helper()
	user := account.User{
		ID: ids.New[ids.User](), Organization: o.Organization.ID, Email: unique() + "@service.invalid", FirstName: "nightly", Role: role,
		Status: account.UserActive, IsService: true, CreatedAt: noon(),
	}
	ok(t, o.db.Users().Create(t.Context(), o.admin.actor, user))
	return user
}

func serviceAccountHasTokens(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	service := o.serviceAccount(t, account.OrganizationContributor)
	found, err := o.db.Users().Find(t.Context(), o.Organization.ID, service.ID)
	ok(t, err)
	equal(t, found, service)
	token := o.newToken(service)
	ok(t, o.db.Tokens().Create(t.Context(), o.admin.actor, token, 0))
	actor, err := o.db.Credentials().ByToken(t.Context(), token.Hash)
	ok(t, err)
	equal(t, actor.User, service.ID)
	equal(t, actor.Role, account.OrganizationContributor)
	ok(t, o.change(t.Context(), service.ID, disable))
	_, err = o.db.Credentials().ByToken(t.Context(), token.Hash)
	refused(t, err, fault.Unauthenticated)
}

func serviceAccountDoesNotCount(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	service := o.serviceAccount(t, account.OrganizationAdministrator)
	for _, resign := range resigning() {
		refused(t, o.change(t.Context(), o.admin.ID, resign), fault.Conflict, "last active administrator")
	}
	ok(t, o.change(t.Context(), service.ID, remove))
}

func serviceAddressIsTaken(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	service := o.serviceAccount(t, account.OrganizationMember)
	again := service
	again.ID = ids.New[ids.User]()
	refused(t, o.db.Users().Create(t.Context(), o.admin.actor, again), fault.Conflict, "service account")
	again.Organization = other.Organization.ID
	ok(t, o.db.Users().Create(t.Context(), other.admin.actor, again))
}

func tokenLimitsAreStored(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	token := o.newToken(o.admin.User)
	token.Limits = account.TokenLimits{
		Scopes:    []account.TokenScope{account.ScopeRead, account.ScopeDeploy},
		Addresses: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")},
		ExpiresAt: noon().AddDate(1, 0, 0),
	}
	ok(t, o.db.Tokens().Create(t.Context(), o.admin.actor, token, 0))
	actor, err := o.db.Credentials().ByToken(t.Context(), token.Hash)
	ok(t, err)
	equal(t, actor.Limits, token.Limits)
	tokens, err := o.db.Tokens().List(t.Context(), o.Organization.ID, o.admin.ID, ordered("id"))
	ok(t, err)
	for _, listed := range tokens.Items {
		if listed.ID == token.ID {
			equal(t, listed, token)
		} else {
			equal(t, listed.Limits, account.TokenLimits{})
		}
	}
}
