package store_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/store"
)

// TestClaimReadsOnlyRunsThatCanStart: workers query for runs twice a second and after each run, so the query must not depend
// on the number of runs that have ended or that wait for others, nor on the number of environments and connections without a label.
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
	for _, index := range []string{
		"USING COVERING INDEX runs_ready", "USING INDEX runs_running", "USING INDEX environments_worker_label", "USING INDEX connections_restricted",
	} {
		if !strings.Contains(plan, index) {
			t.Errorf("the query is not %s:\n%s", index, plan)
		}
	}
}
