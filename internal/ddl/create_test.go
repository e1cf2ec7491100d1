package ddl_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/ddl"
)

// Any text may come out of a template.
func FuzzReadCreate(f *testing.F) {
	for _, text := range []string{
		`CREATE TABLE "A"."B" ("C" INTEGER NOT NULL DEFAULT 1, D VARCHAR(3), PRIMARY KEY (D))`,
		`CREATE OR REPLACE VIEW v AS SELECT 1`, `CREATE TABLE t (`, `CREATE TABLE t (a`, `CREATE TABLE t (a int DEFAULT`,
		`CREATE TABLE t (a int NOT`, `CREATE TABLE IF NOT EXISTS t.`, `CREATE`, `CREATE TABLE t (a int GENERATED ALWAYS AS IDENTITY, )`,
		"CREATE TABLE t (a int) -- ;", `CREATE TABLE "t (a int)`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		table, ok := ddl.ReadCreate(text)
		if len(table.Columns) > 0 && !ok {
			t.Error("columns of no table")
		}
		for _, column := range table.Columns {
			if column.Name != "" && !strings.Contains(strings.ReplaceAll(text, `""`, `"`), column.Name) && !strings.Contains(text, "`") {
				t.Errorf("column %q is not in the text", column.Name)
			}
		}
	})
}
