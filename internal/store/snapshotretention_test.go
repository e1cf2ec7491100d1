package store_test

import (
	"database/sql"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/store"
)

// fixture is an organization with an environment. raw makes snapshots old without the store.
type fixture struct {
	*store.DB

	raw          *sql.DB
	organization ids.Organization
	environment  ids.Environment
}

func newFixture(t *testing.T, p testDatabase) fixture {
	t.Helper()
	a := fixture{DB: open(t, p.options), raw: p.raw(t)}
	setup := newSetup(t, time.Now())
	if err := a.Setups().Add(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	a.organization, a.environment = setup.Organization.ID, 7
	a.exec(t, `INSERT INTO projects (id, organization_id, name, description, platform, git_account, git_repo, git_branch, created_at)
		VALUES ('p', $1, 'P', '', 'duckdb', '', '', '', 1)`, a.organization)
	a.exec(t, `INSERT INTO environments (organization_id, id, project_id, name, status, description, oauth_enabled, connection_account, access_url,
			default_storage_mapping, mappings, dev_env, parameters, tag_background, tag_text, deployed_commit, created_by, created_at)
		VALUES ($1, $2, 'p', 'E', 'Waiting', '', false, '', '', '', '{}', false, '{}', '', '', '', $3, 1)`,
		a.organization, a.environment, setup.Administrator.ID)
	return a
}

func (a fixture) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	if _, err := a.raw.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

func (a fixture) put(t *testing.T, id string) {
	t.Helper()
	if err := a.Snapshots().Put(t.Context(), a.organization, id, []byte("files")); err != nil {
		t.Fatal(err)
	}
}

// age sets the time of a snapshot to so long ago.
func (a fixture) age(t *testing.T, id string, by time.Duration) {
	t.Helper()
	a.exec(t, `UPDATE project_snapshots SET created_at = $1 WHERE id = $2`, time.Now().Add(-by).UnixMilli(), id)
}

// hasAfterSweep reports whether a snapshot exists after a sweep of those that are older than a day.
func (a fixture) hasAfterSweep(t *testing.T, id string) bool {
	t.Helper()
	if _, err := a.Snapshots().DeleteExpired(t.Context(), dayAgo(), 10); err != nil {
		t.Fatal(err)
	}
	_, err := a.Snapshots().Get(t.Context(), a.organization, id)
	if err != nil && !fault.Is(err, fault.NotFound) {
		t.Fatal(err)
	}
	return err == nil
}

func dayAgo() time.Time { return time.Now().Add(-24 * time.Hour) }

func TestSnapshotsGrowOld(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newFixture(t, at(t))
			for _, id := range []string{"old", "young", "again"} {
				a.put(t, id)
			}
			a.age(t, "old", 25*time.Hour)
			a.age(t, "young", 23*time.Hour)
			a.age(t, "again", 1000*time.Hour)
			a.put(t, "again")
			for id, want := range map[string]bool{"old": false, "young": true, "again": true} {
				if got := a.hasAfterSweep(t, id); got != want {
					t.Errorf("%s exists: %t, want %t", id, got, want)
				}
			}
		})
	}
}

// TestPutWritesTheTimeSeldom: in SQLite, updating the time costs as much as writing the files.
func TestPutWritesTheTimeSeldom(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newFixture(t, at(t))
			a.put(t, "one")
			for ago, isWritten := range map[time.Duration]bool{30 * time.Minute: false, 2 * time.Hour: true} {
				a.age(t, "one", ago)
				a.put(t, "one")
				var createdAt int64
				if err := a.raw.QueryRowContext(t.Context(), `SELECT created_at FROM project_snapshots`).Scan(&createdAt); err != nil {
					t.Fatal(err)
				}
				if isYoung := time.Since(time.UnixMilli(createdAt)) < ago; isYoung != isWritten {
					t.Errorf("put %v after the last time, the time was written: %t, want %t", ago, isYoung, isWritten)
				}
			}
		})
	}
}

// TestPlanWhileSnapshotsAreSwept stores plans of an old unreferenced snapshot during sweeps. A stored plan has its
// files.
func TestPlanWhileSnapshotsAreSwept(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newFixture(t, at(t))
			for range 40 {
				a.put(t, "one")
				a.age(t, "one", 1000*time.Hour)
				made := a.planAndSweep(t)
				if _, err := a.Snapshots().Get(t.Context(), a.organization, "one"); err != nil {
					t.Fatalf("the files of plan %s: %v", made, err)
				}
				a.exec(t, `DELETE FROM plans`)
			}
		})
	}
}

// planAndSweep stores a plan as the service does, the files first, during two sweeps.
func (a fixture) planAndSweep(t *testing.T) deploy.PlanID {
	t.Helper()
	p := deploy.Plan{
		Organization: a.organization, ID: ids.New[deploy.PlanID](), Environment: a.environment, Version: 1, CreatedAt: time.Now(),
		Snapshot: "one", Parameters: []byte(`{}`), Result: &difference.Result{},
	}
	var working sync.WaitGroup
	for range 2 {
		working.Go(func() {
			for range 3 {
				if _, err := a.Snapshots().DeleteExpired(t.Context(), dayAgo(), 10); err != nil {
					t.Error(err)
				}
			}
		})
	}
	err := a.Snapshots().Put(t.Context(), a.organization, p.Snapshot, []byte("files"))
	if err == nil {
		err = a.Plans().SavePlan(t.Context(), account.Actor{Organization: a.organization}, p)
	}
	if err != nil {
		t.Error(err)
	}
	working.Wait()
	return p.ID
}
