package duckdb_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/millrace/millrace/internal/fault"
)

// TestStatementsThatHideInOne: somebody who reads Jinja, or guesses about backslashes, takes these for one statement. The driver
// would run all but the last without a look at what they are.
func TestStatementsThatHideInOne(t *testing.T) {
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
			m := newMill(t, nil)
			m.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
			for _, statement := range []string{
				"DROP TABLE millrace.s.t", "DETACH millrace", "CHECKPOINT millrace", "COPY (SELECT 1) TO '" + m.folder + "/made.csv'",
			} {
				m.hides(t, fmt.Sprintf(around, statement))
			}
			if err := m.session.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
			m.exec(t, "DELETE FROM millrace.s.t")
			m.hides(t, fmt.Sprintf(around, "COMMIT"))
			if err := m.session.Rollback(t.Context()); err != nil {
				t.Error(err)
			}
			m.wantValues(t, "FROM millrace.s.t", "1")
			if _, err := os.Stat(filepath.Join(m.folder, "made.csv")); err == nil {
				t.Error("a file was written")
			}
		})
	}
}

// hides wants a text refused in every way in which it can be sent.
func (m mill) hides(t *testing.T, text string) {
	t.Helper()
	if _, err := m.session.Exec(t.Context(), text); !fault.Is(err, fault.Invalid) {
		t.Errorf("%s: %v", text, err)
	}
	for _, query := range []string{text, "FROM (" + text + ") AS preview LIMIT 5"} {
		if _, err := m.session.Query(t.Context(), query, 5); !fault.Is(err, fault.Invalid) {
			t.Errorf("the query %s: %v", query, err)
		}
		if _, err := m.Describe(t.Context(), query); !fault.Is(err, fault.Invalid) {
			t.Errorf("what %s gives: %v", query, err)
		}
	}
}

// TestAnImportIsRefused: it becomes the statements of a file, which nobody has looked at.
func TestAnImportIsRefused(t *testing.T) {
	t.Parallel()
	m := newMill(t, nil)
	m.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	for name, content := range map[string]string{"schema.sql": "DROP TABLE millrace.s.t; SELECT 1;", "load.sql": "SELECT 2;"} {
		if err := os.WriteFile(filepath.Join(m.folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{
		"IMPORT DATABASE '" + m.folder + "'", "PRAGMA import_database('" + m.folder + "')",
		"-- {{\nIMPORT DATABASE '" + m.folder + "' -- }} SELECT 1", "/* {{ */ IMPORT DATABASE '" + m.folder + "' /* }} SELECT */",
	} {
		m.refuses(t, text, fault.Invalid)
	}
	m.wantValues(t, "FROM millrace.s.t", "1")
}
