package duckdb_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/millrace/millrace/internal/fault"
)

// TestHiddenStatementsAreRejected: a parser that knows Jinja, or misreads backslashes, takes these for one statement.
// The driver would run all but the last without any check.
func TestHiddenStatementsAreRejected(t *testing.T) {
	t.Parallel()
	for name, around := range map[string]string{
		"marks of Jinja":    "SELECT '{{'; %s; SELECT '}}'",
		"in line comments":  "SELECT 1 -- {{\n; %s; -- }}\nSELECT 2",
		"in block comments": "SELECT 1 /* {{ */; %s; /* }} */ SELECT 2",
		"backslashes":       `SELECT '\'AS x; %s; SELECT '\'AS y`,
		"more semicolons":   "SELECT '{#'; %s; SELECT '#}';;",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, nil)
			f.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
			for _, statement := range []string{
				"DROP TABLE millrace.s.t", "DETACH millrace", "CHECKPOINT millrace", "COPY (SELECT 1) TO '" + f.folder + "/made.csv'",
			} {
				f.hides(t, fmt.Sprintf(around, statement))
			}
			if err := f.session.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
			f.exec(t, "DELETE FROM millrace.s.t")
			f.hides(t, fmt.Sprintf(around, "COMMIT"))
			if err := f.session.Rollback(t.Context()); err != nil {
				t.Error(err)
			}
			f.wantValues(t, "FROM millrace.s.t", "1")
			if _, err := os.Stat(filepath.Join(f.folder, "made.csv")); err == nil {
				t.Error("a file was written")
			}
		})
	}
}

// hides checks that a text is rejected in every call that accepts SQL.
func (f fixture) hides(t *testing.T, text string) {
	t.Helper()
	if _, err := f.session.Exec(t.Context(), text); !fault.Is(err, fault.Invalid) {
		t.Errorf("%s: %v", text, err)
	}
	for _, query := range []string{text, "FROM (" + text + ") AS preview LIMIT 5"} {
		if _, err := f.session.Query(t.Context(), query, 5); !fault.Is(err, fault.Invalid) {
			t.Errorf("the query %s: %v", query, err)
		}
		if _, err := f.Describe(t.Context(), query); !fault.Is(err, fault.Invalid) {
			t.Errorf("what %s gives: %v", query, err)
		}
	}
}

// TestImportIsRejected: it expands to the unchecked statements of a file.
func TestImportIsRejected(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	for name, content := range map[string]string{"schema.sql": "DROP TABLE millrace.s.t; SELECT 1;", "load.sql": "SELECT 2;"} {
		if err := os.WriteFile(filepath.Join(f.folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{
		"IMPORT DATABASE '" + f.folder + "'", "PRAGMA import_database('" + f.folder + "')",
		"-- {{\nIMPORT DATABASE '" + f.folder + "' -- }} SELECT 1", "/* {{ */ IMPORT DATABASE '" + f.folder + "' /* }} SELECT */",
	} {
		f.refuses(t, text, fault.Invalid)
	}
	f.wantValues(t, "FROM millrace.s.t", "1")
}
