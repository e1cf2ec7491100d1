package repository_test

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/repository"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/workspace"
)

func noon() time.Time { return time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC) }

// fixture has the service on a real store, with one project.
type fixture struct {
	*repository.Service

	t          *testing.T
	db         *store.DB
	by         account.Actor
	project    project.Project
	projects   *project.Projects
	workspaces *project.Workspaces
	editing    *workspace.Service
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	folder := statetest.Folder(t)
	db, err := store.Open(t.Context(), store.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	keys, err := secret.LoadOrCreate(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	organization, err := account.NewOrganization("Mill", noon())
	if err != nil {
		t.Fatal(err)
	}
	ada := account.User{
		ID: ids.New[ids.User](), Organization: organization.ID, Email: "ada@example.com", FirstName: "Ada", LastName: "Lovelace",
		Role: account.OrganizationAdministrator, Status: account.UserActive, CreatedAt: noon(),
	}
	if err := db.Setups().Add(t.Context(), project.NewSetup(organization, ada, noon())); err != nil {
		t.Fatal(err)
	}
	o := &fixture{
		t: t, db: db, by: account.Actor{User: ada.ID, Organization: organization.ID, Role: ada.Role},
		projects: project.NewProjects(db.Projects(), noon), workspaces: project.NewWorkspaces(db.Workspaces(), noon),
	}
	o.editing = workspace.NewService(workspace.Options{
		Store: db.WorkspaceFiles(), Workspaces: db.Workspaces(), Projects: db.Projects(), Connections: db.Connections(), Heads: o,
	})
	o.Service = &repository.Service{
		Storages: db.Repositories(), Projects: db.Projects(), Workspaces: o.workspaces, Files: o.editing, Users: db.Users(),
		Accounts: &project.GitAccounts{Store: db.GitAccounts(), Sealer: keys, Now: noon}, Now: noon,
		Peers: gitrepo.Peers{Timeout: 5 * time.Second}, Egress: &egress.Policy{AllPrivate: true},
	}
	if o.project, err = o.projects.Create(t.Context(), o.by, project.Project{Name: "Orders", Platform: project.DuckDB}); err != nil {
		t.Fatal(err)
	}
	return o
}

func (o *fixture) workspace(name string) ids.Workspace {
	o.t.Helper()
	made, err := o.workspaces.Create(o.t.Context(), o.by, o.project.ID, name)
	if err != nil {
		o.t.Fatal(err)
	}
	if _, err := o.editing.Load(o.t.Context(), o.by.Organization, made.ID); err != nil {
		o.t.Fatal(err)
	}
	return made.ID
}

// put writes a file of a workspace.
func (o *fixture) put(id ids.Workspace, path, text string) {
	o.t.Helper()
	if _, err := o.editing.Apply(o.t.Context(), o.by, id, workspace.Edit{Put: files{path: text}.bytes()}); err != nil {
		o.t.Error(err)
	}
}

func (o *fixture) commit(id ids.Workspace) repository.Commit {
	o.t.Helper()
	made, err := o.Commit(o.t.Context(), o.by, id, "Change")
	if err != nil {
		o.t.Fatal(err)
	}
	return made
}

// changes are what a commit of a workspace would hold.
func (o *fixture) changes(id ids.Workspace) []string {
	o.t.Helper()
	diff, err := o.DiffWorkspace(o.t.Context(), o.by.Organization, id, "")
	if err != nil {
		o.t.Fatal(err)
	}
	paths := []string{}
	for _, c := range diff.Changes {
		paths = append(paths, c.Path)
	}
	return paths
}
