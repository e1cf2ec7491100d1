package postgres

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
)

// catalogue lists the columns of the relations of a schema: tables, also partitioned and foreign ones, and views, also
// materialized ones. A relation without columns has one row without a column.
const catalogue = `
SELECT c.relname, c.relkind IN ('v', 'm'), a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), NOT a.attnotnull
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
ORDER BY c.relname COLLATE "C", a.attnum`

// Catalog reads the server's catalogue.
func (s *server) Catalog(ctx context.Context, places ...engine.Place) (map[engine.Place][]engine.Object, error) {
	found := make(map[engine.Place][]engine.Object, len(places))
	for _, place := range places {
		objects, err := s.list(ctx, place)
		if err != nil {
			return nil, err
		}
		found[place] = objects
	}
	return found, nil
}

// list gives the relations of one schema.
func (s *server) list(ctx context.Context, place engine.Place) ([]engine.Object, error) {
	if err := s.isHere(place); err != nil {
		return nil, err
	}
	a, err := s.look(ctx, catalogue, place)
	if err != nil || len(a.rows) == 0 {
		return nil, err
	}
	all := objects(&a)
	return all, s.listAttached(ctx, place, all)
}

// objects puts the columns of each relation together; they come side by side.
func objects(a *answer) []engine.Object {
	var all []engine.Object
	for i := range a.rows {
		name := a.text(i, 0)
		if len(all) == 0 || all[len(all)-1].Name != name {
			all = append(all, engine.Object{Name: name, IsView: a.isTrue(i, 1)})
		}
		if a.at(i, 2) == nil {
			continue
		}
		last := &all[len(all)-1]
		last.Columns = append(last.Columns, engine.Column{Name: a.text(i, 2), Type: a.text(i, 3), Nullable: a.isTrue(i, 4)})
	}
	return all
}
