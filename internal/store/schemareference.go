package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// schemaAt returns the tables of a version of the schema, those that others refer to first. It migrates a SQLite database in
// memory and reads the tables there, because the schema is the same on both databases. A PostgreSQL database may contain
// tables of others too, which are none of our business.
func schemaAt(ctx context.Context, version int64) (_ []backup.Table, err error) {
	reference := openReference()
	defer func() { err = errors.Join(err, reference.writer.Close()) }()
	provider, err := reference.migrations()
	if err != nil {
		return nil, err
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		return nil, fmt.Errorf("make version %d of the schema: %w", version, err)
	}
	return readTables(ctx, reference.writer)
}

// openReference opens an empty SQLite database in memory.
func openReference() *DB {
	reference := &DB{dialect: sqliteDialect}
	reference.writer = sql.OpenDB(&sqliteConnector{
		dsn: sqliteDSN(":memory:", "deferred", url.Values{"_journal_mode": {"MEMORY"}}), explain: func(err error) error { return err },
	})
	reference.writer.SetMaxOpenConns(1) // the database ends with its connection
	return reference
}

// schemaVersion returns the version of the schema of a database, and that of this program. The database has none (0) before
// the first migration. It changes nothing, whatever the database contains.
func (db *DB) schemaVersion(ctx context.Context, q querier) (current, latest int64, err error) {
	provider, err := db.migrations()
	if err != nil {
		return 0, 0, err
	}
	for _, source := range provider.ListSources() {
		latest = max(latest, source.Version)
	}
	var hasTable bool
	if err := q.QueryRowContext(ctx, `SELECT EXISTS (`+db.dialect.versionTable+`)`).Scan(&hasTable); err != nil || !hasTable {
		return 0, latest, err
	}
	err = q.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&current)
	return current, latest, err
}

// readTables returns the tables of a SQLite database in the order of their references.
func readTables(ctx context.Context, q querier) ([]backup.Table, error) {
	names, err := queryAll(ctx, q, scanText,
		`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version' ORDER BY name`)
	if err != nil {
		return nil, err
	}
	references := map[string][]string{}
	for _, name := range names {
		references[name], err = queryAll(ctx, q, scanText, `SELECT DISTINCT "table" FROM pragma_foreign_key_list($1)`, name)
		if err != nil {
			return nil, err
		}
	}
	var tables []backup.Table
	for _, name := range inOrder(names, references) {
		columns, err := queryAll(ctx, q, scanColumn, `SELECT name, lower(type) FROM pragma_table_info($1) ORDER BY cid`, name)
		if err != nil {
			return nil, err
		}
		tables = append(tables, backup.Table{Name: name, Columns: columns})
	}
	return tables, nil
}

func scanText(scan scanner) (text string, err error) { return text, scan(&text) }

func scanColumn(scan scanner) (column backup.Column, err error) {
	if err := scan(&column.Name, &column.Type); err != nil {
		return column, err
	}
	switch column.Type {
	case backup.Text, backup.Integer, backup.Boolean, backup.Bytes:
		return column, nil
	}
	return column, fault.New(fault.Internal, "column %s has the type %s, which backups do not know", column.Name, column.Type)
}

// inOrder sorts names so that each comes after those that it refers to. A name may refer to itself.
func inOrder(names []string, references map[string][]string) []string {
	var sorted []string
	seen := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, other := range references[name] {
			visit(other)
		}
		sorted = append(sorted, name)
	}
	for _, name := range names {
		visit(name)
	}
	return sorted
}

// columnList returns the columns of a table for a statement. The names of all tables and columns come from migrations.
func columnList(table backup.Table) string {
	names := make([]string, len(table.Columns))
	for i, column := range table.Columns {
		names[i] = column.Name
	}
	return strings.Join(names, ", ")
}

// readRows passes the rows of a table to add: those of an organization, or all if its id is empty.
func readRows(ctx context.Context, q querier, table backup.Table, add func(values []any) error, organization ids.Organization) error {
	var condition string
	var args []any
	if organization != "" {
		condition, args = rowsOfOrganization(table), []any{organization}
	}
	rows, err := q.QueryContext(ctx, `SELECT `+columnList(table)+` FROM `+table.Name+condition, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	values, pointers := make([]any, len(table.Columns)), make([]any, len(table.Columns))
	for i := range values {
		pointers[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(pointers...); err != nil {
			return err
		}
		if err := add(values); err != nil {
			return err
		}
	}
	return rows.Err()
}
