package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/backup"
)

// CandidatesQuery returns the query for runs to claim, for the tests in this folder.
func (db *DB) CandidatesQuery() string { return db.dialect.candidates(0) }

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

// Transact runs do in a write transaction and passes it a function that runs statements.
func (db *DB) Transact(ctx context.Context, do func(exec func(query string, args ...any) error) error) error {
	return db.transact(ctx, func(t *tx) error {
		return do(func(query string, args ...any) error {
			_, err := t.ExecContext(ctx, query, args...)
			return err
		})
	})
}

// WaitingWrites returns how many write transactions wait for their turn, in SQLite.
func (db *DB) WaitingWrites() int64 { return db.group.waiting.Load() }

// Commits returns how many groups of write transactions were committed, in SQLite.
func (db *DB) Commits() int64 { return db.group.commits.Load() }

// SetGroupAge sets how long the first member of a group waits, in SQLite.
func (db *DB) SetGroupAge(age time.Duration) { db.group.maxAge = age }

// Load loads a state into a database that has its schema.
func Load(ctx context.Context, db *DB, state Restored) error {
	return db.load(ctx, state, func() error { return nil })
}

// CurrentSchema returns the tables of the current schema.
func CurrentSchema(ctx context.Context) ([]backup.Table, error) {
	reference := openReference()
	_, latest, err := reference.schemaVersion(ctx, reference.writer)
	if err = errors.Join(err, reference.writer.Close()); err != nil {
		return nil, err
	}
	return schemaAt(ctx, latest)
}

// SealedColumns returns the columns with sealed values, as table.column.
func SealedColumns() []string {
	var columns []string
	for _, kind := range sealedKinds() {
		columns = append(columns, kind.columns...)
	}
	return columns
}

// HasRowsOfOrganizations reports whether rows of a table belong to organizations.
func HasRowsOfOrganizations(table backup.Table) bool { return rowsOfOrganization(table) != "" }

// Explain returns the database's plan of a list, a line for each step.
func (s *AuditLog) Explain(ctx context.Context, query audit.Query) (string, error) {
	statement, err := auditList(query).statement(s.db.dialect, query.Page)
	if err != nil {
		return "", err
	}
	explain, scan := "EXPLAIN ", scanText
	if s.db.dialect.name == sqliteDialect.name {
		explain, scan = "EXPLAIN QUERY PLAN ", func(scan scanner) (detail string, err error) {
			var ignored [3]int
			return detail, scan(&ignored[0], &ignored[1], &ignored[2], &detail)
		}
	}
	steps, err := queryAll(ctx, s.db.reader, scan, explain+statement.sql, statement.args...)
	return strings.Join(steps, "\n"), err
}
