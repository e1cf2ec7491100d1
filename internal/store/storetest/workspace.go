package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
)

func workspaceCases() cases {
	return cases{
		"a created object is found":            workspaceIsFound,
		"a deleted object is not found":        workspaceIsDeleted,
		"another organization does not see it": workspaceIsOfOneOrganization,
		"a list can be limited to one project": workspacesOfOneProject,
	}
}

func workspaceIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	created, err := o.db.Workspaces().Create(t.Context(), o.admin.actor,
		project.Workspace{Project: p.ID, Name: "Übung", CreatedAt: noon()})
	ok(t, err)
	equal(t, created, project.Workspace{
		Organization: o.Organization.ID, ID: 2, Project: p.ID, Name: "Übung", Status: project.Waiting, CreatedAt: noon(), // 1 was created with the project
		Settings: project.WorkspaceSettings{Branch: p.GitBranch},
	})
	found, err := o.db.Workspaces().Find(t.Context(), o.Organization.ID, created.ID)
	ok(t, err)
	equal(t, found, created)
}

func workspaceIsDeleted(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	workspace := o.workspace(t, o.project(t).ID)
	ok(t, o.db.Workspaces().Delete(t.Context(), o.admin.actor, workspace.ID))
	_, err := o.db.Workspaces().Find(t.Context(), o.Organization.ID, workspace.ID)
	refused(t, err, fault.NotFound, "workspace 2")
	refused(t, o.db.Workspaces().Delete(t.Context(), o.admin.actor, workspace.ID), fault.NotFound, "workspace 2")
}

func workspaceIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	workspace := o.workspace(t, o.project(t).ID)
	_, err := o.db.Workspaces().Find(t.Context(), other.Organization.ID, workspace.ID)
	refused(t, err, fault.NotFound)
	refused(t, o.db.Workspaces().Delete(t.Context(), other.admin.actor, workspace.ID), fault.NotFound)
	_, err = o.db.Workspaces().Find(t.Context(), o.Organization.ID, workspace.ID)
	ok(t, err)
}

func workspacesOfOneProject(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	first, second := o.project(t), o.project(t)
	extra := o.workspace(t, first.ID)
	listed := o.workspacesOf(t, first)
	equal(t, len(listed), 2)
	equal(t, listed[1], extra)
	equal(t, len(o.workspacesOf(t, second)), 1)
	equal(t, len(o.workspacesOf(t, project.Project{ID: "nothing"})), 0)
}
