package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

func contentionCases() cases {
	return cases{
		"concurrent changes lose nothing":                          changesAtOnce,
		"concurrent changes of the own account succeed":            ownAccountAtOnce,
		"concurrent role changes are all stored":                   rolesAtOnce,
		"one of many concurrent changes of own roles succeeds":     ownRolesAtOnce,
		"one of many concurrent users gets an address":             addressAtOnce,
		"a project is deleted or gets an environment, not both":    projectDeletedOrUsed,
		"a connection is deleted or gets an environment, not both": connectionDeletedOrUsed,
		"concurrent uses of tokens are all stored":                 usesAtOnce,
		"concurrent sign-ins all succeed":                          signInsAtOnce,
	}
}

func changesAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	const changes = 30
	for _, err := range together(changes, func(int) error {
		_, err := o.db.Environments().Change(t.Context(), o.admin.actor, env.ID, func(e *project.Environment) error {
			e.Settings.Description += "x"
			return nil
		})
		return err
	}) {
		ok(t, err)
	}
	found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, env.ID)
	ok(t, err)
	equal(t, len(found.Settings.Description), changes)
}

// ownAccountAtOnce runs many concurrent changes of a user's own account: each locks the account's row for its
// credential and needs it for the change.
func ownAccountAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	const changes = 20
	for _, err := range together(changes, func(int) error {
		return o.change(t.Context(), o.admin.ID, func(u *account.User) { u.FirstName += "x" })
	}) {
		ok(t, err)
	}
	found, err := o.db.Users().Find(t.Context(), o.Organization.ID, o.admin.ID)
	ok(t, err)
	equal(t, len(found.FirstName), len(o.admin.FirstName)+changes)
}

func rolesAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	const grants = 20
	projects := make([]ids.Project, grants)
	for i := range projects {
		projects[i] = o.project(t).ID
	}
	user := o.member(t)
	for _, err := range together(grants, func(i int) error {
		return o.db.Roles().SetProject(t.Context(), o.admin.actor, user.ID,
			account.ProjectGrant{Project: projects[i], Role: account.ProjectArchitect})
	}) {
		ok(t, err)
	}
	roles, err := o.db.Roles().Find(t.Context(), o.Organization.ID, user.ID)
	ok(t, err)
	equal(t, len(roles.Projects), grants)
}

// ownRolesAtOnce: one of several users who change their own roles concurrently succeeds, and the others get an error
// that their roles have changed.
func ownRolesAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	project := o.project(t).ID
	succeeded := 0
	for _, err := range together(20, func(int) error {
		return o.db.Roles().SetProject(t.Context(), o.admin.actor, o.admin.ID, account.ProjectGrant{Project: project, Role: account.ProjectMember})
	}) {
		if err == nil {
			succeeded++
			continue
		}
		refused(t, err, fault.Conflict)
	}
	equal(t, succeeded, 1)
}

func addressAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	address := unique() + "@example.com"
	created := 0
	for _, err := range together(12, func(int) error {
		user := newUser(o.Organization.ID, account.OrganizationMember)
		user.Email = address
		return o.db.Users().Create(t.Context(), o.admin.actor, user)
	}) {
		if err == nil {
			created++
			continue
		}
		refused(t, err, fault.Conflict, address)
	}
	equal(t, created, 1)
}

func projectDeletedOrUsed(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for range 10 {
		p := o.project(t)
		outcomes := together(2, func(i int) error {
			if i == 0 {
				return o.db.Projects().Delete(t.Context(), o.admin.actor, p.ID)
			}
			_, err := o.db.Environments().Create(t.Context(), o.admin.actor, newEnvironment(p.ID))
			return err
		})
		deletedOrUsed(t, outcomes, fault.NotFound)
	}
}

func connectionDeletedOrUsed(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	for range 10 {
		connection := o.connection(t)
		outcomes := together(2, func(i int) error {
			if i == 0 {
				return o.db.Connections().Delete(t.Context(), o.admin.actor, connection.ID)
			}
			draft := newEnvironment(p.ID)
			draft.Settings.Connection = connection.ID
			_, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
			return err
		})
		deletedOrUsed(t, outcomes, fault.Invalid)
	}
}

// deletedOrUsed checks that one of a concurrent delete and use happened and the other one failed with the right fault.
func deletedOrUsed(t *testing.T, outcomes []error, gone fault.Kind) {
	t.Helper()
	if outcomes[0] == nil {
		refused(t, outcomes[1], gone)
		return
	}
	refused(t, outcomes[0], fault.Conflict)
	ok(t, outcomes[1])
}

// usesAtOnce does what several servers do: each stores the uses of the same tokens, in its own order.
func usesAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	const servers, tokens = 8, 60
	uses := map[ids.Token]time.Time{}
	for range tokens {
		token := o.newToken(o.admin.User)
		ok(t, o.db.Tokens().Create(t.Context(), o.admin.actor, token, 0))
		uses[token.ID] = noon()
	}
	for _, err := range together(servers, func(i int) error {
		mine := make(map[ids.Token]time.Time, tokens)
		for id := range uses {
			mine[id] = noon().Add(time.Duration(i) * time.Second)
		}
		return o.db.Tokens().Touch(t.Context(), mine)
	}) {
		ok(t, err)
	}
	listed, err := o.db.Tokens().List(t.Context(), o.Organization.ID, o.admin.ID, ordered("id"))
	ok(t, err)
	for _, token := range listed.Items {
		if _, used := uses[token.ID]; used {
			equal(t, token.LastUsedAt, noon().Add((servers-1)*time.Second))
		}
	}
}

func signInsAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	for i, err := range together(12, func(int) error {
		return o.db.SignIns().Open(t.Context(), o.newSignIn(user.User))
	}) {
		if err != nil {
			t.Error(fmt.Errorf("sign-in %d: %w", i, err))
		}
	}
	tokens, err := o.db.Tokens().List(t.Context(), o.Organization.ID, user.ID, ordered("id"))
	ok(t, err)
	equal(t, tokens.Total, 13)
}
