package postgres

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
)

// catalog queries the columns of the relations of a schema: tables, also partitioned and foreign ones, and views, also
// materialized ones. A relation without columns has one row without a column.
const catalog = `
SELECT c.relname, c.relkind IN ('v', 'm'), a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), NOT a.attnotnull
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
ORDER BY c.relname COLLATE "C", a.attnum`

// Catalog reads the server's catalog.
func (s *server) Catalog(ctx context.Context, schemas ...engine.Schema) (map[engine.Schema][]engine.Relation, error) {
	found := make(map[engine.Schema][]engine.Relation, len(schemas))
	for _, schema := range schemas {
		relations, err := s.list(ctx, schema)
		if err != nil {
			return nil, err
		}
		found[schema] = relations
	}
	return found, nil
}

// list returns the relations of one schema.
func (s *server) list(ctx context.Context, schema engine.Schema) ([]engine.Relation, error) {
	if err := s.isHere(schema); err != nil {
		return nil, err
	}
	a, err := s.queryCatalog(ctx, catalog, schema)
	if err != nil || len(a.rows) == 0 {
		return nil, err
	}
	all := objects(&a)
	return all, s.listDependentsAndProperties(ctx, schema, all)
}

// objects groups the columns by relation; the columns of a relation are adjacent.
func objects(a *answer) []engine.Relation {
	var all []engine.Relation
	for i := range a.rows {
		name := a.text(i, 0)
		if len(all) == 0 || all[len(all)-1].Name != name {
			all = append(all, engine.Relation{Name: name, IsView: a.isTrue(i, 1)})
		}
		if a.at(i, 2) == nil {
			continue
		}
		last := &all[len(all)-1]
		last.Columns = append(last.Columns, engine.Column{Name: a.text(i, 2), Type: a.text(i, 3), Nullable: a.isTrue(i, 4)})
	}
	return all
}
