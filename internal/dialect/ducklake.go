package dialect

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/enginekind"
)

// ducklake is DuckDB with the tables of a lake. They have no keys, indexes, checks and sequences, and no file can be read
// beside them.
func ducklake() definition {
	d := duckdb()
	d.kind = enginekind.DuckLake
	d.tables.definitions = ""
	d.columns = standardColumns()
	d.widens = lakeWidens
	d.keys = keyTemplates{definition: "{column} {type} NOT NULL"} // no numbering: the load does it
	d.files = fileTemplates{}
	d.capabilities.GeneratesKeys, d.capabilities.ReadsFiles = false, false
	d.capabilities.RequiresOnlyInNewTables = true
	return d
}

// lakeWidens reports the changes of types that a lake makes without writing the rows again.
func lakeWidens(from, to string) bool {
	from, to = strings.ToUpper(from), strings.ToUpper(to)
	for _, order := range [][]string{{"TINYINT", "SMALLINT", "INTEGER", "BIGINT"}, {"FLOAT", "DOUBLE"}} {
		before, after := slices.Index(order, from), slices.Index(order, to)
		if before >= 0 && after >= before {
			return true
		}
	}
	return from == to
}
