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

// house is an organization with a plan that nobody deploys and its snapshot, on a real database.
type house struct {
	db   *store.DB
	raw  *sql.DB // past the store
	by   account.Actor
	plan deploy.PlanID
}

func newHouse(t *testing.T) *house {
	t.Helper()
	folder := statetest.Folder(t)
	db, err := store.Open(t.Context(), store.Options{Folder: folder})
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	raw, err := sql.Open("sqlite3", filepath.Join(folder, "millrace.db"))
	must(t, err)
	t.Cleanup(func() { _ = raw.Close() })
	organization, err := account.NewOrganization("House", time.Now())
	must(t, err)
	admin := account.User{ID: ids.New[ids.User](), Organization: organization.ID, Email: "a@b.example", Status: account.UserActive}
	must(t, db.Setups().Add(t.Context(), project.NewSetup(organization, admin, time.Now())))
	h := &house{db: db, raw: raw, by: account.Actor{Organization: organization.ID, User: admin.ID}}
	h.addPlan(t)
	return h
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (h *house) addPlan(t *testing.T) {
	t.Helper()
	in := project.Project{Organization: h.by.Organization, ID: ids.New[ids.Project](), Name: "P", Platform: project.DuckDB, CreatedAt: time.Now()}
	must(t, h.db.Projects().Create(t.Context(), h.by, in, project.Workspace{Project: in.ID, Name: "W", CreatedAt: time.Now()}))
	place, err := h.db.Environments().Create(t.Context(), h.by, project.Environment{
		Project: in.ID, Name: "E", Status: project.Waiting, CreatedAt: time.Now(),
	})
	must(t, err)
	must(t, h.db.Snapshots().Put(t.Context(), h.by.Organization, "of the plan", []byte("files")))
	h.plan = ids.New[deploy.PlanID]()
	must(t, h.db.Plans().SavePlan(t.Context(), h.by, deploy.Plan{
		Organization: h.by.Organization, ID: h.plan, Environment: place.ID, Version: 1, CreatedAt: time.Now(),
		Snapshot: "of the plan", Parameters: []byte(`{}`), Result: &difference.Result{},
	}))
}

func (h *house) isPlanGone(t *testing.T) bool {
	t.Helper()
	_, err := h.db.Plans().FindPlan(t.Context(), h.by.Organization, h.plan)
	if !fault.Is(err, fault.NotFound) {
		must(t, err)
	}
	return err != nil
}

// addSnapshots stores so many old snapshots that nothing refers to, from "old 1" on.
func (h *house) addSnapshots(t *testing.T, count int) {
	t.Helper()
	_, err := h.raw.ExecContext(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO project_snapshots (organization_id, id, files, created_at) SELECT $2, 'old ' || i, 'files', i FROM n`, count, h.by.Organization)
	must(t, err)
}
