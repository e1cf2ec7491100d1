package snowflake

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// maxTogether limits how many tables one query reads.
const maxTogether = 100

// Versions reads the comments of tables, which contain the markers, and the time of their last change. The server does not tell which
// query changed a table, so that QueryIDs are empty: a MERGE whose answer is lost leaves its node in doubt.
func (s *server) Versions(ctx context.Context, tables []engine.Table) (map[engine.Table]engine.TableVersion, error) {
	markers, err := s.markers(ctx, tables)
	if err != nil {
		return nil, err
	}
	var existing []engine.Table
	for _, table := range tables {
		if _, exists := markers[table]; exists && !slices.Contains(existing, table) {
			existing = append(existing, table)
		}
	}
	versions := make(map[engine.Table]engine.TableVersion, len(existing))
	for some := range slices.Chunk(existing, maxTogether) {
		if err := s.readSnapshots(ctx, some, markers, versions); err != nil {
			return nil, err
		}
	}
	return versions, nil
}

// markers returns the comments of the tables that exist.
func (s *server) markers(ctx context.Context, tables []engine.Table) (map[engine.Table]string, error) {
	schemas := make([]engine.Schema, len(tables))
	for i, table := range tables {
		schemas[i] = table.Schema
	}
	byDatabase, err := byDatabase(schemas)
	if err != nil {
		return nil, err
	}
	markers := map[engine.Table]string{}
	for database, names := range byDatabase {
		a, err := s.ask(ctx, "SELECT TABLE_SCHEMA, TABLE_NAME, COMMENT FROM "+s.informationSchema(database)+"TABLES"+
			" WHERE TABLE_TYPE = 'BASE TABLE' AND TABLE_SCHEMA IN ("+s.literals(names)+")")
		if err != nil {
			return nil, err
		}
		for i := range a.rows {
			markers[engine.Table{Schema: engine.Schema{Database: database, Name: a.text(i, 0)}, Name: a.text(i, 1)}] = a.text(i, 2)
		}
	}
	return markers, nil
}

// readSnapshots reads when tables changed last, as the guard of a publishing statement does.
func (s *server) readSnapshots(
	ctx context.Context, tables []engine.Table, markers map[engine.Table]string, into map[engine.Table]engine.TableVersion,
) error {
	parts := make([]string, len(tables))
	for i, table := range tables {
		name := s.dialect.Qualify(table.Schema.Database, table.Schema.Name, table.Name)
		parts[i] = "SELECT " + strconv.Itoa(i) + " AS POSITION, " + s.dialect.Snapshot(name) + " AS SNAPSHOT"
	}
	a, err := s.ask(ctx, strings.Join(parts, "\nUNION ALL\n"))
	if err != nil {
		return err
	}
	for i, row := range a.rows {
		at, _ := row[0].(int64)
		if snapshot := a.text(i, 1); snapshot != "" {
			into[tables[at]] = engine.TableVersion{Snapshot: snapshot, Marker: markers[tables[at]]}
		}
	}
	return nil
}
