package project_test

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/engine/postgres"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
)

func noon() time.Time { return time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC) }

// fixture has the services of the package on a real store, with real keys and real engines, in an organization of its own.
type fixture struct {
	folder       string
	db           *store.DB
	setup        project.Setup
	by           account.Actor
	connections  *project.Connections
	environments *project.Environments
	projects     *project.Projects
	workspaces   *project.Workspaces
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	folder := statetest.Folder(t)
	db, err := store.Open(t.Context(), store.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	setup := newSetup(t)
	if err := db.Setups().Add(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	drivers := engine.NewDrivers(map[string]engine.Driver{
		"duckdb": duckdb.New(duckdb.Options{DataFolder: folder}), "postgres": postgres.New(postgres.Options{}),
	})
	connections := &project.Connections{
		Store: db.Connections(), Targets: db.RunTargets(), Sealer: newKeys(t), Engines: drivers, Folder: filepath.Join(folder, "engines"),
		Now: time.Now, Egress: &egress.Policy{AllPrivate: true},
	}
	return &fixture{
		folder: folder, db: db, setup: setup,
		by:           account.Actor{User: setup.Administrator.ID, Organization: setup.Organization.ID, Role: account.OrganizationAdministrator},
		environments: project.NewEnvironments(db.Environments(), noon).WithConnections(connections), projects: project.NewProjects(db.Projects(), noon),
		workspaces: project.NewWorkspaces(db.Workspaces(), noon), connections: connections,
	}
}

func newKeys(t *testing.T) *secret.Keys {
	t.Helper()
	keys, err := secret.LoadOrCreate(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func newSetup(t *testing.T) project.Setup {
	t.Helper()
	organization, err := account.NewOrganization("Acme", noon())
	if err != nil {
		t.Fatal(err)
	}
	administrator := account.User{
		ID: ids.New[ids.User](), Organization: organization.ID, Email: "ada@example.com", FirstName: "Ada", LastName: "Lovelace",
		Role: account.OrganizationAdministrator, Status: account.UserActive, CreatedAt: noon(),
	}
	return project.NewSetup(organization, administrator, noon())
}

// row reads one value past the store.
func (d *fixture) row(t *testing.T, query string, args ...any) string {
	t.Helper()
	raw, err := sql.Open("sqlite3", filepath.Join(d.folder, "millrace.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }()
	var value string
	if err := raw.QueryRowContext(t.Context(), query, args...).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

// project makes a project.
func (d *fixture) project(t *testing.T) project.Project {
	t.Helper()
	made, err := d.projects.Create(t.Context(), d.by, project.Project{Name: "Shop", Platform: project.DuckDB})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// environment makes an environment.
func (d *fixture) environment(t *testing.T, settings project.EnvironmentSettings) project.Environment {
	t.Helper()
	made, err := d.environments.Create(t.Context(), d.by, d.project(t).ID, "Production", settings)
	if err != nil {
		t.Fatal(err)
	}
	return made
}
