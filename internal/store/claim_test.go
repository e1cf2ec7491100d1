package store_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/store"
)

// TestClaimReadsOnlyRunsThatCanStart: workers query for runs twice a second and after each run, so the query must not depend
// on the number of runs that have ended or that wait for others.
func TestClaimReadsOnlyRunsThatCanStart(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	db := open(t, store.Options{Folder: folder})
	raw := testDatabase{driver: "sqlite3", address: filepath.Join(folder, "millrace.db")}.raw(t)
	rows, err := raw.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+db.CandidatesQuery(), "home", 16)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var steps []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	plan := strings.Join(steps, "\n")
	if !strings.Contains(plan, "USING INDEX runs_ready") || !strings.Contains(plan, "USING INDEX runs_running") {
		t.Errorf("the query does not use the indexes of runs that can start and of those that are running:\n%s", plan)
	}
}
