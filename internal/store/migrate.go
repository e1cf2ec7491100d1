package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"

	"github.com/millrace/millrace/internal/fault"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrationLock is the number of the advisory lock for migrations; the value has no meaning.
const migrationLock = 7_245_118_306

// migrate brings the schema up to date.
func (db *DB) migrate(ctx context.Context) error {
	provider, err := db.migrations()
	if err != nil {
		return fmt.Errorf("prepare the migrations: %w", err)
	}
	release, err := db.lockMigrations(ctx)
	if err != nil {
		return migrationFault(err)
	}
	defer release()
	if err := refuseNewer(ctx, provider); err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return migrationFault(err)
	}
	if err := db.protectAudit(ctx); err != nil {
		return migrationFault(err)
	}
	return nil
}

func (db *DB) migrations() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	kind := goose.DialectSQLite3
	if db.dialect.name == postgresDialect.name {
		kind = goose.DialectPostgres
	}
	return goose.NewProvider(kind, db.writer, files)
}

// lockMigrations waits until no other server migrates this PostgreSQL database. The lock belongs to a transaction of
// its own, so that it ends with the server. A SQLite file has one process and needs no lock.
func (db *DB) lockMigrations(ctx context.Context) (release func(), err error) {
	if db.dialect.name == sqliteDialect.name {
		return func() {}, nil
	}
	lock, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	if _, err := lock.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, migrationLock); err != nil {
		return nil, errors.Join(err, lock.Rollback())
	}
	return func() { _ = lock.Rollback() }, nil // it wrote nothing
}

// refuseNewer prevents an old server from using the database of a newer one.
func refuseNewer(ctx context.Context, provider *goose.Provider) error {
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return migrationFault(err)
	}
	if current > target {
		return fault.New(fault.Conflict, "the database belongs to a newer version of Millrace: its schema is %d, this version supports %d", current, target).
			WithHint("Start the newer version.")
	}
	return nil
}

func migrationFault(err error) error {
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known // the file is damaged
	}
	if isFull(err) {
		return fault.Wrap(err, fault.Full, "the disk of the state database is full").WithHint("Free space on it, and start again.")
	}
	if isUnreachable(err) {
		return fault.Wrap(err, fault.Unavailable, "the database is unavailable").
			WithHint("Check --database (MILLRACE_DATABASE), that the server runs, and that this user may connect.")
	}
	return fault.Wrap(err, fault.Internal, "the database schema cannot be brought up to date").
		WithHint("Nothing was changed. Include this line when you ask for help.")
}
