package store

import (
	"context"
	"fmt"

	"github.com/millrace/millrace/internal/fault"
)

// checkCurrent refuses a PostgreSQL database that has another schema than that of this version. It creates nothing, not even the table of
// versions: the database may be that of another program.
func (db *DB) checkCurrent(ctx context.Context) error {
	var isSetUp bool
	if err := db.reader.QueryRowContext(ctx, `SELECT to_regclass('goose_db_version') IS NOT NULL AND to_regclass('installation') IS NOT NULL`).
		Scan(&isSetUp); err != nil {
		return migrationFault(err)
	}
	if !isSetUp {
		return notSetUp()
	}
	current, needed, err := db.schemaVersions(ctx)
	if err != nil {
		return err
	}
	return compareSchemas(current, needed)
}

// checkSchema checks that the schema is the one of this version, without changing it.
func (db *DB) checkSchema(ctx context.Context) error {
	current, needed, err := db.schemaVersions(ctx)
	if err != nil {
		return err
	}
	if current != needed {
		return fault.New(fault.Conflict, "the database belongs to another version of Millrace: its schema is %d, this version supports %d", current, needed).
			WithHint("Use the version of the server, or start the server of this version once.")
	}
	return nil
}

// schemaVersions returns the version of the schema that the database has, and the one that this version of Millrace needs.
func (db *DB) schemaVersions(ctx context.Context) (current, needed int64, err error) {
	provider, err := db.migrations()
	if err != nil {
		return 0, 0, fmt.Errorf("prepare the migrations: %w", err)
	}
	sources := provider.ListSources()
	needed = sources[len(sources)-1].Version
	err = db.reader.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&current)
	if err != nil {
		return 0, 0, migrationFault(err)
	}
	return current, needed, nil
}

func compareSchemas(current, needed int64) error {
	switch {
	case current < needed:
		return fault.New(fault.Conflict, "the servers of this database are older than the worker: the schema of the database is %d, this version needs %d",
			current, needed).
			WithHint("Update the servers first: the first one that starts brings the schema up to date. Until then, start a worker of their version.")
	case current > needed:
		return fault.New(fault.Conflict, "the servers of this database are newer than the worker: the schema of the database is %d, this version needs %d",
			current, needed).
			WithHint("Start a worker of the servers' version.")
	}
	return nil
}

// notSetUp is the fault of a database that no server has used.
func notSetUp() error {
	return fault.New(fault.Conflict, "no server has set this database up").
		WithHint("Check --database. Start `millrace serve` with the same --database first, and give the worker its key.")
}
