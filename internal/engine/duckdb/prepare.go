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

// Prepare creates missing database files and schemas.
func (e *embedded) Prepare(ctx context.Context, schemas []engine.Schema) error {
	schemas, err := normal(schemas)
	if err != nil || len(schemas) == 0 {
		return err
	}
	if e.target.Lake != nil {
		return e.prepareLake(ctx, schemas)
	}
	databases, err := e.prepared(schemas)
	if err != nil {
		return err
	}
	return e.within(ctx, databases, func(ctx context.Context, s *session) error {
		files := s.instance.files
		if files.schemas.hasAll(schemas) {
			return nil
		}
		if err := files.mutex.lock(ctx); err != nil {
			return err
		}
		defer files.mutex.unlock()
		for _, schema := range schemas {
			d, err := s.instance.database(schema.Database)
			if err != nil {
				return err
			}
			if err := files.attach(ctx, s, d); err != nil {
				return err
			}
			losses := files.schemas.begin()
			if err := s.makeSchema(ctx, schema); err != nil {
				return err
			}
			files.schemas.add(schema, losses)
		}
		return nil
	})
}

// prepared returns the databases of schemas, if the engine may create schemas in them.
func (e *embedded) prepared(schemas []engine.Schema) ([]string, error) {
	var names []string
	for _, schema := range schemas {
		if err := e.checkPrepare(schema); err != nil {
			return nil, err
		}
		if !slices.Contains(names, schema.Database) {
			names = append(names, schema.Database)
		}
	}
	return names, nil
}

// checkPrepare rejects a schema in a database that the engine does not have, or that it may only read.
func (e *embedded) checkPrepare(schema engine.Schema) error {
	databases := e.target.Databases
	if databases == nil || folded(schema.Database) == folded(defaultDatabase()) {
		return nil
	}
	at := slices.IndexFunc(databases.Mapped, func(m engine.MappedDatabase) bool { return folded(m.Name) == folded(schema.Database) })
	switch {
	case at < 0:
		return fault.New(fault.Invalid, "database %q is not one of the databases that the mappings name", schema.Database).
			WithHint("Map a location to it first.")
	case databases.Mapped[at].ReadOnly:
		return fault.New(fault.Invalid, "schema %q cannot be created: database %q is mapped for reading only", schema.Name, schema.Database).
			WithHint("Remove readOnly from the mapping, or map the location to another database.")
	}
	return nil
}

// database returns the database with a name, which the instance has claimed.
func (i *instance) database(name string) (database, error) {
	if !i.scope.isWhole {
		d, _ := i.scope.lookup(name) // checked by checkPrepare
		return d, nil
	}
	found, err := listDatabases(i.folder)
	return findDatabase(found, name), err
}

// normal returns each schema once, with its database filled in.
func normal(schemas []engine.Schema) ([]engine.Schema, error) {
	schemas = slices.Clone(schemas)
	for i := range schemas {
		schema := &schemas[i]
		schema.Database = cmp.Or(schema.Database, defaultDatabase())
		if err := checkName(schema.Database); err != nil {
			return nil, err
		}
		if schema.Name == "" {
			return nil, fault.New(fault.Invalid, "a location in database %q has no schema", schema.Database).
				WithHint("Map the location to a schema.")
		}
	}
	slices.SortFunc(schemas, func(a, b engine.Schema) int {
		return cmp.Or(cmp.Compare(a.Database, b.Database), cmp.Compare(a.Name, b.Name))
	})
	return slices.Compact(schemas), nil
}

// makeSchema creates a schema if it is missing. While another transaction creates it, DuckDB reports a conflict, so
// makeSchema retries.
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
