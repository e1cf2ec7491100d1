package trino

import (
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// Catalog reads the information schema of each catalog with one query for all schemas.
func (s *server) Catalog(ctx context.Context, schemas ...engine.Schema) (map[engine.Schema][]engine.Relation, error) {
	found := make(map[engine.Schema][]engine.Relation, len(schemas))
	byCatalog, err := s.byCatalog(schemas)
	if err != nil {
		return nil, err
	}
	for catalog, names := range byCatalog {
		relations, err := s.list(ctx, catalog, names)
		if err != nil {
			return nil, err
		}
		for _, schema := range schemas {
			if s.catalogOf(schema) == catalog {
				found[schema] = relations[strings.ToLower(schema.Name)]
			}
		}
	}
	return found, nil
}

// list returns the relations of schemas of one catalog, by schema. The server lists relations several times if a schema is
// missing, hence DISTINCT.
func (s *server) list(ctx context.Context, catalog string, names []string) (map[string][]engine.Relation, error) {
	schemas := s.literals(names)
	a, err := s.ask(ctx, "SELECT DISTINCT t.table_schema, t.table_name, t.table_type, c.column_name, c.data_type, c.is_nullable, c.ordinal_position\nFROM "+
		s.dialect.Qualify(catalog, "information_schema", "tables")+" AS t\nLEFT JOIN "+
		s.dialect.Qualify(catalog, "information_schema", "columns")+" AS c"+
		" ON c.table_schema = t.table_schema AND c.table_name = t.table_name AND c.table_schema IN ("+schemas+")\n"+
		"WHERE t.table_schema IN ("+schemas+")\nORDER BY 1, 2, 7")
	if err != nil {
		return nil, err
	}
	bySchema := map[string][]engine.Relation{}
	for i := range a.rows {
		schema, name := a.text(i, 0), a.text(i, 1)
		all := bySchema[schema]
		if len(all) == 0 || all[len(all)-1].Name != name {
			all = append(all, engine.Relation{Name: name, IsView: strings.Contains(a.text(i, 2), "VIEW")})
		}
		if column := a.text(i, 3); column != "" {
			last := &all[len(all)-1]
			last.Columns = append(last.Columns, engine.Column{Name: column, Type: a.text(i, 4), Nullable: a.text(i, 5) != "NO"})
		}
		bySchema[schema] = all
	}
	for _, all := range bySchema {
		slices.SortFunc(all, func(one, other engine.Relation) int { return strings.Compare(one.Name, other.Name) })
	}
	return bySchema, nil
}
