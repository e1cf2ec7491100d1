package storetest

import (
	"context"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

func gitAccountCases() cases {
	return cases{
		"a created object is found":                  gitAccountIsFound,
		"a change is returned and stored":            gitAccountChangeIsStored,
		"a list contains the accounts of one user":   gitAccountsOfOneUser,
		"another organization does not see it":       gitAccountIsOfOneOrganization,
		"a deleted account is removed from projects": gitAccountIsDeleted,
		"an owner must exist":                        gitAccountNeedsAnOwner,
		"a link belongs to a user in a project":      gitLinkIsFound,
		"a link needs an account of the user":        gitLinkNeedsAnAccount,
		"a project uses an account of the actor":     projectWantsOwnAccount,
	}
}

func (o *tenant) newGitAccount(owner ids.User) project.GitAccount {
	return project.GitAccount{
		Organization: o.Organization.ID, ID: ids.New[string](), Owner: owner, Name: "Work " + unique(), Username: "ada", AuthorName: "Ada Ж",
		AuthorEmail: "ada@example.com", Provider: "github", SealedToken: "v1.sealed", CreatedAt: noon(),
	}
}

func (o *tenant) gitAccount(t *testing.T, owner ids.User) project.GitAccount {
	t.Helper()
	a := o.newGitAccount(owner)
	ok(t, o.db.GitAccounts().Create(t.Context(), o.admin.actor, a))
	return a
}

func gitAccountIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	a := o.gitAccount(t, o.admin.ID)
	found, err := o.db.GitAccounts().Find(t.Context(), o.Organization.ID, a.ID)
	ok(t, err)
	equal(t, found, a)
	_, err = o.db.GitAccounts().Find(t.Context(), o.Organization.ID, "nothing")
	refused(t, err, fault.NotFound, "git account nothing")
}

func gitAccountChangeIsStored(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	a := o.gitAccount(t, o.admin.ID)
	a.Name, a.Username, a.AuthorName, a.AuthorEmail, a.Provider, a.SealedToken = "1", "2", "3", "4", "", "v1.another"
	changed, err := o.db.GitAccounts().Change(t.Context(), o.admin.actor, a.ID, func(stored *project.GitAccount) error {
		*stored = a
		return nil
	})
	ok(t, err)
	equal(t, changed, a)
	_, err = o.db.GitAccounts().Change(t.Context(), o.admin.actor, a.ID, func(stored *project.GitAccount) error {
		stored.Name = "Other"
		return fault.New(fault.Invalid, "second thoughts")
	})
	refused(t, err, fault.Invalid, "second thoughts")
	found, err := o.db.GitAccounts().Find(t.Context(), o.Organization.ID, a.ID)
	ok(t, err)
	equal(t, found, a)
}

func gitAccountsOfOneUser(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	member := o.member(t)
	first, second := o.newGitAccount(member.ID), o.newGitAccount(member.ID)
	first.Name, second.Name = "b", "a"
	for _, a := range []project.GitAccount{first, second} {
		ok(t, o.db.GitAccounts().Create(t.Context(), o.admin.actor, a))
	}
	o.gitAccount(t, o.admin.ID)
	query := project.GitAccountQuery{Organization: o.Organization.ID, Owner: member.ID, Page: ordered("gitAccountName")}
	listed, err := o.db.GitAccounts().List(t.Context(), query)
	ok(t, err)
	equal(t, listed.Items, []project.GitAccount{second, first})
	query.Page.Limit = 1
	page, err := o.db.GitAccounts().List(t.Context(), query)
	ok(t, err)
	equal(t, page.Items, []project.GitAccount{second})
	equal(t, page.Total, 2)
}

func gitAccountIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	a := o.gitAccount(t, o.admin.ID)
	_, err := o.db.GitAccounts().Find(t.Context(), other.Organization.ID, a.ID)
	refused(t, err, fault.NotFound)
	refused(t, o.db.GitAccounts().Delete(t.Context(), other.admin.actor, a.ID), fault.NotFound)
	_, err = o.db.GitAccounts().Change(t.Context(), other.admin.actor, a.ID, func(*project.GitAccount) error { return nil })
	refused(t, err, fault.NotFound)
	p := other.project(t)
	link := project.GitLink{Project: p.ID, User: o.admin.ID, Account: a.ID}
	refused(t, o.db.GitAccounts().Link(t.Context(), other.admin.actor, link), fault.NotFound)
	refused(t, o.db.GitAccounts().Link(t.Context(), o.admin.actor, link), fault.NotFound, "project")
	foreign := o.newGitAccount(other.admin.ID)
	refused(t, o.db.GitAccounts().Create(t.Context(), o.admin.actor, foreign), fault.NotFound, "user")
}

func gitAccountIsDeleted(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	a := o.gitAccount(t, o.admin.ID)
	p := o.newProject()
	p.GitAccount = a.ID
	ok(t, o.db.Projects().Create(t.Context(), o.admin.actor, p, newWorkspace(p.ID)))
	ok(t, o.db.GitAccounts().Link(t.Context(), o.admin.actor, project.GitLink{Project: p.ID, User: o.admin.ID, Account: a.ID}))
	ok(t, o.db.GitAccounts().Delete(t.Context(), o.admin.actor, a.ID))
	refused(t, o.db.GitAccounts().Delete(t.Context(), o.admin.actor, a.ID), fault.NotFound)
	found, err := o.db.Projects().Find(t.Context(), o.Organization.ID, p.ID)
	ok(t, err)
	equal(t, found.GitAccount, "")
	link, err := o.db.GitAccounts().Linked(t.Context(), o.Organization.ID, p.ID, o.admin.ID)
	ok(t, err)
	equal(t, link.Account, "")
}

func gitAccountNeedsAnOwner(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	refused(t, o.db.GitAccounts().Create(t.Context(), o.admin.actor, o.newGitAccount("nobody")), fault.NotFound, "user nobody")
}

func gitLinkIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	member, p := o.member(t), o.project(t)
	first, second := o.gitAccount(t, member.ID), o.gitAccount(t, member.ID)
	for _, a := range []project.GitAccount{first, second} {
		link := project.GitLink{Project: p.ID, User: member.ID, Account: a.ID, Origin: "https://" + a.Name}
		ok(t, o.db.GitAccounts().Link(t.Context(), o.admin.actor, link))
		found, err := o.db.GitAccounts().Linked(t.Context(), o.Organization.ID, p.ID, member.ID)
		ok(t, err)
		equal(t, found, link)
	}
	none := project.GitLink{Project: p.ID, User: member.ID}
	ok(t, o.db.GitAccounts().Unlink(t.Context(), o.admin.actor, none))
	found, err := o.db.GitAccounts().Linked(t.Context(), o.Organization.ID, p.ID, member.ID)
	ok(t, err)
	equal(t, found, none)
	refused(t, o.db.GitAccounts().Unlink(t.Context(), o.admin.actor, none), fault.NotFound)
}

func gitLinkNeedsAnAccount(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	member, p := o.member(t), o.project(t)
	other := o.gitAccount(t, o.admin.ID)
	for _, id := range []string{"nothing", other.ID} {
		link := project.GitLink{Project: p.ID, User: member.ID, Account: id}
		refused(t, o.db.GitAccounts().Link(t.Context(), o.admin.actor, link), fault.NotFound, id)
	}
	mine := o.gitAccount(t, member.ID)
	link := project.GitLink{Project: "nothing", User: member.ID, Account: mine.ID}
	refused(t, o.db.GitAccounts().Link(t.Context(), o.admin.actor, link), fault.NotFound, "project nothing")
}

// projectWantsOwnAccount: an actor who sets the account of a project owns the account, or administers the organization.
func projectWantsOwnAccount(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	member, p := o.member(t), o.project(t)
	own, other := o.gitAccount(t, member.ID), o.gitAccount(t, o.admin.ID)
	set := func(by account.Actor, id, repo string) error {
		_, err := o.db.Projects().Change(t.Context(), by, p.ID, func(stored *project.Project) error {
			stored.GitAccount, stored.GitRepo = id, repo
			return nil
		})
		return err
	}
	refused(t, set(member.actor, other.ID, p.GitRepo), fault.Invalid, other.ID)
	refused(t, set(member.actor, "nothing", p.GitRepo), fault.Invalid, "nothing")
	ok(t, set(member.actor, own.ID, p.GitRepo))
	ok(t, set(o.admin.actor, other.ID, p.GitRepo))
	ok(t, set(member.actor, other.ID, "https://example.com/another.git"))
	refused(t, set(member.actor, other.ID, "https://collector.example/repo.git"), fault.Invalid, other.ID)
	ok(t, set(member.actor, "", "https://collector.example/repo.git"))
	draft := o.newProject()
	draft.GitAccount = own.ID
	refused(t, o.db.Projects().Create(t.Context(), account.Actor{Organization: o.Organization.ID, User: o.admin.ID}, draft, newWorkspace(draft.ID)),
		fault.Invalid, own.ID)
}

func (s *writeFixture) gitAccountWrites() map[string]write {
	link := project.GitLink{Project: s.p.ID, User: s.user.ID, Account: s.gitLinked.ID}
	return map[string]write{
		"GitAccounts.Create": func(ctx context.Context, by account.Actor) error {
			return s.db.GitAccounts().Create(ctx, by, s.newGitAccount(s.user.ID))
		},
		"GitAccounts.Change": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.GitAccounts().Change(ctx, by, s.gitLinked.ID, func(a *project.GitAccount) error {
				a.Name = "Other"
				return nil
			})
			return err
		},
		"GitAccounts.Delete": func(ctx context.Context, by account.Actor) error {
			return s.db.GitAccounts().Delete(ctx, by, s.gitUnlinked.ID)
		},
		"GitAccounts.Link": func(ctx context.Context, by account.Actor) error {
			return s.db.GitAccounts().Link(ctx, by, link)
		},
		"GitAccounts.Unlink": func(ctx context.Context, by account.Actor) error {
			return s.db.GitAccounts().Unlink(ctx, by, project.GitLink{Project: s.idle.ID, User: s.user.ID})
		},
	}
}
