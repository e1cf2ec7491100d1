package snowflake

import (
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// Prepare creates missing schemas. It checks first, because a role without the right to create schemas may use existing
// ones.
func (s *server) Prepare(ctx context.Context, wanted []engine.Schema) error {
	byDatabase, err := byDatabase(wanted)
	if err != nil {
		return err
	}
	if len(byDatabase) == 0 {
		return ctx.Err()
	}
	for database, names := range byDatabase {
		missing, err := s.missing(ctx, database, names)
		if err != nil {
			return err
		}
		for _, name := range missing {
			if err := s.makeSchema(ctx, database, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// byDatabase groups the names of schemas by their databases.
func byDatabase(schemas []engine.Schema) (map[string][]string, error) {
	byDatabase := map[string][]string{}
	for _, schema := range schemas {
		if schema.Name == "" {
			return nil, fault.New(fault.Invalid, "a mapping has no schema").WithHint("Set the schema of the storage mapping.")
		}
		if !slices.Contains(byDatabase[schema.Database], schema.Name) {
			byDatabase[schema.Database] = append(byDatabase[schema.Database], schema.Name)
		}
	}
	return byDatabase, nil
}

// missing returns the schemas that do not exist.
func (s *server) missing(ctx context.Context, database string, names []string) ([]string, error) {
	a, err := s.ask(ctx, "SELECT SCHEMA_NAME FROM "+s.informationSchema(database)+"SCHEMATA WHERE SCHEMA_NAME IN ("+s.literals(names)+")")
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
func (s *server) makeSchema(ctx context.Context, database, name string) error {
	err := s.changeSession(ctx, "CREATE SCHEMA IF NOT EXISTS "+s.dialect.Qualify(database, "", name))
	if err == nil || fault.Is(err, fault.Canceled) {
		return err
	}
	if missing, again := s.missing(ctx, database, []string{name}); again == nil && len(missing) == 0 {
		return nil
	}
	return err
}

// changeSession runs a statement that changes its session, which is not used again: a new schema is the current one.
func (s *server) changeSession(ctx context.Context, statement string) error {
	entered, done, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer done()
	used, err := s.acquire(entered)
	if err != nil {
		return s.closedOr(err)
	}
	defer s.release(used)
	used.isDirty = true
	_, err = s.run(entered, used, request{text: statement, tag: s.settings.tag})
	return s.closedOr(err)
}

// informationSchema returns the start of the names of the views that describe a database.
func (s *server) informationSchema(database string) string {
	if database == "" {
		return "INFORMATION_SCHEMA."
	}
	return s.dialect.Quote(database) + ".INFORMATION_SCHEMA."
}

// literals returns texts as a list of literals.
func (s *server) literals(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = s.dialect.Literal(text)
	}
	return strings.Join(quoted, ", ")
}
