package store

import (
	"context"
	"database/sql/driver"
	"fmt"
)

// CandidatesQuery returns the query for runs to claim, for the tests in this folder.
func (db *DB) CandidatesQuery() string { return db.dialect.candidates() }

// RunEndConsequences returns the names of the consequences of a run's end, for the tests in this folder.
func RunEndConsequences() []string {
	var names []string
	for _, c := range runEndConsequences() {
		names = append(names, c.name)
	}
	return names
}

// LimitPages limits the size of the SQLite file; a write that needs more finds it full.
func (db *DB) LimitPages(ctx context.Context, pages int64) error {
	_, err := db.writer.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages))
	return err
}

// SQLiteConnector opens a SQLite file as the store does.
func SQLiteConnector(path string) driver.Connector {
	return &sqliteConnector{dsn: sqliteDSN(path, "immediate", nil), explain: func(err error) error { return err }}
}

// Connect prepares connections to a database without using one.
func Connect(options Options) (*DB, error) { return connect(options) }
