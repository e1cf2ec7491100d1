package store_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
)

// references returns the columns of each table that refer to another one: table → column → table.column.
func references(t *testing.T, tables []backup.Table) map[string]map[string]string {
	t.Helper()
	raw, err := sql.Open("sqlite3", filepath.Join(statetest.Folder(t), "millrace.db"))
	noError(t, err)
	defer func() { noError(t, raw.Close()) }()
	all := map[string]map[string]string{}
	for _, table := range tables {
		all[table.Name] = referencesOf(t, raw, table.Name)
	}
	return all
}

// referencesOf returns the columns of one table that refer to another one: column → table.column.
func referencesOf(t *testing.T, raw *sql.DB, table string) map[string]string {
	t.Helper()
	rows, err := raw.QueryContext(t.Context(), `SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)`, table)
	noError(t, err)
	defer rows.Close()
	found := map[string]string{}
	for rows.Next() {
		var from, to, column string
		noError(t, rows.Scan(&from, &to, &column))
		found[from] = to + "." + column
	}
	noError(t, rows.Err())
	return found
}

// fillOrganization inserts one row of an organization into every table that has rows of organizations, and returns the tables.
func fillOrganization(t *testing.T, db *sql.DB, tables []backup.Table, id string) (filled []backup.Table) {
	t.Helper()
	refers := references(t, tables)
	values := map[string]any{"organizations.id": id}
	for i, table := range tables {
		if !store.HasRowsOfOrganizations(table) {
			continue
		}
		filled = append(filled, table)
		var names, marks []string
		var args []any
		for j, column := range table.Columns {
			name := table.Name + "." + column.Name
			value, isGiven := values[name]
			if to, isReference := refers[table.Name][column.Name]; isReference {
				value, isGiven = values[to], true
			}
			if !isGiven && column.Name == "organization_id" {
				value, isGiven = id, true
			}
			if !isGiven {
				value = map[backup.Type]any{
					backup.Text: fmt.Sprintf("%s of %s", name, id), backup.Integer: int64(len(id)*1000 + i*50 + j), backup.Boolean: true, backup.Bytes: []byte(id),
				}[column.Type]
			}
			values[name] = value
			names, marks, args = append(names, column.Name), append(marks, fmt.Sprintf("$%d", j+1)), append(args, value)
		}
		_, err := db.ExecContext(t.Context(), `INSERT INTO `+table.Name+` (`+strings.Join(names, ", ")+`) VALUES (`+strings.Join(marks, ", ")+`)`, args...)
		if err != nil {
			t.Fatalf("%s: %v", table.Name, err)
		}
	}
	return filled
}

// The deletion of an organization leaves no row of it in any table, and all rows of the others.
func TestDeletedOrganizationLeavesNothing(t *testing.T) {
	t.Parallel()
	tables, err := store.CurrentSchema(t.Context())
	noError(t, err)
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			db, raw := open(t, p.options), p.raw(t)
			filled := fillOrganization(t, raw, tables, "gone")
			if len(filled) < 30 {
				t.Fatalf("only %d tables have rows of organizations", len(filled))
			}
			if _, err := db.Organizations().Delete(t.Context(), "gone"); !fault.Is(err, fault.Conflict) {
				t.Errorf("the only organization was deleted: %v", err)
			}
			fillOrganization(t, raw, tables, "stays")
			before := countRows(t, raw, filled)
			deleted, err := db.Organizations().Delete(t.Context(), "gone")
			noError(t, err)
			if deleted < int64(len(filled))-5 { // some rows are deleted with the rows that they refer to
				t.Errorf("%d rows were deleted from %d tables", deleted, len(filled))
			}
			after := countRows(t, raw, filled)
			for _, table := range []string{"audit_entries", "audit_chains"} { // the log of the installation has an entry now
				after[table]--
			}
			wantOneLeft(t, before, after)
			for _, table := range tables {
				wantNotNamed(t, raw, table)
			}
			if _, err := db.Organizations().FindAny(t.Context(), "gone"); !fault.Is(err, fault.NotFound) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// wantOneLeft checks that tables had a row of each organization, and have one less.
func wantOneLeft(t *testing.T, before, after map[string]int) {
	t.Helper()
	for table, count := range after {
		if before[table] != 2 || count != 1 {
			t.Errorf("%s has %d rows, it had %d", table, count, before[table])
		}
	}
}

// wantNotNamed checks that no text of a table is of the organization that is gone.
func wantNotNamed(t *testing.T, raw *sql.DB, table backup.Table) {
	t.Helper()
	for _, column := range table.Columns {
		if column.Type != backup.Text {
			continue
		}
		var left int
		query := `SELECT count(*) FROM ` + table.Name + ` WHERE (` + column.Name + ` = 'gone' OR ` + column.Name + ` LIKE '% of gone')`
		if table.Name == "audit_entries" {
			query += ` AND organization_id <> ''` // the entry of the deletion
		}
		noError(t, raw.QueryRowContext(t.Context(), query).Scan(&left))
		if left > 0 {
			t.Errorf("%s.%s still names the organization", table.Name, column.Name)
		}
	}
}

func countRows(t *testing.T, db *sql.DB, tables []backup.Table) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for _, table := range tables {
		var count int
		noError(t, db.QueryRowContext(t.Context(), `SELECT count(*) FROM `+table.Name).Scan(&count))
		counts[table.Name] = count
	}
	return counts
}

// Every table belongs to organizations, or is known to belong to the deployment.
func TestEveryTableBelongsToSomebody(t *testing.T) {
	t.Parallel()
	tables, err := store.CurrentSchema(t.Context())
	noError(t, err)
	ofDeployment := map[string]bool{"installation": true, "login_failures": true, "workers": true, "audit_stream_leases": true}
	for _, table := range tables {
		if store.HasRowsOfOrganizations(table) == ofDeployment[table.Name] {
			t.Errorf("%s: add it to rowsOfOrganization, or to the tables of the deployment here", table.Name)
		}
	}
}

// The export of an organization contains its rows, no others, and no credentials.
func TestExportOfOneOrganization(t *testing.T) {
	t.Parallel()
	tables, err := store.CurrentSchema(t.Context())
	noError(t, err)
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			db, raw := open(t, p.options), p.raw(t)
			noError(t, db.Setups().BindKey(t.Context(), "the key"))
			fillOrganization(t, raw, tables, "mine")
			fillOrganization(t, raw, tables, "other")
			source, err := store.OpenBackupSource(p.options)
			noError(t, err)
			defer func() { noError(t, source.Close()) }()
			noError(t, source.Begin(t.Context()))
			source.ForOrganization("mine")
			path := filepath.Join(t.TempDir(), "mine.tar.gz")
			w, err := backup.Create(path, source.Header)
			noError(t, err)
			noError(t, source.WriteOrganization(t.Context(), w, ids.Organization("mine")))
			_, _, err = w.Finish()
			noError(t, err)
			header, manifest := manifestOf(t, path)
			if header.Organization != "mine" || manifest.Rows() != int64(len(header.Tables)) || len(header.Tables) < 30 {
				t.Errorf("the export of %q has %d rows of %d tables", header.Organization, manifest.Rows(), len(header.Tables))
			}
			r, err := backup.Open(path)
			noError(t, err)
			defer func() { noError(t, r.Close()) }()
			noError(t, r.Visit(t.Context(), manifest, backup.Visitor{Table: func(table backup.Table, rows *backup.Rows) error {
				for rows.Next() {
					values, err := rows.Values()
					noError(t, err)
					text := fmt.Sprint(values...)
					if strings.Contains(text, "of other") || strings.Contains(text, "sealed_") || strings.Contains(text, "_hash of") {
						t.Errorf("%s: %s", table.Name, text)
					}
				}
				return rows.Err()
			}}))
			if err := restore(t, path, store.Options{Folder: t.TempDir()}); !fault.Is(err, fault.Conflict) {
				t.Errorf("an export was restored: %v", err)
			}
		})
	}
}
