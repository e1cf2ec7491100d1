package workspace_test

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// fixture is the service with a real store and one workspace.
type fixture struct {
	*workspace.Service

	t     testing.TB
	db    *store.DB
	actor account.Actor
	id    ids.Workspace
}

// newFixture creates an organization with a DuckDB project. Its workspace is empty until it is first read.
func newFixture(t testing.TB) *fixture {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Folder: statetest.Folder(t)})
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	now := time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)
	organization, err := account.NewOrganization("Acme", now)
	must(t, err)
	administrator := account.User{
		ID: ids.New[ids.User](), Organization: organization.ID, Email: "ada@example.com", Role: account.OrganizationAdministrator,
		Status: account.UserActive, CreatedAt: now,
	}
	must(t, db.Setups().Add(t.Context(), project.NewSetup(organization, administrator, now)))
	f := &fixture{t: t, db: db, actor: account.Actor{User: administrator.ID, Organization: organization.ID, Role: administrator.Role}}
	_, err = project.NewProjects(db.Projects(), time.Now).Create(t.Context(), f.actor, project.Project{Name: "Orders", Platform: project.DuckDB})
	must(t, err)
	list, err := db.Workspaces().List(t.Context(), project.WorkspaceQuery{Sees: f.actor.Sees()})
	must(t, err)
	f.id = list.Items[0].ID
	f.Service = f.newService()
	return f
}

// newService returns the service of another server with the same store.
func (f *fixture) newService() *workspace.Service {
	return workspace.NewService(workspace.Options{
		Store: f.db.WorkspaceFiles(), Workspaces: f.db.Workspaces(), Projects: f.db.Projects(), Connections: f.db.Connections(),
	})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put writes files as a user with an editor would.
func (f *fixture) put(files map[string][]byte) {
	f.t.Helper()
	_, err := f.Apply(f.t.Context(), f.actor, f.id, workspace.Edit{Put: files})
	must(f.t, err)
}

func (f *fixture) view() *workspace.Revision {
	f.t.Helper()
	v, err := f.CurrentRevision(f.t.Context(), f.actor.Organization, f.id)
	must(f.t, err)
	return v
}

// newStage creates a node of type Stage.
func (f *fixture) newStage(name string, predecessors ...transform.NodeID) workspace.Node {
	f.t.Helper()
	n, err := f.CreateNode(f.t.Context(), f.actor, f.id, workspace.NewNode{Type: "Stage", Name: name, Predecessors: predecessors})
	must(f.t, err)
	return n
}

// file returns the text of a file; empty if it does not exist.
func (f *fixture) file(path string) string {
	f.t.Helper()
	return string(f.view().Folder.Files[path].Content)
}
