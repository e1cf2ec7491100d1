package trino

import (
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// Prepare creates missing schemas. It checks first, because a user without the right to create schemas may use existing
// ones.
func (s *server) Prepare(ctx context.Context, wanted []engine.Schema) error {
	byCatalog, err := s.byCatalog(wanted)
	if err != nil {
		return err
	}
	if len(byCatalog) == 0 {
		return ctx.Err()
	}
	for catalog, names := range byCatalog {
		missing, err := s.missing(ctx, catalog, names)
		if err != nil {
			return err
		}
		for _, name := range missing {
			if err := s.makeSchema(ctx, catalog, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// byCatalog groups the names of schemas by their catalogs, in lower case as the server has them.
func (s *server) byCatalog(schemas []engine.Schema) (map[string][]string, error) {
	byCatalog := map[string][]string{}
	for _, schema := range schemas {
		if schema.Name == "" {
			return nil, fault.New(fault.Invalid, "a mapping has no schema").WithHint("Set the schema of the storage mapping.")
		}
		catalog, name := s.catalogOf(schema), strings.ToLower(schema.Name)
		if !slices.Contains(byCatalog[catalog], name) {
			byCatalog[catalog] = append(byCatalog[catalog], name)
		}
	}
	return byCatalog, nil
}

// missing returns the schemas that do not exist.
func (s *server) missing(ctx context.Context, catalog string, names []string) ([]string, error) {
	a, err := s.ask(ctx, "SELECT schema_name FROM "+s.dialect.Qualify(catalog, "information_schema", "schemata")+
		" WHERE schema_name IN ("+s.literals(names)+")")
	if err != nil {
		return nil, err
	}
	var missing []string
	for _, name := range names {
		if !slices.ContainsFunc(a.rows, func(row []any) bool { return row[0] == name }) {
			missing = append(missing, name)
		}
	}
	return missing, nil
}

// makeSchema creates a schema that another session may create at the same time: then this one finds that it exists.
func (s *server) makeSchema(ctx context.Context, catalog, name string) error {
	_, err := s.ask(ctx, "CREATE SCHEMA IF NOT EXISTS "+s.dialect.Qualify(catalog, "", name))
	if err == nil || fault.Is(err, fault.Canceled) {
		return err
	}
	if missing, again := s.missing(ctx, catalog, []string{name}); again == nil && len(missing) == 0 {
		return nil
	}
	return err
}

// literals returns texts as a list of literals.
func (s *server) literals(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = s.dialect.Literal(text)
	}
	return strings.Join(quoted, ", ")
}
