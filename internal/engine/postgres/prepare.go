package postgres

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// maxName limits the bytes of a name; the server truncates longer ones.
const maxName = 63

// Prepare creates missing schemas. It checks first, because a user without the right to create schemas may use existing
// ones.
func (s *server) Prepare(ctx context.Context, wanted []engine.Schema) error {
	var schemas []string
	for _, schema := range wanted {
		if err := s.isPossible(schema); err != nil {
			return err
		}
		if !slices.Contains(schemas, schema.Name) {
			schemas = append(schemas, schema.Name)
		}
	}
	missing, err := s.missing(ctx, schemas)
	for _, schema := range missing {
		if err := s.makeSchema(ctx, schema); err != nil {
			return err
		}
	}
	return err
}

// isHere rejects schemas in another database. A session reaches one database only.
func (s *server) isHere(schema engine.Schema) error {
	if schema.Database == "" || schema.Database == s.settings.database {
		return nil
	}
	return fault.New(fault.Invalid, "a connection to database %q cannot reach database %q", s.settings.database, schema.Database).
		WithHint("Leave the database out of the storage mapping, or use a connection to that database.")
}

func (s *server) isPossible(schema engine.Schema) error {
	switch name := schema.Name; {
	case name == "":
		return fault.New(fault.Invalid, "a mapping has no schema").WithHint("Set the schema of the storage mapping.")
	case strings.ContainsRune(name, 0), !utf8.ValidString(name):
		return fault.New(fault.Invalid, "the name of schema %q contains invalid characters", name)
	case len(name) > maxName:
		return fault.New(fault.Invalid, "the name of schema %q is longer than %d bytes", name, maxName).
			WithHint("Choose a shorter name; the server truncates it.")
	}
	return s.isHere(schema)
}

// missing returns the schemas that do not exist.
func (s *server) missing(ctx context.Context, schemas []string) ([]string, error) {
	if len(schemas) == 0 {
		return nil, nil
	}
	list, err := json.Marshal(schemas)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "cannot encode schema names")
	}
	a, err := s.ask(ctx, request{
		text: "SELECT name FROM jsonb_array_elements_text($1::jsonb) AS wanted (name)" +
			" WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = name)",
		arguments: []string{string(list)}, keep: true,
	})
	var missing []string
	for i := range a.rows {
		missing = append(missing, a.text(i, 0))
	}
	return missing, err
}

// makeSchema creates a schema that another session may create at the same time. IF NOT EXISTS sees the other one only
// after its commit, and then reports a conflict; the next attempt finds it.
func (s *server) makeSchema(ctx context.Context, schema string) error {
	statement := "CREATE SCHEMA IF NOT EXISTS " + s.dialect.Quote(schema)
	const tries = 5
	var err error
	for range tries {
		if _, err = s.ask(ctx, request{text: statement}); !fault.Is(err, fault.Conflict) {
			return err
		}
	}
	return err
}
