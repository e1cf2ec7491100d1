package store_test

import (
	"database/sql"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/store"
)

// TestFiltersOfTheAuditLogUseIndexes: a filter that selects few entries must not read all entries of a large organization.
func TestFiltersOfTheAuditLogUseIndexes(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	sent := &statements{}
	db := open(t, store.Options{Folder: folder, Trace: sent.add})
	raw := testDatabase{driver: "sqlite3", address: filepath.Join(folder, "millrace.db")}.raw(t)
	for index, query := range map[string]audit.Query{
		"audit_entries_object":      {ObjectID: "7"},
		"audit_entries_environment": {Environment: 7},
		"audit_entries_actor":       {Actor: "ann@example.com"},
	} {
		query.Sees = account.Visibility{Organization: "o", Everything: true}
		query.Page = page.Request{Limit: 50, OrderBy: "id", Descending: true}
		sent.take()
		if _, err := db.AuditLog().List(t.Context(), query); err != nil {
			t.Fatal(err)
		}
		for _, statement := range sent.take() {
			args := make([]any, len(regexp.MustCompile(`[?$]\d+`).FindAllString(statement, -1)))
			for i := range args {
				args[i] = "7"
			}
			if plan := queryPlan(t, raw, statement, args...); !strings.Contains(plan, index) {
				t.Errorf("the filter %+v does not use %s:\n%s", query, index, plan)
			}
		}
	}
}

// queryPlan returns how SQLite executes a statement, one step in a line.
func queryPlan(t *testing.T, raw *sql.DB, statement string, args ...any) string {
	t.Helper()
	rows, err := raw.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement, args...)
	noError(t, err)
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var step string
		noError(t, rows.Scan(&id, &parent, &unused, &step))
		plan.WriteString(step + "\n")
	}
	noError(t, rows.Err())
	return plan.String()
}
