package store_test

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/store"
)

// These tests keep a transaction open until the store waits for it, and then commit it: the worst order of a race.
// SQLite has one writer at a time, so it has no such races.

// lockRace is two transactions that need the same row.
type lockRace struct {
	first string // the statement of the first transaction, which commits when the second waits for it
	then  func(ctx context.Context, a fixture) error
	rows  string // counts the rows that must exist afterwards
}

func lockRaces() map[string]lockRace {
	sweepSnapshots := func(ctx context.Context, a fixture) error {
		_, err := a.Snapshots().DeleteExpired(ctx, dayAgo(), 10)
		return err
	}
	return map[string]lockRace{
		"a plan is deployed before it is swept": {
			`UPDATE plans SET run_id = 3`, func(ctx context.Context, a fixture) error {
				_, err := a.Plans().DeleteExpired(ctx, dayAgo(), 10)
				return err
			}, `SELECT count(*) FROM plans`,
		},
		"a snapshot is put before it is swept": {
			`UPDATE project_snapshots SET created_at = 9999999999999`, sweepSnapshots, `SELECT count(*) FROM project_snapshots`,
		},
		"a snapshot is swept before it is put": {
			`DELETE FROM project_snapshots`, func(ctx context.Context, a fixture) error {
				return a.Snapshots().Put(ctx, a.organization, "old", []byte("files"))
			}, `SELECT count(*) FROM project_snapshots`,
		},
	}
}

func TestSweepRaces(t *testing.T) {
	t.Parallel()
	for name, race := range lockRaces() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := pgtest.Database(t)
			a := newFixture(t, testDatabase{store.Options{URL: url}, "pgx", url})
			a.put(t, "old")
			a.age(t, "old", 1000*time.Hour)
			a.exec(t, `INSERT INTO plans (organization_id, id, environment_id, version, snapshot, commit_id, message, deployed_commit, parameters,
					changes_parameters, counts, is_destructive, connection_id, home, created_by, created_at, result)
				VALUES ($1, 'p', $2, 1, 'another', '', '', '', '{}', false, '{}', false, '', '', '', 1, '')`, a.organization, a.environment)
			race.run(t, a)
			var count int
			if err := a.raw.QueryRowContext(t.Context(), race.rows).Scan(&count); err != nil || count != 1 {
				t.Errorf("found %d rows, %v; want one", count, err)
			}
		})
	}
}

// run makes the second transaction wait for the first.
func (m lockRace) run(t *testing.T, a fixture) {
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

// awaitLock returns when a transaction waits for a lock in this database.
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
