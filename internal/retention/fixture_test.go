package retention_test

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
)

// fixture is an organization on a real database, with an undeployed plan and its project snapshot.
type fixture struct {
	db   *store.DB
	raw  *sql.DB // direct access
	by   account.Actor
	plan deploy.PlanID
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	folder := statetest.Folder(t)
	db, err := store.Open(t.Context(), store.Options{Folder: folder})
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	raw, err := sql.Open("sqlite3", filepath.Join(folder, "millrace.db"))
	must(t, err)
	t.Cleanup(func() { _ = raw.Close() })
	organization, err := account.NewOrganization("Example", time.Now())
	must(t, err)
	admin := account.User{ID: ids.New[ids.User](), Organization: organization.ID, Email: "a@b.example", Status: account.UserActive}
	must(t, db.Setups().Add(t.Context(), project.NewSetup(organization, admin, time.Now())))
	f := &fixture{db: db, raw: raw, by: account.Actor{Organization: organization.ID, User: admin.ID}}
	f.addPlan(t)
	return f
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) addPlan(t *testing.T) {
	t.Helper()
	in := project.Project{Organization: f.by.Organization, ID: ids.New[ids.Project](), Name: "P", Platform: project.DuckDB, CreatedAt: time.Now()}
	must(t, f.db.Projects().Create(t.Context(), f.by, in, project.Workspace{Project: in.ID, Name: "W", CreatedAt: time.Now()}))
	environment, err := f.db.Environments().Create(t.Context(), f.by, project.Environment{
		Project: in.ID, Name: "E", Status: project.Waiting, CreatedAt: time.Now(),
	})
	must(t, err)
	must(t, f.db.Snapshots().Put(t.Context(), f.by.Organization, "of the plan", []byte("files")))
	f.plan = ids.New[deploy.PlanID]()
	must(t, f.db.Plans().SavePlan(t.Context(), f.by, deploy.Plan{
		Organization: f.by.Organization, ID: f.plan, Environment: environment.ID, Version: 1, CreatedAt: time.Now(),
		Snapshot: "of the plan", Parameters: []byte(`{}`), Result: &difference.Result{},
	}))
}

func (f *fixture) isPlanGone(t *testing.T) bool {
	t.Helper()
	_, err := f.db.Plans().FindPlan(t.Context(), f.by.Organization, f.plan)
	if !fault.Is(err, fault.NotFound) {
		must(t, err)
	}
	return err != nil
}

// addSnapshots stores a number of old unreferenced snapshots, named from "old 1".
func (f *fixture) addSnapshots(t *testing.T, count int) {
	t.Helper()
	_, err := f.raw.ExecContext(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO project_snapshots (organization_id, id, files, created_at) SELECT $2, 'old ' || i, 'files', i FROM n`, count, f.by.Organization)
	must(t, err)
}
