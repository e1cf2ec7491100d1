package postgres

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
)

// dependents lists the views that depend on the relations of a schema, with the columns that they read. The server
// stores a dependency of a view's rule on every column, and on the relation if the view names no column.
const dependents = `
SELECT c.relname, vn.nspname, v.relname, a.attname
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_depend d ON d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refobjid = c.oid
	AND d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass
JOIN pg_catalog.pg_rewrite r ON r.oid = d.objid
JOIN pg_catalog.pg_class v ON v.oid = r.ev_class AND v.oid <> c.oid
JOIN pg_catalog.pg_namespace vn ON vn.oid = v.relnamespace
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid AND a.attnum > 0
WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
ORDER BY c.relname COLLATE "C", vn.nspname COLLATE "C", v.relname COLLATE "C", a.attnum`

// listDependents adds the dependent views to the relations of a schema.
func (s *server) listDependents(ctx context.Context, schema engine.Schema, byName map[string]*engine.Relation) error {
	a, err := s.queryCatalog(ctx, dependents, schema)
	if err != nil {
		return err
	}
	for i := range a.rows {
		if object := byName[a.text(i, 0)]; object != nil {
			addDependent(object, engine.DependentView{Schema: a.text(i, 1), Name: a.text(i, 2)}, a.text(i, 3))
		}
	}
	return nil
}

// addDependent adds a column that a view reads; the columns of one view are adjacent.
func addDependent(to *engine.Relation, view engine.DependentView, column string) {
	if last := len(to.Dependents) - 1; last < 0 || to.Dependents[last].Schema != view.Schema || to.Dependents[last].Name != view.Name {
		to.Dependents = append(to.Dependents, view)
	}
	if column != "" {
		last := &to.Dependents[len(to.Dependents)-1]
		last.Columns = append(last.Columns, column)
	}
}
