package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
)

func projectCases() cases {
	return cases{
		"a created object is found":                  projectIsFound,
		"a change is returned and stored":            projectChangeIsStored,
		"a change that fails changes nothing":        failedProjectChange,
		"a project with environments is not deleted": projectWithEnvironmentsStays,
		"workspaces are deleted with their project":  projectTakesWorkspaces,
		"another organization does not see it":       projectIsOfOneOrganization,
		"an id is used once":                         projectIsCreatedOnce,
		"a delete of an unknown project fails":       deleteOfNoProject,
	}
}

func projectIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	found, err := o.db.Projects().Find(t.Context(), o.Organization.ID, p.ID)
	ok(t, err)
	equal(t, found, p)
	workspaces := o.workspacesOf(t, p)
	equal(t, len(workspaces), 1)
	equal(t, workspaces[0].Name, "main")
	_, err = o.db.Projects().Find(t.Context(), o.Organization.ID, "nothing")
	refused(t, err, fault.NotFound, "project nothing")
}

func (o *tenant) workspacesOf(t *testing.T, p project.Project) []project.Workspace {
	t.Helper()
	listed, err := o.db.Workspaces().List(t.Context(), project.WorkspaceQuery{Sees: o.sees(), Project: p.ID, Page: ordered("id")})
	ok(t, err)
	return listed.Items
}

func projectChangeIsStored(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	want := p
	want.Name, want.Description, want.Platform, want.GitRepo, want.GitBranch = "Näme", "two\nlines", project.Trino, "", "dev"
	changed, err := o.db.Projects().Change(t.Context(), o.admin.actor, p.ID, func(p *project.Project) error {
		*p = want
		return nil
	})
	ok(t, err)
	equal(t, changed, want)
	found, err := o.db.Projects().Find(t.Context(), o.Organization.ID, p.ID)
	ok(t, err)
	equal(t, found, want)
}

func failedProjectChange(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	_, err := o.db.Projects().Change(t.Context(), o.admin.actor, p.ID, func(p *project.Project) error {
		p.Name = "Other"
		return fault.New(fault.Invalid, "second thoughts")
	})
	refused(t, err, fault.Invalid, "second thoughts")
	found, err := o.db.Projects().Find(t.Context(), o.Organization.ID, p.ID)
	ok(t, err)
	equal(t, found, p)
}

func projectWithEnvironmentsStays(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	environment := o.environment(t, p.ID)
	refused(t, o.db.Projects().Delete(t.Context(), o.admin.actor, p.ID), fault.Conflict, string(p.ID), "1 environments")
	_, err := o.db.Projects().Find(t.Context(), o.Organization.ID, p.ID)
	ok(t, err)
	equal(t, len(o.workspacesOf(t, p)), 1)

	ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, environment.ID))
	ok(t, o.db.Projects().Delete(t.Context(), o.admin.actor, p.ID))
}

func projectTakesWorkspaces(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	gone, kept := o.project(t), o.project(t)
	workspace := o.workspace(t, gone.ID)
	ok(t, o.db.Projects().Delete(t.Context(), o.admin.actor, gone.ID))
	_, err := o.db.Projects().Find(t.Context(), o.Organization.ID, gone.ID)
	refused(t, err, fault.NotFound)
	_, err = o.db.Workspaces().Find(t.Context(), o.Organization.ID, workspace.ID)
	refused(t, err, fault.NotFound)
	equal(t, len(o.workspacesOf(t, gone)), 0)
	equal(t, len(o.workspacesOf(t, kept)), 1)
}

func projectIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	p := o.project(t)
	projects := o.db.Projects()
	_, err := projects.Find(t.Context(), other.Organization.ID, p.ID)
	refused(t, err, fault.NotFound)
	_, err = projects.Change(t.Context(), other.admin.actor, p.ID, func(*project.Project) error {
		t.Error("a stranger was about to change a project")
		return nil
	})
	refused(t, err, fault.NotFound)
	refused(t, projects.Delete(t.Context(), other.admin.actor, p.ID), fault.NotFound)
	_, err = projects.Find(t.Context(), o.Organization.ID, p.ID)
	ok(t, err)
}

// projectIsCreatedOnce also checks that a create that fails half-way leaves no workspace and takes no number.
func projectIsCreatedOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	if err := o.db.Projects().Create(t.Context(), o.admin.actor, p, newWorkspace(p.ID)); err == nil {
		t.Error("the same project was created twice")
	}
	ghost := o.newProject()
	nobody := account.Actor{User: "nobody", Organization: o.Organization.ID}
	if err := o.db.Projects().Create(t.Context(), nobody, ghost, newWorkspace(ghost.ID)); err == nil {
		t.Error("an unknown user created a project")
	}
	equal(t, len(o.workspacesOf(t, p)), 1)
	equal(t, len(o.workspacesOf(t, ghost)), 0)
	equal(t, o.workspace(t, p.ID).ID, 2)
}

func deleteOfNoProject(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	refused(t, o.db.Projects().Delete(t.Context(), o.admin.actor, "nothing"), fault.NotFound, "project nothing")
}
