package duckdb

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// Prepare makes the database files and schemas that are missing.
func (e *embedded) Prepare(ctx context.Context, places []engine.Place) error {
	places, err := normal(places)
	if err != nil || len(places) == 0 {
		return err
	}
	return e.within(ctx, func(ctx context.Context, s *session) error {
		files := s.instance.files
		if err := files.turn.take(ctx); err != nil {
			return err
		}
		defer files.turn.give()
		for _, place := range places {
			if err := files.attach(ctx, s, place.Database); err != nil {
				return err
			}
			if err := s.makeSchema(ctx, place); err != nil {
				return err
			}
		}
		return nil
	})
}

// normal gives each place once, with its database.
func normal(places []engine.Place) ([]engine.Place, error) {
	places = slices.Clone(places)
	for i := range places {
		place := &places[i]
		place.Database = cmp.Or(place.Database, defaultDatabase())
		if err := checkName(place.Database); err != nil {
			return nil, err
		}
		if place.Schema == "" {
			return nil, fault.New(fault.Invalid, "a place in database %q has no schema", place.Database).
				WithHint("Give the storage location a schema.")
		}
	}
	slices.SortFunc(places, func(a, b engine.Place) int {
		return cmp.Or(cmp.Compare(a.Database, b.Database), cmp.Compare(a.Schema, b.Schema))
	})
	return slices.Compact(places), nil
}

// makeSchema makes a schema if it is missing. A transaction that is just making it is in the way until it has ended.
func (s *session) makeSchema(ctx context.Context, place engine.Place) error {
	statement := "CREATE SCHEMA IF NOT EXISTS " + quoted(place.Database) + "." + quoted(place.Schema)
	const mostWait = 100 * time.Millisecond
	for wait := time.Millisecond; ; wait = min(2*wait, mostWait) {
		err := s.do(ctx, statement)
		if err == nil || !fault.Is(s.instance.explain(err), fault.Conflict) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait/2 + rand.N(wait)): //nolint:gosec // nobody gains by guessing it
		}
	}
}
