package duckdb

import (
	"cmp"
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/millrace/millrace/internal/engine"
)

// catalogQuery gives the columns of the tables and views of a schema. Names ignore case.
const catalogQuery = `
SELECT c.table_name, v.view_oid IS NOT NULL, c.column_name, c.data_type, c.is_nullable
FROM duckdb_columns() AS c
LEFT JOIN duckdb_views() AS v ON v.database_oid = c.database_oid AND v.schema_oid = c.schema_oid AND v.view_oid = c.table_oid
WHERE lower(c.database_name) = lower(%s) AND lower(c.schema_name) = lower(%s) AND NOT c.internal
ORDER BY c.table_name, c.column_index`

// Catalog gives the tables and views of a schema.
func (e *embedded) Catalog(ctx context.Context, place engine.Place) ([]engine.Object, error) {
	query := fmt.Sprintf(catalogQuery, literal(cmp.Or(place.Database, defaultDatabase())), literal(place.Schema))
	var objects []engine.Object
	err := e.within(ctx, func(ctx context.Context, s *session) error {
		return s.each(ctx, query, func(row []driver.Value) {
			name := asText(row[0])
			if len(objects) == 0 || objects[len(objects)-1].Name != name {
				objects = append(objects, engine.Object{Name: name, IsView: row[1] == true})
			}
			last := &objects[len(objects)-1]
			column := engine.Column{Name: asText(row[2]), Type: asText(row[3]), Nullable: row[4] == true}
			last.Columns = append(last.Columns, column)
		})
	})
	return objects, err
}

// asText is a value that is text, or nothing.
func asText(value driver.Value) string {
	text, _ := value.(string)
	return text
}
