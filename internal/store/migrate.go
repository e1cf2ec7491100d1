package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/millrace/millrace/internal/fault"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema up to date. Servers that start at once on one PostgreSQL take turns by an advisory lock;
// a SQLite file has one process.
func (db *DB) migrate(ctx context.Context) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	options := []goose.ProviderOption{}
	databaseKind := goose.DialectSQLite3
	if db.dialect.name == postgresDialect.name {
		databaseKind = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(databaseKind, db.writer, files, options...)
	if err != nil {
		return fmt.Errorf("prepare the migrations: %w", err)
	}
	if err := db.refuseNewer(ctx, provider); err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return migrationFault(err)
	}
	return nil
}

// refuseNewer stops an old server from working on the database of a newer one.
func (db *DB) refuseNewer(ctx context.Context, provider *goose.Provider) error {
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return migrationFault(err)
	}
	if current > target {
		return fault.New(fault.Conflict, "the database is of a newer version of Millrace: schema %d, this one knows %d", current, target).
			WithHint("Start the newer version.")
	}
	return nil
}

func migrationFault(err error) error {
	if isUnreachable(err) {
		return fault.Wrap(err, fault.Unavailable, "the database is out of reach").
			WithHint("Check --database (MILLRACE_DATABASE) and that the server runs and lets this user in.")
	}
	return fault.Wrap(err, fault.Internal, "the database schema cannot be brought up to date").
		WithHint("The log has the reason; nothing was changed.")
}
