package storetest

import (
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/store"
)

// noon is the time of everything in the suite. It has milliseconds, which are stored, and nothing finer.
func noon() time.Time { return time.Date(2026, time.January, 31, 12, 0, 0, 123_000_000, time.UTC) }

// tenant is an organization to test in, with its first administrator signed in.
type tenant struct {
	project.Setup

	db    *store.DB
	keys  *secret.Keys
	admin person
}

// tenant creates an organization in the database that the cases share.
func (w suiteContext) tenant(t *testing.T) *tenant {
	t.Helper()
	return w.tenantIn(t, w.shared)
}

func (w suiteContext) tenantIn(t *testing.T, db *store.DB) *tenant {
	t.Helper()
	o := &tenant{db: db, keys: w.keys, Setup: newSetup(t)}
	ok(t, db.Setups().Add(t.Context(), o.Setup))
	o.admin = o.signIn(t, o.Administrator)
	return o
}

// newSetup returns an organization with a unique name, not yet stored.
func newSetup(t *testing.T) project.Setup {
	t.Helper()
	organization, err := account.NewOrganization("Case "+unique(), noon())
	ok(t, err)
	administrator := newUser(organization.ID, account.OrganizationAdministrator)
	return project.NewSetup(organization, administrator, noon())
}

// unique returns a word that no other call returns.
func unique() string { return strings.ReplaceAll(ids.New[string](), "-", "") }

// ordered requests the whole list in one of its orders.
func ordered(by string) page.Request { return page.Request{OrderBy: by} }

func (o *tenant) sees() account.Visibility { return o.admin.actor.Sees() }

// project stores a project of the administrator. It has one workspace.
func (o *tenant) project(t *testing.T) project.Project {
	t.Helper()
	return o.projectBy(t, o.admin)
}

func (o *tenant) projectBy(t *testing.T, by person) project.Project {
	t.Helper()
	p := o.newProject()
	ok(t, o.db.Projects().Create(t.Context(), by.actor, p, newWorkspace(p.ID)))
	return p
}

func (o *tenant) newProject() project.Project {
	return project.Project{
		Organization: o.Organization.ID, ID: ids.New[ids.Project](), Name: "Project " + unique(), Description: "to test",
		Platform: project.DuckDB, GitRepo: "https://example.com/repo.git", GitBranch: "main", CreatedAt: noon(),
	}
}

func newWorkspace(p ids.Project) project.Workspace {
	return project.Workspace{Project: p, Name: "main", CreatedAt: noon()}
}

func (o *tenant) workspace(t *testing.T, p ids.Project) project.Workspace {
	t.Helper()
	workspace, err := o.db.Workspaces().Create(t.Context(), o.admin.actor, newWorkspace(p))
	ok(t, err)
	return workspace
}

func newEnvironment(p ids.Project) project.Environment {
	return project.Environment{Project: p, Name: "Production", Status: project.Waiting, CreatedAt: noon()}
}

func (o *tenant) environment(t *testing.T, p ids.Project) project.Environment {
	t.Helper()
	environment, err := o.db.Environments().Create(t.Context(), o.admin.actor, newEnvironment(p))
	ok(t, err)
	return environment
}

func (o *tenant) newConnection() project.Connection {
	return project.Connection{
		Organization: o.Organization.ID, ID: ids.New[ids.Connection](), Name: "Warehouse", Platform: project.Postgres,
		Settings: map[string]any{"host": "localhost"}, SealedSecret: "v1.sealed", CreatedAt: noon(),
	}
}

func (o *tenant) connection(t *testing.T) project.Connection {
	t.Helper()
	connection := o.newConnection()
	ok(t, o.db.Connections().Create(t.Context(), o.admin.actor, connection))
	return connection
}
