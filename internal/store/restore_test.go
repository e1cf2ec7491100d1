package store_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/store"
)

// backUp writes a backup of a database and returns its path.
func backUp(t *testing.T, options store.Options) string {
	t.Helper()
	source, err := store.OpenBackupSource(options)
	noError(t, err)
	defer func() { noError(t, source.Close()) }()
	noError(t, source.Begin(t.Context()))
	path := filepath.Join(t.TempDir(), "b.tar.gz")
	w, err := backup.Create(path, source.Header)
	noError(t, err)
	noError(t, source.Write(t.Context(), w))
	_, _, err = w.Finish()
	noError(t, err)
	if source.CompleteUntil().Before(source.At) {
		t.Error("the backup is complete until a time before its snapshot")
	}
	return path
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// restore restores a backup to a database.
func restore(t *testing.T, path string, options store.Options) error {
	t.Helper()
	r, err := backup.Open(path)
	noError(t, err)
	defer func() { noError(t, r.Close()) }()
	header, manifest, err := r.Verify(t.Context())
	noError(t, err)
	return store.Restore(t.Context(), options, store.Restored{
		Header: header, Manifest: manifest,
		Visit: func(ctx context.Context, table func(backup.Table, *backup.Rows) error) error {
			return r.Visit(ctx, manifest, backup.Visitor{Table: table, File: func(backup.FilePart, io.Reader) error { return nil }})
		},
	}, func() error { return nil })
}

func manifestOf(t *testing.T, path string) (backup.Header, backup.Manifest) {
	t.Helper()
	r, err := backup.Open(path)
	noError(t, err)
	defer func() { noError(t, r.Close()) }()
	header, manifest, err := r.Verify(t.Context())
	noError(t, err)
	return header, manifest
}

// stateStatements make a state with nulls, bytes, every kind of text, and what a running server holds.
var stateStatements = []string{
	`INSERT INTO installation (id, key_fingerprint) VALUES (1, 'the key')`,
	`INSERT INTO organizations (id, name, subdomain, next_target, next_run, created_at) VALUES ('o', 'Ö <b>&" 🙂', 'o', 3, 9007199254740993, 1)`,
	`INSERT INTO users (id, organization_id, email, first_name, last_name, password_hash, role, status, created_at)
		VALUES ('u', 'o', 'u@example.com', '', '', '', 'administrator', 'active', 1)`,
	`INSERT INTO connections (id, organization_id, name, platform, settings, sealed_secret, is_default, home, created_at)
		VALUES ('c', 'o', 'C', 'duckdb', '{}', 'v1.x', true, 'folder', 1)`,
	`INSERT INTO projects (id, organization_id, name, description, platform, git_account, git_repo, git_branch, created_at)
		VALUES ('p', 'o', 'P', '', 'duckdb', '', '', '', 1)`,
	`INSERT INTO workspaces (organization_id, id, project_id, name, created_at) VALUES ('o', 1, 'p', 'W', 1)`,
	`INSERT INTO environments (organization_id, id, project_id, name, status, description, oauth_enabled, connection_account, access_url,
		default_storage_mapping, mappings, dev_env, parameters, tag_background, tag_text, deployed_commit, created_by, created_at)
		VALUES ('o', 2, 'p', 'E', 'Waiting', '', false, '', '', '', '{}', false, '{}', '', '', '', 'u', 1)`,
	`INSERT INTO runs (organization_id, id, environment_id, type, status, created_at, owner, epoch, lease_until, home)
		VALUES ('o', 1, 2, 'refresh', 'running', 1, 'old worker', 4, 9223372036854775807, 'folder')`,
	`INSERT INTO workers (id, name, kind, version, labels, home, max_runs, is_draining, started_at, seen_at, live_until)
		VALUES ('old worker', 'w', 'server', 'v', '[]', '', 1, false, 1, 1, 9223372036854775807)`,
}

// newState fills an empty database.
func newState(t *testing.T, p testDatabase) {
	t.Helper()
	noError(t, open(t, p.options).Close())
	raw := p.raw(t)
	for _, statement := range stateStatements {
		if _, err := raw.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if _, err := raw.ExecContext(t.Context(), `INSERT INTO project_snapshots (organization_id, id, files, created_at) VALUES ('o', 's', $1, 1)`, []byte{0, 0xff, 'a'}); err != nil {
		t.Fatal(err)
	}
}

func TestBackupIsRestoredToBothDatabases(t *testing.T) {
	t.Parallel()
	for from, source := range testDatabases() {
		for to, target := range testDatabases() {
			t.Run(from+" to "+to, func(t *testing.T) {
				t.Parallel()
				p, q := source(t), target(t)
				newState(t, p)
				path := backUp(t, p.options)
				noError(t, restore(t, path, q.options))

				raw := q.raw(t)
				var owner string
				var epoch, lease, workers, next int64
				var content []byte
				var connection *string
				noError(t, raw.QueryRowContext(t.Context(), `SELECT owner, epoch, lease_until FROM runs`).Scan(&owner, &epoch, &lease))
				noError(t, raw.QueryRowContext(t.Context(), `SELECT count(*) FROM workers`).Scan(&workers))
				noError(t, raw.QueryRowContext(t.Context(), `SELECT files FROM project_snapshots`).Scan(&content))
				noError(t, raw.QueryRowContext(t.Context(), `SELECT connection_id FROM environments`).Scan(&connection))
				noError(t, raw.QueryRowContext(t.Context(), `SELECT next_run FROM organizations WHERE name = 'Ö <b>&" 🙂'`).Scan(&next))
				if owner != "" || epoch != 4 || lease > 1<<50 || workers != 0 {
					t.Errorf("the old worker holds the run: owner %q, epoch %d, lease %d; %d workers", owner, epoch, lease, workers)
				}
				if diff := cmp.Diff([]byte{0, 0xff, 'a'}, content); diff != "" || connection != nil || next != 9007199254740993 {
					t.Errorf("the rows changed: %s, connection %v, next run %d", diff, connection, next)
				}
				db := open(t, q.options)
				if err := db.Setups().CheckKey(t.Context(), "the key"); err != nil {
					t.Errorf("the key of the state is unknown: %v", err)
				}
			})
		}
	}
}

// A backup that went through both databases has the same rows as the first one, except for those of processes.
func TestRestoredStateIsTheSame(t *testing.T) {
	t.Parallel()
	databases := testDatabases()
	first, second, third := databases["SQLite"](t), databases["PostgreSQL"](t), databases["SQLite"](t)
	newState(t, first)
	one := backUp(t, first.options)
	noError(t, restore(t, one, second.options))
	two := backUp(t, second.options)
	noError(t, restore(t, two, third.options))
	three := backUp(t, third.options)
	headerOne, manifestOne := manifestOf(t, one)
	headerTwo, manifestTwo := manifestOf(t, two)
	_, manifestThree := manifestOf(t, three)
	if diff := cmp.Diff(headerOne.Tables, headerTwo.Tables); diff != "" {
		t.Error(diff)
	}
	for i, part := range manifestOne.Tables {
		isOfProcess := part.Name == "workers" || part.Name == "runs" || part.Name == "connections"
		if !isOfProcess && (part != manifestTwo.Tables[i] && part.RowSum != manifestTwo.Tables[i].RowSum || part.RowSum != manifestThree.Tables[i].RowSum) {
			t.Errorf("table %s changed: %+v, %+v, %+v", part.Name, part, manifestTwo.Tables[i], manifestThree.Tables[i])
		}
	}
}

func TestRestoreOverwritesNothing(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, q := at(t), at(t)
			newState(t, p)
			path := backUp(t, p.options)
			newState(t, q)
			err := restore(t, path, q.options)
			if !fault.Is(err, fault.Conflict) || fault.From(err).Hint == "" {
				t.Fatalf("got %v, want conflict", err)
			}
			var runs int
			noError(t, q.raw(t).QueryRowContext(t.Context(), `SELECT count(*) FROM runs`).Scan(&runs))
			if runs != 1 {
				t.Errorf("there are %d runs", runs)
			}
		})
	}
}

// A restore that fails leaves an empty database: the next one succeeds.
func TestFailedRestoreLeavesNothing(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, q := at(t), at(t)
			newState(t, p)
			path := backUp(t, p.options)
			header, manifest := manifestOf(t, path)
			for reason, visit := range map[string]func(context.Context, func(backup.Table, *backup.Rows) error) error{
				"the file breaks off": func(ctx context.Context, table func(backup.Table, *backup.Rows) error) error {
					r, err := backup.Open(path)
					noError(t, err)
					defer func() { noError(t, r.Close()) }()
					loaded := 0
					return r.Visit(ctx, manifest, backup.Visitor{Table: func(of backup.Table, rows *backup.Rows) error {
						if loaded++; loaded == len(header.Tables) {
							return io.ErrUnexpectedEOF
						}
						return table(of, rows)
					}})
				},
				"rows are missing": func(context.Context, func(backup.Table, *backup.Rows) error) error { return nil },
			} {
				state := store.Restored{Header: header, Manifest: manifest, Visit: visit}
				if err := store.Restore(t.Context(), q.options, state, func() error { return nil }); err == nil {
					t.Fatalf("%s: the restore succeeded", reason)
				}
			}
			if q.options.Folder != "" {
				left, err := os.ReadDir(q.options.Folder)
				noError(t, err)
				if len(left) > 0 {
					t.Errorf("left over: %v", left)
				}
			}
			noError(t, restore(t, path, q.options))
		})
	}
}

func TestNewerBackupIsRefused(t *testing.T) {
	t.Parallel()
	p := testDatabases()["SQLite"](t)
	newState(t, p)
	header, manifest := manifestOf(t, backUp(t, p.options))
	for what, change := range map[string]func(*backup.Header){
		"newer":           func(h *backup.Header) { h.Schema = 9999 },
		"export":          func(h *backup.Header) { h.Organization = "o" },
		"no schema":       func(h *backup.Header) { h.Schema = 0 },
		"other table":     func(h *backup.Header) { h.Tables = h.Tables[1:] },
		"another program": func(h *backup.Header) { h.Schema = 1 },
	} {
		changed := header
		change(&changed)
		err := store.Restore(t.Context(), store.Options{Folder: t.TempDir()}, store.Restored{Header: changed, Manifest: manifest}, nil)
		if !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.Invalid) || fault.From(err).Hint == "" {
			t.Errorf("%s: got %v", what, err)
		}
		if what == "newer" && !strings.Contains(err.Error(), "newer") {
			t.Errorf("the fault does not say that the backup is newer: %v", err)
		}
	}
}

// A backup of an older schema is restored and migrated, on both databases.
func TestOlderBackupIsMigrated(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, q := testDatabases()["SQLite"](t), at(t)
			p.oldSchema(t, `INSERT INTO installation (id, key_fingerprint) VALUES (1, 'the key')`,
				`INSERT INTO organizations (id, name, subdomain, created_at) VALUES ('o', 'O', 'o', 1)`,
				`INSERT INTO runs (organization_id, id, environment_id, type, status, created_at) VALUES ('o', 1, 7, 'refresh', 'completed', 1000)`)
			path := backUp(t, p.options)
			if header, _ := manifestOf(t, path); header.Schema != 1 {
				t.Fatalf("the backup has schema %d: the source was migrated", header.Schema)
			}
			noError(t, restore(t, path, q.options))
			var parameters string
			noError(t, q.raw(t).QueryRowContext(t.Context(), `SELECT parameters FROM runs WHERE id = 1`).Scan(&parameters))
			if parameters != "{}" {
				t.Errorf("parameters = %q", parameters)
			}
		})
	}
}

// A restore whose last step fails says that the state is there.
func TestRestoreThatCannotMigrateIsNotUndone(t *testing.T) {
	t.Parallel()
	p, q := testDatabases()["SQLite"](t), testDatabases()["PostgreSQL"](t)
	p.oldSchema(t, `INSERT INTO installation (id, key_fingerprint) VALUES (1, 'the key')`,
		`INSERT INTO organizations (id, name, subdomain, created_at) VALUES ('o', 'O', 'o', 1)`)
	_, err := q.raw(t).ExecContext(t.Context(), `CREATE TABLE audit_entries (x integer)`) // a migration creates it too
	noError(t, err)
	err = restore(t, backUp(t, p.options), q.options)
	if _, ok := errors.AsType[*store.UnfinishedError](err); !ok {
		t.Errorf("got %v", err)
	}
	var count int
	noError(t, q.raw(t).QueryRowContext(t.Context(), `SELECT count(*) FROM organizations`).Scan(&count))
	if count != 1 {
		t.Errorf("%d organizations", count)
	}
}

// refusingTriggers create a trigger that refuses new runs.
func refusingTriggers() map[string][]string {
	return map[string][]string{
		"SQLite": {`CREATE TRIGGER no_run BEFORE INSERT ON runs BEGIN SELECT RAISE(ABORT, 'refused'); END`},
		"PostgreSQL": {
			`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`,
			`CREATE TRIGGER no_run BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION refuse()`,
		},
	}
}

// Tables with triggers are loaded, and have their triggers afterwards.
func TestTriggersDoNotSeeRestoredRows(t *testing.T) {
	t.Parallel()
	for name, create := range refusingTriggers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, q := testDatabases()[name](t), testDatabases()[name](t)
			newState(t, p)
			path := backUp(t, p.options)
			header, manifest := manifestOf(t, path)
			db, raw := open(t, q.options), q.raw(t)
			for _, statement := range create {
				_, err := raw.ExecContext(t.Context(), statement)
				noError(t, err)
			}
			r, err := backup.Open(path)
			noError(t, err)
			defer func() { noError(t, r.Close()) }()
			noError(t, store.Load(t.Context(), db, store.Restored{
				Header: header, Manifest: manifest,
				Visit: func(ctx context.Context, table func(backup.Table, *backup.Rows) error) error {
					return r.Visit(ctx, manifest, backup.Visitor{Table: table})
				},
			}))
			_, err = raw.ExecContext(t.Context(), `INSERT INTO runs (organization_id, id, environment_id, type, status, created_at) VALUES ('o', 77, 2, 'refresh', 'failed', 1)`)
			if err == nil || !strings.Contains(err.Error(), "refused") {
				t.Errorf("the trigger is gone: %v", err)
			}
		})
	}
}

// A backup of the wrong place says so and changes nothing there.
func TestBackupOfNothing(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			source, err := store.OpenBackupSource(p.options)
			noError(t, err)
			defer func() { _ = source.Close() }()
			if err := source.Begin(t.Context()); !fault.Is(err, fault.NotFound) {
				t.Errorf("got %v, want notFound", err)
			}
			if _, err := p.raw(t).ExecContext(t.Context(), `SELECT 1 FROM goose_db_version`); err == nil {
				t.Error("the backup created a table")
			}
		})
	}
}
