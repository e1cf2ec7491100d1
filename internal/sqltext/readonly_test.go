package sqltext_test

import (
	"testing"

	"github.com/millrace/millrace/internal/sqltext"
)

func TestIsReadOnly(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]bool{
		"SELECT 1": true,
		"/* a */ select a -- b\nFROM t WHERE 1 = 0;": true,
		`SELECT "into(" FROM t WHERE a = '('`:        true,
		"":                                           false,
		"SELECT a INTO t FROM s":                     false,
		"SELECT load_it()":                           false,
		"SELECT 1; DELETE FROM t":                    false,
		"WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x": false,
		"VALUES (1)":                false, // harmless, but IsReadOnly does not recognize it
		"DELETE FROM s.t":           false,
		"CREATE VIEW v AS SELECT 1": false,
	} {
		if got := sqltext.IsReadOnly(statement); got != want {
			t.Errorf("%s: %t, want %t", statement, got, want)
		}
	}
}
