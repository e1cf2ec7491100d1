package storetest

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

func tokenCases() cases {
	return cases{
		"a token leads to its user":             tokenLeadsToUser,
		"an actor has its roles":                actorCarriesRoles,
		"an unknown hash is rejected":           unknownHashLeadsNowhere,
		"every sign-in adds a token":            signInAddsToken,
		"only its owner's token is revoked":     tokenIsRevokedByOwner,
		"the last use is stored and only grows": lastUseGrows,
		"unused tokens of logins are revoked":   unusedLoginsAreRevoked,
	}
}

func tokenLeadsToUser(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	actor, err := o.db.Credentials().ByToken(t.Context(), o.admin.token.Hash)
	ok(t, err)
	equal(t, actor, o.admin.actor)
	actor, err = o.db.Credentials().BySession(t.Context(), o.admin.session.Hash)
	ok(t, err)
	equal(t, actor, o.admin.bySession())
	equal(t, actor.ConfirmedAt, noon())
}

func actorCarriesRoles(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user, first, second := o.member(t), o.project(t), o.project(t)
	environment := o.environment(t, second.ID)
	by := o.admin.actor
	ok(t, o.db.Roles().SetProject(t.Context(), by, user.ID, account.ProjectGrant{Project: first.ID, Role: account.ProjectArchitect}))
	ok(t, o.db.Roles().SetEnvironment(t.Context(), by, user.ID,
		account.EnvironmentRoleGrant{Environment: environment.ID, Role: account.EnvironmentReader}))

	want := user.actor
	want.Credential.RolesVersion = 2 // two roles were set
	want.Projects = map[ids.Project]account.ProjectRole{first.ID: account.ProjectArchitect}
	want.Environments = map[ids.Environment]account.EnvironmentGrant{
		environment.ID: {Project: second.ID, Role: account.EnvironmentReader},
	}
	actor, err := o.db.Credentials().ByToken(t.Context(), user.token.Hash)
	ok(t, err)
	equal(t, actor, want)
	want.Credential, want.ConfirmedAt = account.Credential{Session: user.session.ID, RolesVersion: 2}, user.session.ConfirmedAt
	actor, err = o.db.Credentials().BySession(t.Context(), user.session.Hash)
	ok(t, err)
	equal(t, actor, want)
}

func unknownHashLeadsNowhere(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	// A hash of the other kind is as unknown as one that was never issued.
	for _, hash := range []string{"", "nothing", o.admin.session.Hash} {
		_, err := o.db.Credentials().ByToken(t.Context(), hash)
		refused(t, err, fault.Unauthenticated)
	}
	for _, hash := range []string{"", "nothing", o.admin.token.Hash} {
		_, err := o.db.Credentials().BySession(t.Context(), hash)
		refused(t, err, fault.Unauthenticated)
	}
}

func signInAddsToken(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	again := o.signIn(t, user.User)
	third := o.newToken(user.User)
	ok(t, o.db.Tokens().Create(t.Context(), user.actor, third, 0))
	o.alive(t, user)
	o.alive(t, again)
	tokens, err := o.db.Tokens().List(t.Context(), o.Organization.ID, user.ID, ordered("createdAt"))
	ok(t, err)
	equal(t, tokens.Total, 3)
	for _, token := range tokens.Items {
		if token.ID == third.ID {
			equal(t, token, third)
		}
	}
}

func tokenIsRevokedByOwner(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	user, neighbor := o.member(t), o.member(t)
	tokens := o.db.Tokens()
	refused(t, tokens.Revoke(t.Context(), neighbor.actor, neighbor.ID, user.token.ID), fault.NotFound, string(user.token.ID))
	refused(t, tokens.Revoke(t.Context(), other.admin.actor, user.ID, user.token.ID), fault.NotFound)
	refused(t, tokens.Revoke(t.Context(), user.actor, user.ID, "nothing"), fault.NotFound)
	o.alive(t, user)
	// An administrator may name the user; the second time there is nothing left to revoke.
	ok(t, tokens.Revoke(t.Context(), o.admin.actor, user.ID, user.token.ID))
	refused(t, tokens.Revoke(t.Context(), o.admin.actor, user.ID, user.token.ID), fault.NotFound)
}

func lastUseGrows(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	used := func() time.Time {
		tokens, err := o.db.Tokens().List(t.Context(), o.Organization.ID, user.ID, ordered("id"))
		ok(t, err)
		return tokens.Items[0].LastUsedAt
	}
	equal(t, used(), time.Time{})
	later := noon().Add(time.Hour)
	for _, at := range []time.Time{later, noon()} {
		// A token that was revoked in the meantime is no reason to fail.
		ok(t, o.db.Tokens().Touch(t.Context(), map[ids.Token]time.Time{user.token.ID: at, "gone": at}))
		equal(t, used(), later)
	}
	ok(t, o.db.Tokens().Touch(t.Context(), nil))
}

func unusedLoginsAreRevoked(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user, neighbor := o.member(t), o.member(t)
	create := func(p person, name string, at time.Time) account.Token {
		owner := account.TokenOwner{Organization: p.Organization, User: p.ID}
		token, _ := account.NewToken(owner, name, o.keys, at)
		if name == "" {
			token, _ = account.NewLoginToken(owner, o.keys, at)
		}
		ok(t, o.db.Tokens().Create(t.Context(), p.actor, token, 0))
		return token
	}
	unused := create(user, "", noon())
	kept := map[string]account.Token{
		"a younger one":       create(user, "", noon().Add(2*time.Hour)),
		"a used one":          create(user, "", noon()),
		"a generated one":     create(user, "Login of 2026-01-02 03:04", noon()),
		"that of a neighbor":  create(neighbor, "", noon()),
		"the one of the call": create(user, "", noon()),
	}
	ok(t, o.db.Tokens().Touch(t.Context(), map[ids.Token]time.Time{kept["a used one"].ID: noon()}))
	actor := user.actor
	actor.Credential.Token = kept["the one of the call"].ID
	count, err := o.db.Tokens().RevokeUnusedLogins(t.Context(), actor, noon().Add(time.Hour))
	ok(t, err)
	equal(t, count, 1)
	_, err = o.db.Credentials().ByToken(t.Context(), unused.Hash)
	refused(t, err, fault.Unauthenticated)
	for name, token := range kept {
		if _, err := o.db.Credentials().ByToken(t.Context(), token.Hash); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
