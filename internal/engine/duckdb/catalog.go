package duckdb

import (
	"cmp"
	"context"
	"database/sql/driver"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// catalogQuery returns the tables and views of schemas, each in one row with all its columns: a row costs the driver
// more than a long text, and DuckDB scans the columns of all schemas in any case. Names ignore case. The separators
// between columns and their parts do not occur in usual names; a name that contains one would only garble its own
// table.
const catalogQuery = `
SELECT asked.number, c.table_name, bool_or(v.view_oid IS NOT NULL),
  string_agg(c.column_name || chr(31) || c.data_type || chr(31) || CASE WHEN c.is_nullable THEN 'Y' ELSE 'N' END, chr(30) ORDER BY c.column_index)
FROM duckdb_columns() AS c
JOIN (VALUES %s) AS asked (number, database, schema)
  ON lower(c.database_name) = lower(asked.database) AND lower(c.schema_name) = lower(asked.schema)
LEFT JOIN duckdb_views() AS v ON v.database_oid = c.database_oid AND v.schema_oid = c.schema_oid AND v.view_oid = c.table_oid
WHERE NOT c.internal
GROUP BY asked.number, c.table_name
ORDER BY c.table_name`

// Catalog returns the tables and views of schemas.
func (e *embedded) Catalog(ctx context.Context, schemas ...engine.Schema) (map[engine.Schema][]engine.Relation, error) {
	found := make(map[engine.Schema][]engine.Relation, len(schemas))
	asked := make([]string, len(schemas))
	for i, schema := range schemas {
		asked[i] = fmt.Sprintf("(%d, %s, %s)", i, literal(cmp.Or(schema.Database, defaultDatabase())), literal(schema.Name))
	}
	if len(schemas) == 0 {
		return found, nil
	}
	query := fmt.Sprintf(catalogQuery, strings.Join(asked, ", "))
	listed := make([][]engine.Relation, len(schemas))
	err := e.within(ctx, nil, func(ctx context.Context, s *session) error {
		return s.each(ctx, query, func(row []driver.Value) {
			if number, ok := row[0].(int32); ok {
				relation := engine.Relation{Name: asText(row[1]), IsView: row[2] == true, Columns: readColumns(asText(row[3]))}
				listed[number] = append(listed[number], relation)
			}
		})
	})
	for i, schema := range schemas {
		found[schema] = listed[i]
	}
	return found, err
}

// readColumns parses the columns of a table from their text.
func readColumns(text string) []engine.Column {
	columns := make([]engine.Column, 0, 1+strings.Count(text, "\x1e"))
	for one := range strings.SplitSeq(text, "\x1e") {
		name, rest, _ := strings.Cut(one, "\x1f")
		kind, nullable, _ := strings.Cut(rest, "\x1f")
		columns = append(columns, engine.Column{Name: name, Type: kind, Nullable: nullable == "Y"})
	}
	return columns
}

// asText returns a text value, and "" for any other value.
func asText(value driver.Value) string {
	text, _ := value.(string)
	return text
}
