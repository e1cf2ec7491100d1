package workspace_test

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// office is the service on a real store, with one workspace.
type office struct {
	*workspace.Service

	t     testing.TB
	db    *store.DB
	actor account.Actor
	id    ids.Workspace
}

// newOffice makes an organization with a project for an engine; its workspace is empty until it is looked at.
func newOffice(t testing.TB) *office {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Folder: t.TempDir()})
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
	o := &office{t: t, db: db, actor: account.Actor{User: administrator.ID, Organization: organization.ID, Role: administrator.Role}}
	_, err = project.NewProjects(db.Projects(), time.Now).Create(t.Context(), o.actor, project.Project{Name: "Mill", Platform: project.DuckDB})
	must(t, err)
	list, err := db.Workspaces().List(t.Context(), project.WorkspaceQuery{Sees: o.actor.Sees()})
	must(t, err)
	o.id = list.Items[0].ID
	o.Service = o.another()
	return o
}

// another is the service of another server on the same store.
func (o *office) another() *workspace.Service {
	return workspace.NewDesk(workspace.Options{
		Store: o.db.WorkspaceFiles(), Workspaces: o.db.Workspaces(), Projects: o.db.Projects(), Connections: o.db.Connections(),
	})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put writes files as a person with an editor would.
func (o *office) put(files map[string][]byte) {
	o.t.Helper()
	_, err := o.Apply(o.t.Context(), o.actor, o.id, workspace.Edit{Put: files})
	must(o.t, err)
}

func (o *office) view() *workspace.Revision {
	o.t.Helper()
	v, err := o.View(o.t.Context(), o.actor.Organization, o.id)
	must(o.t, err)
	return v
}

// stage makes a node and gives it.
func (o *office) stage(name string, predecessors ...transform.NodeID) workspace.Node {
	o.t.Helper()
	n, err := o.CreateNode(o.t.Context(), o.actor, o.id, workspace.NewNode{Type: "Stage", Name: name, Predecessors: predecessors})
	must(o.t, err)
	return n
}

// file is the text of a file; empty when there is none.
func (o *office) file(path string) string {
	o.t.Helper()
	return string(o.view().Folder.Files[path].Content)
}
