package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/pressly/goose/v3"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
)

// testDatabase is an empty database, with direct access to it.
type testDatabase struct {
	options store.Options
	driver  string
	address string
}

// testDatabases returns a SQLite and a PostgreSQL database, both empty.
func testDatabases() map[string]func(*testing.T) testDatabase {
	return map[string]func(*testing.T) testDatabase{
		"SQLite": func(t *testing.T) testDatabase {
			t.Helper()
			folder := t.TempDir()
			return testDatabase{store.Options{Folder: folder}, "sqlite3", filepath.Join(folder, "millrace.db")}
		},
		"PostgreSQL": func(t *testing.T) testDatabase {
			t.Helper()
			url := pgtest.Database(t)
			return testDatabase{store.Options{URL: url}, "pgx", url}
		},
	}
}

// raw opens the database without the store.
func (p testDatabase) raw(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open(p.driver, p.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func TestMigrateFromEmptyAndAgain(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			first := open(t, p.options)
			if err := first.Setups().BindKey(t.Context(), "fingerprint"); err != nil {
				t.Fatal(err)
			}
			second := open(t, p.options)
			// The second server keeps what the first wrote.
			if err := second.Setups().BindKey(t.Context(), "another"); !fault.Is(err, fault.Conflict) {
				t.Errorf("got %v, want the key of the first to be known", err)
			}
		})
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			open(t, p.options)
			_, err := p.raw(t).ExecContext(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, true)`)
			if err != nil {
				t.Fatal(err)
			}
			_, err = store.Open(t.Context(), p.options)
			if !fault.Is(err, fault.Conflict) {
				t.Fatalf("got %v, want conflict", err)
			}
			problem := fault.From(err)
			if !strings.Contains(problem.Message, "newer") || !strings.Contains(problem.Message, "999") || problem.Hint == "" {
				t.Errorf("the fault %q, %q does not say what to do", problem.Message, problem.Hint)
			}
		})
	}
}

func TestServersThatStartAtOnce(t *testing.T) {
	t.Parallel()
	options := store.Options{URL: pgtest.Database(t)}
	const servers = 8
	outcomes := make(chan error, servers)
	var running sync.WaitGroup
	for range servers {
		running.Go(func() {
			db, err := store.Open(t.Context(), options)
			if err != nil {
				outcomes <- err
				return
			}
			_, err = db.Setups().HasOrganization(t.Context())
			outcomes <- err
			_ = db.Close()
		})
	}
	running.Wait()
	for range servers {
		if err := <-outcomes; err != nil {
			t.Error(err)
		}
	}
}

// TestMigrateOldRuns migrates runs of the first schema. A run that had not ended has no plan, and fails when it is
// claimed.
func TestMigrateOldRuns(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			p.oldSchema(t, `INSERT INTO organizations (id, name, subdomain, created_at) VALUES ('o', 'O', 'o', 1)`,
				`INSERT INTO runs (organization_id, id, environment_id, type, status, created_at) VALUES
					('o', 1, 7, 'refresh', 'completed', 1000), ('o', 2, 7, 'deploy', 'waitingToRun', 2000)`)
			db := open(t, p.options)
			if claimed, err := statetest.ClaimOne(t.Context(), db, run.ClaimRequest{Owner: "me"}); err != nil || claimed != nil {
				t.Fatalf("claimed %v, %v; want nothing", claimed, err)
			}
			listed, err := db.Runs().List(t.Context(), run.Query{Sees: account.Visibility{Organization: "o", Everything: true}})
			if err != nil || len(listed.Items) != 2 {
				t.Fatalf("listed %v, %v", listed, err)
			}
			for i, want := range []run.Status{run.Completed, run.Failed} {
				if got := listed.Items[i]; got.Status != want || string(got.Parameters) != "{}" {
					t.Errorf("run %d is %+v, want it %s", i+1, got, want)
				}
			}
		})
	}
}

// TestMigrateToOwnFiles migrates environments and connections from before connections were granted to projects.
func TestMigrateToOwnFiles(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			p.oldSchema(t, `INSERT INTO organizations (id, name, subdomain, next_target, created_at) VALUES ('o', 'O', 'o', 3, 1)`,
				`INSERT INTO users (id, organization_id, email, first_name, last_name, password_hash, role, status, created_at)
					VALUES ('u', 'o', 'u@example.com', '', '', '', 'administrator', 'active', 1)`,
				`INSERT INTO connections (id, organization_id, name, platform, settings, sealed_secret, is_default, created_at)
					VALUES ('c', 'o', 'C', 'duckdb', '{}', '', true, 1)`,
				`INSERT INTO projects (id, organization_id, name, description, platform, git_account, git_repo, git_branch, created_at)
					VALUES ('p', 'o', 'P', '', 'duckdb', '', '', '', 1)`,
				`INSERT INTO workspaces (organization_id, id, project_id, name, created_at) VALUES ('o', 1, 'p', 'W', 1)`,
				`INSERT INTO environments (organization_id, id, project_id, name, status, description, oauth_enabled, connection_account, access_url,
					default_storage_mapping, mappings, dev_env, parameters, tag_background, tag_text, deployed_commit, created_by, created_at)
					VALUES ('o', 2, 'p', 'E', 'Waiting', '', false, '', '', '', '{}', false, '{}', '', '', '', 'u', 1)`)
			db := open(t, p.options)
			for _, id := range []ids.Environment{1, 2} {
				found, err := db.RunTargets().Find(t.Context(), "o", id)
				if err != nil || found.OwnFile != "" || !found.Connection.Permits("p") || found.IsWorkspace != (id == 1) {
					t.Errorf("target %d is %+v, %v", id, found, err)
				}
			}
			made, err := db.Environments().Create(t.Context(), account.Actor{User: "u", Organization: "o"}, project.Environment{Project: "p", Name: "N"})
			if err != nil {
				t.Fatal(err)
			}
			if found, err := db.RunTargets().Find(t.Context(), "o", made.ID); err != nil || found.OwnFile != "environments/o-3" {
				t.Errorf("a new environment is %+v, %v", found, err)
			}
		})
	}
}

// TestMigrateLoginTokens migrates tokens from before logins were marked: those that the server named count as tokens of
// logins. All stay valid.
func TestMigrateLoginTokens(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			p.oldSchema(t, `INSERT INTO organizations (id, name, subdomain, created_at) VALUES ('o', 'O', 'o', 1)`,
				`INSERT INTO users (id, organization_id, email, first_name, last_name, password_hash, role, status, created_at)
					VALUES ('u', 'o', 'u@example.com', '', '', '', 'administrator', 'active', 1)`,
				`INSERT INTO tokens (id, organization_id, user_id, name, hash, hint, created_at) VALUES
					('1', 'o', 'u', 'Login of 2026-01-02 03:04', 'h1', '', 1), ('2', 'o', 'u', 'Login of the nightly job', 'h2', '', 1),
					('3', 'o', 'u', 'ci', 'h3', '', 1)`)
			db := open(t, p.options)
			tokens, err := db.Tokens().List(t.Context(), "o", "u", page.Request{OrderBy: "id"})
			if err != nil || len(tokens.Items) != 3 {
				t.Fatalf("listed %v, %v", tokens.Items, err)
			}
			for i, want := range []bool{true, false, false} {
				if tokens.Items[i].IsLogin != want {
					t.Errorf("token %q: is of a login: %t", tokens.Items[i].Name, tokens.Items[i].IsLogin)
				}
			}
		})
	}
}

// oldSchema brings an empty database to the first schema and runs statements on it.
func (p testDatabase) oldSchema(t *testing.T, statements ...string) {
	t.Helper()
	raw := p.raw(t)
	kind := map[string]goose.Dialect{"sqlite3": goose.DialectSQLite3, "pgx": goose.DialectPostgres}[p.driver]
	provider, err := goose.NewProvider(kind, raw, os.DirFS("migrations"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		if _, err := raw.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}
