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

// maxName is how long a name may be, in bytes; the server cuts longer ones.
const maxName = 63

// Prepare makes the schemas that are missing. It looks first: a user who may not make schemas may work in those that are
// there.
func (s *server) Prepare(ctx context.Context, places []engine.Schema) error {
	var schemas []string
	for _, place := range places {
		if err := s.isPossible(place); err != nil {
			return err
		}
		if !slices.Contains(schemas, place.Name) {
			schemas = append(schemas, place.Name)
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

// isHere refuses places in another database. A session reaches one database only.
func (s *server) isHere(schema engine.Schema) error {
	if schema.Database == "" || schema.Database == s.settings.database {
		return nil
	}
	return fault.New(fault.Invalid, "database %q cannot be reached by a connection to database %q", schema.Database, s.settings.database).
		WithHint("Leave the database out of the storage mapping, or use a connection to that database.")
}

func (s *server) isPossible(place engine.Schema) error {
	switch schema := place.Name; {
	case schema == "":
		return fault.New(fault.Invalid, "a place has no schema").WithHint("Give the storage mapping a schema.")
	case strings.ContainsRune(schema, 0), !utf8.ValidString(schema):
		return fault.New(fault.Invalid, "the name of schema %q holds what is no character", schema)
	case len(schema) > maxName:
		return fault.New(fault.Invalid, "the name of schema %q is longer than %d bytes", schema, maxName).
			WithHint("Choose a shorter one; the server cuts it.")
	}
	return s.isHere(place)
}

// missing are the schemas that are not there.
func (s *server) missing(ctx context.Context, schemas []string) ([]string, error) {
	if len(schemas) == 0 {
		return nil, nil
	}
	list, err := json.Marshal(schemas)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "names of schemas cannot be written down")
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

// makeSchema makes a schema that others may be making at the same time. IF NOT EXISTS does not see theirs until it is
// committed, and then meets it as a conflict; it is there the next time.
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
