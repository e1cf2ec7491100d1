package store_test

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/store"
)

// These tests hold a transaction open, let the store run into it, and end it: the order in which a race is worst. SQLite
// has one writer at a time, and no such order.

// meeting is two who want the same row.
type meeting struct {
	first string // what the first does, and commits when the second waits for it
	then  func(ctx context.Context, a attic) error
	rows  string // counts what must be there afterwards
}

func meetings() map[string]meeting {
	sweepSnapshots := func(ctx context.Context, a attic) error {
		_, err := a.Snapshots().DeleteExpired(ctx, dayAgo(), 10)
		return err
	}
	return map[string]meeting{
		"a plan is deployed before it is swept": {
			`UPDATE plans SET run_id = 3`, func(ctx context.Context, a attic) error {
				_, err := a.Plans().DeleteExpired(ctx, dayAgo(), 10)
				return err
			}, `SELECT count(*) FROM plans`,
		},
		"a snapshot is put before it is swept": {
			`UPDATE project_snapshots SET created_at = 9999999999999`, sweepSnapshots, `SELECT count(*) FROM project_snapshots`,
		},
		"a snapshot is swept before it is put": {
			`DELETE FROM project_snapshots`, func(ctx context.Context, a attic) error {
				return a.Snapshots().Put(ctx, a.organization, "old", []byte("files"))
			}, `SELECT count(*) FROM project_snapshots`,
		},
	}
}

func TestSweepMeetsAnother(t *testing.T) {
	t.Parallel()
	for name, meeting := range meetings() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := pgtest.Database(t)
			a := newAttic(t, place{store.Options{URL: url}, "pgx", url})
			a.put(t, "old")
			a.age(t, "old", 1000*time.Hour)
			a.exec(t, `INSERT INTO plans (organization_id, id, environment_id, version, snapshot, commit_id, message, deployed_commit, parameters,
					changes_parameters, counts, is_destructive, connection_id, home, created_by, created_at, result)
				VALUES ($1, 'p', $2, 1, 'another', '', '', '', '{}', false, '{}', false, '', '', '', 1, '')`, a.organization, a.environment)
			meeting.hold(t, a)
			var count int
			if err := a.raw.QueryRowContext(t.Context(), meeting.rows).Scan(&count); err != nil || count != 1 {
				t.Errorf("%d rows are there, %v; want one", count, err)
			}
		})
	}
}

// hold lets the second run into the first.
func (m meeting) hold(t *testing.T, a attic) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	first, err := a.raw.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = first.Rollback() }()
	if _, err := first.ExecContext(ctx, m.first); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- m.then(ctx, a) }()
	awaitLock(ctx, t, a.raw)
	if err := first.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// awaitLock returns when somebody waits for a lock in this database.
func awaitLock(ctx context.Context, t *testing.T, db *sql.DB) {
	t.Helper()
	for waits := false; !waits; {
		err := db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waits)
		if err != nil {
			t.Fatal(err)
		}
	}
}
