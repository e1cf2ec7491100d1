package project_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

func (d *fixture) target(t *testing.T, id ids.Environment) engine.Connection {
	t.Helper()
	target, err := d.connections.Target(t.Context(), project.EngineUse{Organization: d.by.Organization, Target: id})
	if err != nil {
		t.Fatal(err)
	}
	return target
}

func TestEnvironmentAttachesItsOwnFileAndItsMappings(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.environment(t, project.EnvironmentSettings{Mappings: map[string]project.Mapping{
		"A": {Database: "Raw", Schema: "a"}, "B": {Database: "RAW", Schema: "b", ReadOnly: true},
		"C": {Database: "dwh", Schema: "c", ReadOnly: true}, "D": {Database: "DWH", Schema: "d", ReadOnly: true},
		"E": {Database: "Millrace", Schema: "e"}, "F": {Schema: "f"},
	}})
	want := &engine.Databases{
		Own:    fmt.Sprintf("environments/%s-%d", environment.Organization, environment.ID),
		Mapped: []engine.MappedDatabase{{Name: "dwh", ReadOnly: true}, {Name: "raw"}},
	}
	if diff := cmp.Diff(want, d.target(t, environment.ID).Databases); diff != "" {
		t.Error(diff)
	}

	workspace, err := d.workspaces.CreateOn(t.Context(), d.by, project.Workspace{
		Project: environment.Project, Name: "w", ConfirmSharedMappings: true, Settings: project.WorkspaceSettings{Mappings: map[string]project.Mapping{
			"A": {Database: "raw", Schema: "a"}, "X": {Database: "scratch", Schema: "x"},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want = &engine.Databases{
		Own:    fmt.Sprintf("workspaces/%s-%d", workspace.Organization, workspace.ID),
		Mapped: []engine.MappedDatabase{{Name: "raw", ReadOnly: true}, {Name: "scratch"}},
	}
	if diff := cmp.Diff(want, d.target(t, ids.Environment(workspace.ID)).Databases); diff != "" {
		t.Error(diff)
	}
}

// What existed before own files keeps the shared one, and shares what is mapped.
func TestEnvironmentFromBeforeKeepsTheSharedFile(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.environment(t, project.EnvironmentSettings{})
	d.row(t, `UPDATE environments SET own_file = '' RETURNING own_file`)
	if diff := cmp.Diff(&engine.Databases{}, d.target(t, environment.ID).Databases); diff != "" {
		t.Error(diff)
	}
	second := d.environment(t, project.EnvironmentSettings{Mappings: map[string]project.Mapping{
		"A": {Database: "raw", Schema: "a"}, "B": {Database: "dwh", Schema: "b", ReadOnly: true},
	}})
	d.row(t, `UPDATE environments SET own_file = '' RETURNING own_file`)
	d.environment(t, project.EnvironmentSettings{Mappings: map[string]project.Mapping{"A": {Database: "apart", Schema: "a"}}})
	want := &engine.Databases{Mapped: []engine.MappedDatabase{{Name: "dwh", ReadOnly: true}, {Name: "raw"}}}
	for _, id := range []ids.Environment{environment.ID, second.ID} {
		if diff := cmp.Diff(want, d.target(t, id).Databases); diff != "" {
			t.Errorf("environment %d: %s", id, diff)
		}
	}
}

func TestConnectionTargetNeedsGrant(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	connection, err := d.connections.Create(t.Context(), d.by, warehouse())
	if err != nil {
		t.Fatal(err)
	}
	if connection.AllProjects || len(connection.Projects) > 0 {
		t.Errorf("a new connection is for %+v", connection)
	}
	environment := d.environment(t, project.EnvironmentSettings{Connection: connection.ID})
	if found, err := d.connections.Get(t.Context(), d.by.Organization, connection.ID); err != nil || len(found.Projects) != 1 ||
		found.Projects[0] != environment.Project {
		t.Errorf("the administrator's use did not add the project: %+v, %v", found.Projects, err)
	}
	if target := d.target(t, environment.ID); target.Settings["user"] != "millrace" || target.Secret["password"] != password || target.Databases != nil {
		t.Errorf("the target has user %v and databases %v", target.Settings["user"], target.Databases)
	}
	none := project.ConnectionPatch{Projects: project.Some([]ids.Project{})}
	if _, err := d.connections.Update(t.Context(), d.by, connection.ID, none); err != nil {
		t.Fatal(err)
	}
	_, err = d.connections.Target(t.Context(), project.EngineUse{Organization: d.by.Organization, Target: environment.ID})
	if !fault.Is(err, fault.Forbidden) {
		t.Errorf("without the grant: %v", err)
	}
	_, err = d.connections.Target(t.Context(), project.EngineUse{Organization: d.by.Organization, Connection: connection.ID, Target: environment.ID})
	if !fault.Is(err, fault.Forbidden) {
		t.Errorf("for a frozen plan without the grant: %v", err)
	}
	if _, err := d.connections.Target(t.Context(), project.EngineUse{Organization: d.by.Organization, Target: 999}); !fault.Is(err, fault.NotFound) {
		t.Errorf("for nothing: %v", err)
	}
}

func TestServerOfConnection(t *testing.T) {
	t.Parallel()
	organization := ids.Organization("o1")
	connection := func(kind project.PlatformKind, settings map[string]any) *project.Connection {
		return &project.Connection{ID: ids.New[ids.Connection](), Organization: organization, Platform: kind, Settings: settings}
	}
	same := [][]*project.Connection{
		{
			connection(project.Postgres, map[string]any{"host": "DB.example", "database": "d", "user": "a"}),
			connection(project.Postgres, map[string]any{"host": "db.example.", "port": 5432.0, "database": "d", "user": "b"}),
		},
		{connection(project.Postgres, map[string]any{"host": "db.example", "database": "D"})},
		{connection(project.Postgres, map[string]any{"host": "db.example", "database": "d", "port": 5433.0})},
		{
			connection(project.DuckDB, nil), connection(project.DuckDB, map[string]any{"path": ""}), connection(project.DuckDB, map[string]any{"path": "."}),
			connection(project.DuckDB, map[string]any{"path": filepath.Join("/data/duckdb", string(organization)) + "/"}),
		},
		{
			connection(project.DuckDB, map[string]any{"path": "sub/"}), connection(project.DuckDB, map[string]any{"path": "./sub"}),
			connection(project.DuckDB, map[string]any{"path": filepath.Join("/data/duckdb", string(organization), "sub")}),
		},
		{connection(project.DuckDB, map[string]any{"path": "/sub"})},
		{
			connection(project.Trino, map[string]any{"url": "https://Trino.example:8443", "catalog": "a"}),
			connection(project.Trino, map[string]any{"url": "https://trino.example.:8443/", "catalog": "b"}),
		},
		{connection(project.Trino, map[string]any{"url": "https://trino.example:8444", "catalog": "a"})},
		{
			connection(project.Trino, map[string]any{"url": "https://trino.example"}),
			connection(project.Trino, map[string]any{"url": "https://trino.example:443/"}),
		},
		{
			connection(project.Trino, map[string]any{"url": "http://trino.example"}),
			connection(project.Trino, map[string]any{"url": "HTTP://trino.example:80"}),
		},
		{
			connection(project.Snowflake, map[string]any{"account": "Org-Sales", "database": "a"}),
			connection(project.Snowflake, map[string]any{"account": "org-sales", "database": "b", "host": "sales.privatelink.example"}),
		},
		{connection(project.Snowflake, map[string]any{"account": "org-other", "database": "a"})},
		{connection(project.BigQuery, nil)},
		{connection(project.BigQuery, nil)},
	}
	seen := map[string]int{}
	for i, group := range same {
		for _, c := range group {
			if other, isSeen := seen[c.Server()]; isSeen && other != i {
				t.Errorf("%v and those of group %d have the server %s", c.Settings, other, c.Server())
			}
			seen[c.Server()] = i
		}
	}
	if len(seen) != len(same) {
		t.Errorf("there are %d servers: %v", len(seen), seen)
	}
}
