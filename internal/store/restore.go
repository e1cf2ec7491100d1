package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/fault"
)

// Restored is a state that a backup contains.
type Restored struct {
	Header   backup.Header
	Manifest backup.Manifest
	// Visit passes the tables of the backup to the function, and everything else in it to the caller's own.
	Visit func(ctx context.Context, table func(table backup.Table, rows *backup.Rows) error) error
}

// Restore loads a state into an empty database: all of it or nothing. It compares the rows in the database with the manifest
// before it commits, and brings an older schema up to date afterwards, as the start of a server does.
//
// publish is called when everything is loaded and verified, and before it becomes visible in SQLite; an error discards the
// new file. In PostgreSQL it is called before the commit.
func Restore(ctx context.Context, options Options, state Restored, publish func() error) error {
	if err := checkSchema(ctx, state.Header); err != nil {
		return err
	}
	if options.URL == "" {
		return restoreFile(ctx, options.Folder, state, publish)
	}
	db, err := connect(options)
	if err != nil {
		return err
	}
	err = db.restoreServer(ctx, state, publish)
	return errors.Join(err, db.Close())
}

// UnfinishedError says that a state is restored, and that what follows has failed. The restore must not be undone.
type UnfinishedError struct{ cause error }

func (e *UnfinishedError) Error() string { return "restored, but not finished: " + e.cause.Error() }
func (e *UnfinishedError) Unwrap() error { return e.cause }

func unfinished(err error) error {
	if err == nil {
		return nil
	}
	return &UnfinishedError{err}
}

// checkSchema rejects a backup whose tables are not those of its schema version.
func checkSchema(ctx context.Context, header backup.Header) error {
	reference := openReference()
	_, latest, err := reference.schemaVersion(ctx, reference.writer)
	if err = errors.Join(err, reference.writer.Close()); err != nil {
		return translate(err)
	}
	switch {
	case header.Organization != "":
		return fault.New(fault.Conflict, "the file is the export of one organization, not a backup").
			WithHint("Restore a file that `millrace backup` wrote.")
	case header.Schema > latest:
		return fault.New(fault.Conflict, "the backup is of a newer version of Millrace: its schema is %d, this version supports %d", header.Schema, latest).
			WithHint("Restore it with version %q or a later one.", header.Program)
	case header.Schema < 1:
		return fault.New(fault.Invalid, "the backup has the schema %d", header.Schema).WithHint("Use another backup.")
	}
	tables, err := schemaAt(ctx, header.Schema)
	if err != nil {
		return translate(err)
	}
	isSame := slices.EqualFunc(tables, header.Tables, func(a, b backup.Table) bool { return a.Name == b.Name && slices.Equal(a.Columns, b.Columns) })
	if !isSame {
		return fault.New(fault.Invalid, "the backup does not contain the tables of schema %d", header.Schema).
			WithHint("Its version of Millrace (%q) is not a released one, or the file was changed. Use another backup.", header.Program)
	}
	return nil
}

// restoreFile makes a SQLite file. It gets its name when it is complete.
func restoreFile(ctx context.Context, folder string, state Restored, publish func() error) (err error) {
	path := filepath.Join(folder, sqliteFile)
	for _, name := range []string{path, path + "-wal", path + "-journal"} {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			return fault.New(fault.Conflict, "the folder %s contains a state database", folder).
				WithHint("A restore overwrites nothing. Pass an empty folder with --data, or move %s* away.", path)
		}
	}
	draft, err := os.CreateTemp(folder, "."+sqliteFile+".restore-*") // mode 0600
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "cannot write to the data folder %s", folder).WithHint("Choose a writable folder with --data.")
	}
	defer func() {
		err = errors.Join(err, draft.Close())
		_ = os.Remove(draft.Name()) // after a success it has another name
	}()
	if err := fillFile(ctx, draft.Name(), state); err != nil {
		return err
	}
	if err := draft.Sync(); err != nil {
		return err
	}
	if err := publish(); err != nil {
		return err
	}
	if err := os.Link(draft.Name(), path); err != nil {
		return fault.Wrap(err, fault.Conflict, "cannot create %s", path).WithHint("Pass an empty folder with --data.")
	}
	return unfinished(backup.SyncFolder(folder))
}

// fillFile loads a state into a new SQLite file. The file needs no log, because it is thrown away if something fails.
func fillFile(ctx context.Context, path string, state Restored) (err error) {
	file := &DB{dialect: sqliteDialect}
	file.writer = sql.OpenDB(&sqliteConnector{
		dsn:     sqliteDSN(path, "immediate", url.Values{"_journal_mode": {"MEMORY"}, "_synchronous": {"OFF"}, "_foreign_keys": {"0"}}),
		explain: func(err error) error { return err },
	})
	file.writer.SetMaxOpenConns(1)
	defer func() { err = errors.Join(err, file.writer.Close()) }()
	if err := file.migrateTo(ctx, state.Header.Schema); err != nil {
		return err
	}
	if err := file.load(ctx, state, func() error { return nil }); err != nil {
		return err
	}
	return file.migrate(ctx)
}

// restoreServer loads a state into a PostgreSQL database.
func (db *DB) restoreServer(ctx context.Context, state Restored, publish func() error) error {
	release, err := db.lockMigrations(ctx)
	if err != nil {
		return migrationFault(err)
	}
	current, _, err := db.schemaVersion(ctx, db.writer)
	if err == nil && current > state.Header.Schema {
		err = fault.New(fault.Conflict, "the database is not empty: its schema is %d, that of the backup is %d", current, state.Header.Schema).
			WithHint("Create a new database and pass its URL with --database.")
	}
	if err == nil {
		err = db.migrateTo(ctx, state.Header.Schema)
	}
	release()
	if err != nil {
		return migrationFault(err)
	}
	if err := db.load(ctx, state, publish); err != nil {
		return err
	}
	return unfinished(db.migrate(ctx))
}

// migrateTo brings the schema to a version.
func (db *DB) migrateTo(ctx context.Context, version int64) error {
	provider, err := db.migrations()
	if err != nil {
		return err
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		return migrationFault(err)
	}
	return nil
}
