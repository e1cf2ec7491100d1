package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"time"

	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/fault"
)

// BackupSource reads the state for a backup, on one database snapshot, while servers use the database. It needs no key and
// changes nothing: it does not migrate either, so that a newer program can back up the state of an older server before the
// upgrade.
type BackupSource struct {
	db       *DB
	snapshot *sql.Tx
	pause    *writePause // nil if writes go on

	// Header describes the state. Program is for the caller to set.
	Header backup.Header
	// At is the time of the snapshot: every write that was acknowledged before is part of it.
	At time.Time
}

// OpenBackupSource connects to the database. Begin takes the snapshot.
func OpenBackupSource(options Options) (*BackupSource, error) {
	db, err := connect(options)
	if err != nil {
		return nil, err
	}
	return &BackupSource{db: db}, nil
}

// maxPausedState is the size of a state whose backup pauses writes. Its backup takes some seconds at most.
const maxPausedState = 256 << 20

// Begin takes the snapshot. The writes of a small state are paused until Release, so that the backup contains every write that
// is acknowledged before its end.
func (s *BackupSource) Begin(ctx context.Context) (err error) {
	current, latest, err := s.db.schemaVersion(ctx, s.db.reader)
	switch {
	case err != nil:
		return migrationFault(err)
	case current == 0:
		return fault.New(fault.NotFound, "the database contains no state of Millrace").WithHint("Check --data and --database.")
	case current > latest:
		return fault.New(fault.Conflict, "the database belongs to a newer version of Millrace: its schema is %d, this version supports %d", current, latest).
			WithHint("Back it up with the newer version.")
	}
	s.Header = backup.Header{Format: backup.Format, Database: s.db.dialect.name, Schema: current}
	if s.Header.Tables, err = schemaAt(ctx, current); err != nil {
		return translate(err)
	}
	size, err := s.db.stateSize(ctx)
	if err != nil {
		return translate(err)
	}
	if size <= maxPausedState {
		if s.pause, err = s.db.pauseWrites(ctx, s.Header.Tables); err != nil {
			return err
		}
	}
	return s.beginSnapshot(ctx)
}

func (s *BackupSource) beginSnapshot(ctx context.Context) (err error) {
	options := &sql.TxOptions{ReadOnly: true}
	if s.db.dialect.name == postgresDialect.name {
		options.Isolation = sql.LevelRepeatableRead
	}
	s.At = s.db.now()
	s.Header.CreatedAt = s.At.UTC().Truncate(time.Millisecond)
	if s.snapshot, err = s.db.reader.BeginTx(ctx, options); err != nil {
		return translate(err)
	}
	// The first query takes the snapshot.
	err = s.snapshot.QueryRowContext(ctx, `SELECT key_fingerprint FROM installation WHERE id = 1`).Scan(&s.Header.KeyFingerprint)
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.NotFound, "the database is empty: no server has set it up").WithHint("Check --data and --database.")
	}
	return translate(err)
}

// Write writes all rows.
func (s *BackupSource) Write(ctx context.Context, w *backup.Writer) error {
	for _, table := range s.Header.Tables {
		err := w.Table(table, func(add func([]any) error) error { return readRows(ctx, s.snapshot, table, add, "") })
		if err != nil {
			return translate(err)
		}
	}
	return nil
}

// CompleteUntil returns the time before which every acknowledged write is part of the backup: now while writes are paused.
func (s *BackupSource) CompleteUntil() time.Time {
	if s.pause.isHeld() {
		return s.db.now()
	}
	return s.At
}

// Close ends the snapshot, lets writes go on and closes the database.
func (s *BackupSource) Close() error {
	var failed []error
	if s.snapshot != nil {
		failed = append(failed, s.snapshot.Rollback())
	}
	s.pause.release()
	return errors.Join(append(failed, s.db.Close())...)
}

// stateSize returns about how many bytes the state has.
func (db *DB) stateSize(ctx context.Context) (size int64, err error) {
	if db.dialect.name == sqliteDialect.name {
		info, err := os.Stat(db.condition.file)
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}
	return size, db.reader.QueryRowContext(ctx, `SELECT pg_database_size(current_database())`).Scan(&size)
}
