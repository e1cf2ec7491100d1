package project_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
)

func TestProjectIsCreatedWithAWorkspace(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	made := d.project(t)
	want := project.Project{
		Organization: d.by.Organization, ID: made.ID, Name: "Shop", Platform: project.DuckDB, CreatedAt: noon(),
	}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Error(diff)
	}
	workspaces, err := d.workspaces.List(t.Context(), project.WorkspaceQuery{Sees: d.by.Sees(), Project: made.ID, Page: everything()})
	if err != nil || workspaces.Total != 1 || workspaces.Items[0].Name != "main" {
		t.Errorf("got %+v, %v; want one workspace", workspaces, err)
	}
	listed, err := d.projects.List(t.Context(), d.by.Sees(), everything())
	if err != nil || listed.Total != 1 {
		t.Errorf("got %+v, %v", listed, err)
	}
}

func TestInvalidProjectIsRejected(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	made := d.project(t)
	for name, change := range map[string]func(*project.Project){
		"no name":            func(p *project.Project) { p.Name = "" },
		"long name":          func(p *project.Project) { p.Name = strings.Repeat("x", 201) },
		"control in name":    func(p *project.Project) { p.Name = "a\nb" },
		"no platform":        func(p *project.Project) { p.Platform = "" },
		"unknown platform":   func(p *project.Project) { p.Platform = "abacus" },
		"upper-case kind":    func(p *project.Project) { p.Platform = "DuckDB" },
		"git account":        func(p *project.Project) { p.GitAccount = "1" },
		"line in repo":       func(p *project.Project) { p.GitRepo = "a\nb" },
		"no address":         func(p *project.Project) { p.GitRepo = "r" },
		"token in the repo":  func(p *project.Project) { p.GitRepo = "https://ada:token@host/r" },
		"no such branch":     func(p *project.Project) { p.GitBranch = "a..b" },
		"long branch":        func(p *project.Project) { p.GitBranch = strings.Repeat("x", 201) },
		"NUL in branch":      func(p *project.Project) { p.GitBranch = "\x00" },
		"bell in text":       func(p *project.Project) { p.Description = "\a" },
		"not UTF-8":          func(p *project.Project) { p.Description = "\xff" },
		"very long text":     func(p *project.Project) { p.Description = strings.Repeat("x", 10_001) },
		"very long git repo": func(p *project.Project) { p.GitRepo = strings.Repeat("x", 2001) },
	} {
		draft := project.Project{Name: "Shop", Platform: project.Trino}
		change(&draft)
		if _, err := d.projects.Create(t.Context(), d.by, draft); !fault.Is(err, fault.Invalid) || fault.From(err).Hint == "" {
			t.Errorf("create, %s: got %v, want invalid with a hint", name, err)
		}
		patch := project.ProjectPatch{
			Name: project.Some(draft.Name), Platform: project.Some(draft.Platform), Description: project.Some(draft.Description),
			GitAccount: project.Some(draft.GitAccount), GitRepo: project.Some(draft.GitRepo), GitBranch: project.Some(draft.GitBranch),
		}
		if _, err := d.projects.Update(t.Context(), d.by, made.ID, patch); !fault.Is(err, fault.Invalid) {
			t.Errorf("update, %s: got %v, want invalid", name, err)
		}
	}
	found, err := d.projects.Get(t.Context(), d.by.Organization, made.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(made, found); diff != "" {
		t.Errorf("a refused update changed something: %s", diff)
	}
}

func TestUpdateOfAProject(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	want := d.project(t)
	for _, step := range []struct {
		patch project.ProjectPatch
		want  func()
	}{
		{project.ProjectPatch{}, func() {}},
		{project.ProjectPatch{Name: project.Some("Other")}, func() { want.Name = "Other" }},
		{project.ProjectPatch{Description: project.Some("two\nlines")}, func() { want.Description = "two\nlines" }},
		{project.ProjectPatch{GitRepo: project.Some("git@host:r.git"), GitBranch: project.Some("b")}, func() { want.GitRepo, want.GitBranch = "git@host:r.git", "b" }},
		{project.ProjectPatch{Platform: project.Some(project.BigQuery)}, func() { want.Platform = project.BigQuery }},
		{project.ProjectPatch{Description: project.Some(""), GitRepo: project.Some("")}, func() { want.Description, want.GitRepo = "", "" }},
	} {
		step.want()
		changed, err := d.projects.Update(t.Context(), d.by, want.ID, step.patch)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, changed); diff != "" {
			t.Error(diff)
		}
	}
	if err := d.projects.Delete(t.Context(), d.by, want.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := d.projects.Get(t.Context(), d.by.Organization, want.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("got %v, want not found", err)
	}
}

func TestWorkspaces(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	p := d.project(t)
	for _, name := range []string{"", " ", "a\x00", strings.Repeat("x", 201)} {
		if _, err := d.workspaces.Create(t.Context(), d.by, p.ID, name); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: got %v, want invalid", name, err)
		}
	}
	made, err := d.workspaces.Create(t.Context(), d.by, p.ID, "Übung")
	if err != nil {
		t.Fatal(err)
	}
	found, err := d.workspaces.Get(t.Context(), d.by.Organization, made.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(made, found); diff != "" {
		t.Error(diff)
	}
	if err := d.workspaces.Delete(t.Context(), d.by, made.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := d.workspaces.Get(t.Context(), d.by.Organization, made.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("got %v, want not found", err)
	}
}
