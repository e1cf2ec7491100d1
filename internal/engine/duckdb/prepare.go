package duckdb

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// Prepare makes the database files and schemas that are missing.
func (e *embedded) Prepare(ctx context.Context, schemas []engine.Schema) error {
	schemas, err := normal(schemas)
	if err != nil || len(schemas) == 0 {
		return err
	}
	return e.within(ctx, func(ctx context.Context, s *session) error {
		files := s.instance.files
		if err := files.turn.take(ctx); err != nil {
			return err
		}
		defer files.turn.give()
		for _, schema := range schemas {
			if err := files.attach(ctx, s, schema.Database); err != nil {
				return err
			}
			if err := s.makeSchema(ctx, schema); err != nil {
				return err
			}
		}
		return nil
	})
}

// normal gives each place once, with its database.
func normal(schemas []engine.Schema) ([]engine.Schema, error) {
	schemas = slices.Clone(schemas)
	for i := range schemas {
		place := &schemas[i]
		place.Database = cmp.Or(place.Database, defaultDatabase())
		if err := checkName(place.Database); err != nil {
			return nil, err
		}
		if place.Name == "" {
			return nil, fault.New(fault.Invalid, "a place in database %q has no schema", place.Database).
				WithHint("Give the storage location a schema.")
		}
	}
	slices.SortFunc(schemas, func(a, b engine.Schema) int {
		return cmp.Or(cmp.Compare(a.Database, b.Database), cmp.Compare(a.Name, b.Name))
	})
	return slices.Compact(schemas), nil
}

// makeSchema makes a schema if it is missing. A transaction that is just making it is in the way until it has ended.
func (s *session) makeSchema(ctx context.Context, schema engine.Schema) error {
	statement := "CREATE SCHEMA IF NOT EXISTS " + quoted(schema.Database) + "." + quoted(schema.Name)
	const maxWait = 100 * time.Millisecond
	for wait := time.Millisecond; ; wait = min(2*wait, maxWait) {
		err := s.do(ctx, statement)
		if err == nil || !fault.Is(s.instance.explain(err), fault.Conflict) {
			return err
		}
		if err := backoff.Sleep(ctx, wait/2+rand.N(wait)); err != nil { //nolint:gosec // a wait needs no secrecy
			return err
		}
	}
}
