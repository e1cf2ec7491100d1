package duckdb

import (
	"cmp"
	"context"
	"database/sql/driver"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// catalogQuery gives the tables and views of a schema, each in one row with all its columns: a row costs the driver more than
// a long text. Names ignore case. The marks between the columns and between their parts are in no name that people give; a
// name that has one of them would only make its own table look strange.
const catalogQuery = `
SELECT c.table_name, bool_or(v.view_oid IS NOT NULL),
  string_agg(c.column_name || chr(31) || c.data_type || chr(31) || CASE WHEN c.is_nullable THEN 'Y' ELSE 'N' END, chr(30) ORDER BY c.column_index)
FROM duckdb_columns() AS c
LEFT JOIN duckdb_views() AS v ON v.database_oid = c.database_oid AND v.schema_oid = c.schema_oid AND v.view_oid = c.table_oid
WHERE lower(c.database_name) = lower(%s) AND lower(c.schema_name) = lower(%s) AND NOT c.internal
GROUP BY c.table_name
ORDER BY c.table_name`

// Catalog gives the tables and views of a schema.
func (e *embedded) Catalog(ctx context.Context, place engine.Place) ([]engine.Object, error) {
	query := fmt.Sprintf(catalogQuery, literal(cmp.Or(place.Database, defaultDatabase())), literal(place.Schema))
	var objects []engine.Object
	err := e.within(ctx, func(ctx context.Context, s *session) error {
		return s.each(ctx, query, func(row []driver.Value) {
			objects = append(objects, engine.Object{Name: asText(row[0]), IsView: row[1] == true, Columns: readColumns(asText(row[2]))})
		})
	})
	return objects, err
}

// readColumns takes the columns of a table out of their text.
func readColumns(text string) []engine.Column {
	columns := make([]engine.Column, 0, 1+strings.Count(text, "\x1e"))
	for one := range strings.SplitSeq(text, "\x1e") {
		name, rest, _ := strings.Cut(one, "\x1f")
		kind, nullable, _ := strings.Cut(rest, "\x1f")
		columns = append(columns, engine.Column{Name: name, Type: kind, Nullable: nullable == "Y"})
	}
	return columns
}

// asText is a value that is text, or nothing.
func asText(value driver.Value) string {
	text, _ := value.(string)
	return text
}
