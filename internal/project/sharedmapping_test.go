package project_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

func mappedTo(database, schema string) map[string]project.Mapping {
	return map[string]project.Mapping{"RAW": {Database: database, Schema: schema}}
}

func TestSharedMappingIsAConflict(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first, err := d.connections.Create(t.Context(), d.by, warehouse())
	if err != nil {
		t.Fatal(err)
	}
	draft := warehouse()
	draft.Settings["user"] = "another"
	second, err := d.connections.Create(t.Context(), d.by, draft)
	if err != nil {
		t.Fatal(err)
	}
	shop := d.environment(t, project.EnvironmentSettings{Mappings: mappedTo("dwh", "raw")}).Project
	d.environment(t, project.EnvironmentSettings{Connection: first.ID, Mappings: mappedTo("", "raw")})
	for name, test := range map[string]struct {
		connection ids.Connection
		mapping    project.Mapping
		isConflict bool
	}{
		"the same":                         {"", project.Mapping{Database: "dwh", Schema: "raw"}, true},
		"in another case":                  {d.setup.Connection.ID, project.Mapping{Database: "DWH", Schema: "Raw"}, true},
		"for reading":                      {"", project.Mapping{Database: "dwh", Schema: "raw", ReadOnly: true}, true},
		"the location's name":              {"", project.Mapping{Database: "dwh"}, true},
		"another schema of the database":   {"", project.Mapping{Database: "dwh", Schema: "mine"}, true},
		"another database":                 {"", project.Mapping{Database: "dwh2", Schema: "raw"}, false},
		"the default database":             {"", project.Mapping{Schema: "raw"}, false},
		"another connection to the server": {second.ID, project.Mapping{Schema: "raw"}, true},
		"with the name of the database":    {second.ID, project.Mapping{Database: "shop", Schema: "raw"}, true},
		"another schema of the server":     {second.ID, project.Mapping{Schema: "RAW"}, false},
	} {
		settings := project.EnvironmentSettings{Connection: test.connection, Mappings: map[string]project.Mapping{"RAW": test.mapping}}
		made, err := d.environments.Create(t.Context(), d.by, d.project(t).ID, "Other", settings)
		if test.isConflict != fault.Is(err, fault.Conflict) || !test.isConflict && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			if err := d.environments.Delete(t.Context(), d.by, made.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	mine := mappedTo("dwh", "mine")
	if _, err := d.environments.Create(t.Context(), d.by, shop, "Test", project.EnvironmentSettings{Mappings: mine}); err != nil {
		t.Errorf("another schema for an environment of the project: %v", err)
	}
	workspace := project.Workspace{Project: shop, Name: "w", Settings: project.WorkspaceSettings{Mappings: mappedTo("dwh", "ours")}} // attached for reading
	if _, err := d.workspaces.CreateOn(t.Context(), d.by, workspace); err != nil {
		t.Errorf("another schema for a workspace of the project: %v", err)
	}
}

func TestChangeToASharedMapping(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.environment(t, project.EnvironmentSettings{Mappings: mappedTo("dwh", "raw")})
	second := d.environment(t, project.EnvironmentSettings{})
	workspace, err := d.workspaces.CreateOn(t.Context(), d.by, project.Workspace{Project: first.Project, Name: "w"})
	if err != nil {
		t.Fatal(err)
	}
	onto := project.Some(mappedTo("dwh", "raw"))
	_, err = d.environments.Update(t.Context(), d.by, second.ID, project.EnvironmentPatch{Mappings: onto})
	if !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "RAW") || !strings.Contains(err.Error(), "(Production)") {
		t.Errorf("an environment: %v", err)
	}
	if _, err := d.workspaces.Update(t.Context(), d.by, workspace.ID, project.WorkspacePatch{Mappings: onto}); !fault.Is(err, fault.Conflict) {
		t.Errorf("a workspace: %v", err)
	}
	patch := project.EnvironmentPatch{Mappings: onto, ConfirmSharedMappings: true}
	if _, err := d.environments.Update(t.Context(), d.by, second.ID, patch); err != nil {
		t.Errorf("with a confirmation: %v", err)
	}
	// What is confirmed stays possible, and other settings can change.
	patch = project.EnvironmentPatch{Mappings: onto, Name: project.Some("Renamed")}
	if _, err := d.environments.Update(t.Context(), d.by, second.ID, patch); err != nil {
		t.Errorf("the same mappings: %v", err)
	}
	// Workspaces of one project have the same users.
	_, err = d.workspaces.Update(t.Context(), d.by, workspace.ID, project.WorkspacePatch{Mappings: project.Some(mappedTo("scratch", "raw"))})
	if err != nil {
		t.Error(err)
	}
	draft := project.Workspace{Project: first.Project, Name: "v", Settings: project.WorkspaceSettings{Mappings: mappedTo("scratch", "raw")}}
	if _, err := d.workspaces.CreateOn(t.Context(), d.by, draft); err != nil {
		t.Errorf("a workspace of the same project: %v", err)
	}
	draft.Project = second.Project
	if _, err := d.workspaces.CreateOn(t.Context(), d.by, draft); !fault.Is(err, fault.Conflict) {
		t.Errorf("a workspace of another project: %v", err)
	}
}

// New settings of a connection may lead its mappings to schemas that are mapped elsewhere.
func TestMovedConnectionCannotShareMappings(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.environment(t, project.EnvironmentSettings{Mappings: mappedTo("dwh", "raw")})
	other, err := d.connections.Create(t.Context(), d.by, project.ConnectionDraft{
		Name: "Other", Platform: project.DuckDB, Settings: map[string]any{"path": "other"},
	})
	if err != nil {
		t.Fatal(err)
	}
	moved := d.environment(t, project.EnvironmentSettings{Connection: other.ID, Mappings: mappedTo("dwh", "raw")})
	onto := project.ConnectionPatch{Settings: project.Some(map[string]any{})}
	if _, err := d.connections.Update(t.Context(), d.by, other.ID, onto); !fault.Is(err, fault.Conflict) {
		t.Errorf("onto another folder: %v", err)
	}
	patch := project.EnvironmentPatch{Mappings: project.Some(mappedTo("", "raw"))}
	if _, err := d.environments.Update(t.Context(), d.by, moved.ID, patch); err != nil {
		t.Fatal(err)
	}
	if _, err := d.connections.Update(t.Context(), d.by, other.ID, onto); err != nil {
		t.Errorf("without the mapping: %v", err)
	}
}

// Environments that share the file of the default database conflict there.
func TestSharedFileCanConflict(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.environment(t, project.EnvironmentSettings{Mappings: mappedTo("", "raw")})
	second := d.environment(t, project.EnvironmentSettings{})
	onto := project.EnvironmentPatch{Mappings: project.Some(mappedTo("millrace", "RAW"))}
	if _, err := d.environments.Update(t.Context(), d.by, second.ID, onto); err != nil {
		t.Errorf("with files of their own: %v", err)
	}
	if _, err := d.environments.Update(t.Context(), d.by, second.ID, project.EnvironmentPatch{Mappings: project.Some(mappedTo("", "x"))}); err != nil {
		t.Error(err)
	}
	d.row(t, `UPDATE environments SET own_file = '' RETURNING own_file`)
	if _, err := d.environments.Update(t.Context(), d.by, second.ID, onto); !fault.Is(err, fault.Conflict) {
		t.Errorf("with the shared file: %v", err)
	}
}
