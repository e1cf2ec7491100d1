package trino

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/engine"
)

// markerProperty is the property of a table that contains the marker of its last replacement.
const markerProperty = "millrace"

// maxTogether limits how many tables one query reads. Each of them adds three scans to its plan.
const maxTogether = 20

// readersAtOnce limits how many queries about tables run at the same time.
const readersAtOnce = 8

// Versions reads the metadata tables of Iceberg, many tables with one query, and the definition of each table.
func (s *server) Versions(ctx context.Context, tables []engine.Table) (map[engine.Table]engine.TableVersion, error) {
	existing, err := s.existing(ctx, tables)
	if err != nil {
		return nil, err
	}
	r := versionReader{found: make(map[engine.Table]engine.TableVersion, len(existing)), slots: make(chan struct{}, readersAtOnce)}
	for some := range slices.Chunk(existing, maxTogether) {
		r.read(func() (func(), error) {
			versions, err := s.readVersions(ctx, some)
			return func() {
				for table, version := range versions {
					known := r.found[table]
					known.Snapshot, known.Marker, known.QueryIDs = version.Snapshot, version.Marker, version.QueryIDs
					r.found[table] = known
				}
			}, err
		})
	}
	for _, table := range existing {
		r.read(func() (func(), error) {
			comment, properties, err := s.readDefinition(ctx, table)
			return func() {
				known := r.found[table]
				known.Comment, known.Properties = comment, properties
				r.found[table] = known
			}, err
		})
	}
	r.readers.Wait()
	return r.found, r.failed
}

// versionReader reads about many tables at the same time.
type versionReader struct {
	slots   chan struct{}
	readers sync.WaitGroup

	mu     sync.Mutex
	found  map[engine.Table]engine.TableVersion
	failed error // the first error
}

// read asks the server, and then stores what the answer says.
func (r *versionReader) read(ask func() (store func(), err error)) {
	r.slots <- struct{}{}
	r.readers.Go(func() {
		defer func() { <-r.slots }()
		store, err := ask()
		r.mu.Lock()
		defer r.mu.Unlock()
		r.failed = cmp.Or(r.failed, err)
		store()
	})
}

// existing returns the tables that exist.
func (s *server) existing(ctx context.Context, tables []engine.Table) ([]engine.Table, error) {
	schemas := make([]engine.Schema, len(tables))
	for i, table := range tables {
		schemas[i] = table.Schema
	}
	byCatalog, err := s.byCatalog(schemas)
	if err != nil {
		return nil, err
	}
	known := map[engine.Table]bool{}
	for catalog, names := range byCatalog {
		a, err := s.ask(ctx, "SELECT table_schema, table_name FROM "+s.dialect.Qualify(catalog, "information_schema", "tables")+
			" WHERE table_type = 'BASE TABLE' AND table_schema IN ("+s.literals(names)+")")
		if err != nil {
			return nil, err
		}
		for i := range a.rows {
			known[engine.Table{Schema: engine.Schema{Database: catalog, Name: a.text(i, 0)}, Name: a.text(i, 1)}] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(tables), func(t engine.Table) bool { return !known[s.folded(t)] }), nil
}

// folded returns a table as the server names it.
func (s *server) folded(t engine.Table) engine.Table {
	return engine.Table{
		Schema: engine.Schema{Database: s.catalogOf(t.Schema), Name: strings.ToLower(t.Schema.Name)}, Name: strings.ToLower(t.Name),
	}
}

// name returns the qualified name of a table, or of a metadata table of it.
func (s *server) name(t engine.Table, metadata string) string {
	return s.dialect.Qualify(s.catalogOf(t.Schema), t.Schema.Name, t.Name+metadata)
}

// readVersions reads snapshots, markers and queries of tables with one query.
func (s *server) readVersions(ctx context.Context, tables []engine.Table) (map[engine.Table]engine.TableVersion, error) {
	parts := make([]string, 0, len(tables))
	for i, table := range tables {
		at := strconv.Itoa(i)
		parts = append(parts,
			"SELECT "+at+", 'snapshot', CAST(snapshot_id AS VARCHAR), 0 FROM "+s.name(table, "$refs")+" WHERE name = 'main'",
			"SELECT "+at+", 'marker', value, 0 FROM "+s.name(table, "$properties")+" WHERE key = "+s.dialect.Literal(markerProperty),
			"(SELECT "+at+", 'query', element_at(summary, 'trino_query_id'), to_unixtime(committed_at) FROM "+
				s.name(table, "$snapshots")+" ORDER BY 4 DESC LIMIT "+strconv.Itoa(engine.MaxVersionQueries)+")")
	}
	a, err := s.ask(ctx, strings.Join(parts, "\nUNION ALL\n")+"\nORDER BY 1, 2, 4 DESC")
	if err != nil {
		return nil, err
	}
	versions := make(map[engine.Table]engine.TableVersion, len(tables))
	for i, row := range a.rows {
		at, _ := row[0].(int64)
		version := versions[tables[at]]
		switch text := a.text(i, 2); a.text(i, 1) {
		case "snapshot":
			version.Snapshot = text
		case "marker":
			version.Marker = text
		case "query":
			if text != "" {
				version.QueryIDs = append(version.QueryIDs, text)
			}
		}
		versions[tables[at]] = version
	}
	return versions, nil
}
