package store_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/page"
)

// fillLog adds entries of many users about many objects. They are not part of the chain.
func (a fixture) fillLog(t *testing.T) {
	t.Helper()
	a.exec(t, `INSERT INTO audit_entries (organization_id, sequence, at, actor_id, actor_email, credential_kind, credential_id, address, request_id,
			action, object_kind, object_id, object_name, project_id, environment_id, changes, result, reason, hash)
		WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 20000)
		SELECT organization_id, sequence + i, at, 'user ' || CAST(i % 1000 AS text), CAST(i % 1000 AS text) || '@example.com', '', '', '', '',
			action, object_kind, 'object ' || CAST(i % 1000 AS text), '', '', 0, '[]', result, '', hash
		FROM numbers CROSS JOIN (SELECT organization_id, sequence, at, action, object_kind, result, hash
			FROM audit_entries ORDER BY sequence DESC LIMIT 1) AS last`)
	a.exec(t, `ANALYZE`)
}

// TestFiltersOfTheLogUseIndexes reads the plans of a page in the middle of an export.
func TestFiltersOfTheLogUseIndexes(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := auditFixture(t, at(t))
			f.rename(t, 1)
			f.fillLog(t)
			whole := map[string]string{"SQLite": "sqlite_autoindex_audit_entries_1", "PostgreSQL": "audit_entries_pkey"}[name]
			for index, query := range map[string]audit.Query{
				whole:                  {},
				"audit_entries_object": {ObjectID: "object 7"},
				"audit_entries_actor":  {Actor: "user 7"},
				"audit_entries_email":  {Actor: "7@Example.com"},
			} {
				query.Sees = account.Visibility{Organization: f.organization, Everything: true}
				query.Page = page.Request{Limit: 100, Descending: true, After: &page.Cursor{Value: "10000", ID: "10000"}, OmitTotal: true}
				plan, err := f.AuditLog().Explain(t.Context(), query)
				noError(t, err)
				if !strings.Contains(plan, index) {
					t.Errorf("the plan does not use %s:\n%s", index, plan)
				}
				list, err := f.AuditLog().List(t.Context(), query)
				noError(t, err)
				if want := 10; index != whole && (len(list.Items) != want || list.Total != 0) {
					t.Errorf("%s: %d entries with the total %d, want %d without a total", index, len(list.Items), list.Total, want)
				}
			}
		})
	}
}

// TestExportCountsNothing: a count at each page would make the time of an export grow with the square of its length.
func TestExportCountsNothing(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			sent := &statements{}
			p.options.Trace = sent.add
			f := auditFixture(t, p)
			f.rename(t, 1)
			f.fillLog(t)
			sent.take()
			export := audit.NewService(f.AuditLog()).Export(account.Actor{Organization: f.organization, Role: account.OrganizationAdministrator},
				audit.Query{ObjectKind: audit.Environment})
			read := 0
			for entries, err := export.Next(t.Context()); len(entries) > 0 || err != nil; entries, err = export.Next(t.Context()) {
				noError(t, err)
				read += len(entries)
			}
			for _, statement := range sent.take() {
				if strings.Contains(statement, "count(") {
					t.Fatalf("the export counts: %s", statement)
				}
			}
			if read != 20_001 {
				t.Errorf("the export has %d entries", read)
			}
		})
	}
}
