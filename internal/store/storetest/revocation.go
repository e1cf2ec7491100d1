package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

func revocationCases() cases {
	all := cases{
		"enabling a user does not restore credentials": enabledUserSignsInAgain,
		"revoking one token keeps the others":          oneTokenIsRevoked,
		"role changes do not revoke credentials":       grantsDoNotRevoke,
	}
	for name, change := range revoking() {
		all[name+" kills every credential of the user"] = func(t *testing.T, w suiteContext) { changeRevokes(t, w, change) }
	}
	for name, change := range harmless() {
		all[name+" kills no credential"] = func(t *testing.T, w suiteContext) { changeKeeps(t, w, change) }
	}
	return all
}

func revoking() map[string]func(*account.User) {
	return map[string]func(*account.User){
		"a new password": func(u *account.User) { u.PasswordHash = "hash of another" },
		"a new address":  func(u *account.User) { u.Email = unique() + "@example.org" },
		"a disable":      disable,
		"a delete":       remove,
	}
}

func harmless() map[string]func(*account.User) {
	return map[string]func(*account.User){
		"no change":     func(*account.User) {},
		"a new name":    func(u *account.User) { u.FirstName, u.LastName = "Grace", "Hopper" },
		"a new role":    func(u *account.User) { u.Role = account.OrganizationContributor },
		"a second time": func(u *account.User) { u.Status = account.UserActive },
	}
}

func changeRevokes(t *testing.T, w suiteContext, change func(*account.User)) {
	o := w.tenant(t)
	victim, neighbor := o.member(t), o.member(t)
	again := o.signIn(t, victim.User)
	o.alive(t, victim)
	o.alive(t, again)

	ok(t, o.change(t.Context(), victim.ID, change))
	o.dead(t, victim)
	o.dead(t, again)
	o.alive(t, neighbor)
	o.alive(t, o.admin)
	tokens, err := o.db.Tokens().List(t.Context(), o.Organization.ID, victim.ID, ordered("id"))
	ok(t, err)
	equal(t, tokens.Total, 0)
}

func changeKeeps(t *testing.T, w suiteContext, change func(*account.User)) {
	o := w.tenant(t)
	user := o.member(t)
	again := o.signIn(t, user.User)
	ok(t, o.change(t.Context(), user.ID, change))
	o.alive(t, user)
	o.alive(t, again)
}

func enabledUserSignsInAgain(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	ok(t, o.change(t.Context(), user.ID, disable))
	ok(t, o.change(t.Context(), user.ID, func(u *account.User) { u.Status = account.UserActive }))
	o.dead(t, user)
	o.alive(t, o.signIn(t, user.User))
}

func oneTokenIsRevoked(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	again := o.signIn(t, user.User)
	ok(t, o.db.Tokens().Revoke(t.Context(), user.actor, user.ID, user.token.ID))
	_, err := o.db.Credentials().ByToken(t.Context(), user.token.Hash)
	refused(t, err, fault.Unauthenticated)
	o.alive(t, again)
	_, err = o.db.Credentials().BySession(t.Context(), user.session.Hash)
	ok(t, err)
}

func grantsDoNotRevoke(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user, p := o.member(t), o.project(t)
	roles := o.db.Roles()
	ok(t, roles.SetProject(t.Context(), o.admin.actor, user.ID, account.ProjectGrant{Project: p.ID, Role: account.ProjectArchitect}))
	o.alive(t, user)
	ok(t, roles.DeleteProject(t.Context(), o.admin.actor, user.ID, p.ID))
	o.alive(t, user)
}
