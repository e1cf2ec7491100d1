package pgtest_test

import (
	"crypto/rand"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/millrace/millrace/internal/pgtest"
)

func TestDatabasesAreSeparate(t *testing.T) {
	t.Parallel()
	first, second := connect(t, pgtest.Database(t)), connect(t, pgtest.Database(t))
	if _, err := first.Exec(t.Context(), "CREATE TABLE grain (id bigint)"); err != nil {
		t.Fatal(err)
	}
	if got := count(t, second, "SELECT count(*) FROM pg_tables WHERE tablename = $1", "grain"); got != 0 {
		t.Fatal("a table made in one database is in the other")
	}
}

func TestDatabaseIsDroppedDespiteOpenConnections(t *testing.T) {
	t.Parallel()
	watcher := connect(t, pgtest.Database(t))
	var name string
	exists := func() int { return count(t, watcher, "SELECT count(*) FROM pg_database WHERE datname = $1", name) }
	t.Run("holder", func(t *testing.T) { // not parallel: the checks below need its end
		held, err := pgx.Connect(t.Context(), pgtest.Database(t))
		if err != nil {
			t.Fatal(err)
		}
		name = held.Config().Database
		if exists() != 1 {
			t.Fatalf("database %s is not there while its test runs", name)
		}
	})
	if exists() != 0 {
		t.Fatalf("database %s outlived its test", name)
	}
}

// TestAsksForADatabase runs in a process of its own, which TestWithoutAServer starts.
func TestAsksForADatabase(t *testing.T) {
	t.Parallel()
	pgtest.Database(t)
}

func TestWithoutAServer(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		environment []string
		passes      bool
		says        string
	}{
		"is skipped": {
			environment: []string{"MILLRACE_TEST_POSTGRES=", "MILLRACE_TEST_POSTGRES_REQUIRED="},
			passes:      true, says: "needs PostgreSQL: run the tests under test/with-postgres",
		},
		"fails where required": {
			environment: []string{"MILLRACE_TEST_POSTGRES=", "MILLRACE_TEST_POSTGRES_REQUIRED=1"},
			says:        "MILLRACE_TEST_POSTGRES is not set",
		},
		"fails on a text that is no URL": {
			environment: []string{"MILLRACE_TEST_POSTGRES=host=localhost password=hush"},
			says:        "is not a URL like postgres://",
		},
		"fails if unreachable": {
			environment: []string{"MILLRACE_TEST_POSTGRES=postgres://me:hush@127.0.0.1:1/postgres?sslmode=disable"},
			says:        "connect to postgres://me:xxxxx@127.0.0.1:1/postgres",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.run=^TestAsksForADatabase$")
			command.Env = append(os.Environ(), tt.environment...)
			output, err := command.CombinedOutput()
			if passed := err == nil; passed != tt.passes || !strings.Contains(string(output), tt.says) {
				t.Errorf("passed = %t, want %t with %q in:\n%s", passed, tt.passes, tt.says, output)
			}
			if strings.Contains(string(output), "hush") {
				t.Errorf("the password is in the output:\n%s", output)
			}
		})
	}
}

func connect(t *testing.T, database string) *pgx.Conn {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	return connection
}

func count(t *testing.T, connection *pgx.Conn, query string, argument string) int {
	t.Helper()
	var n int
	if err := connection.QueryRow(t.Context(), query, argument).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestClonesShareATemplateThatIsPreparedOnce(t *testing.T) {
	t.Parallel()
	template := "template_" + strings.ToLower(rand.Text())
	var prepared atomic.Int32
	prepare := func(url string) error {
		prepared.Add(1)
		connection := connect(t, url)
		_, err := connection.Exec(t.Context(), "CREATE TABLE grain (id bigint)")
		return errors.Join(err, connection.Close(t.Context()))
	}
	var all sync.WaitGroup
	urls := make([]string, 4)
	for i := range urls {
		all.Go(func() { urls[i] = pgtest.Clone(t, template, prepare) })
	}
	all.Wait()
	if n := prepared.Load(); n != 1 {
		t.Errorf("the template was prepared %d times", n)
	}
	for _, url := range urls {
		if _, err := connect(t, url).Exec(t.Context(), "INSERT INTO grain VALUES (1)"); err != nil {
			t.Error(err)
		}
	}
	if got := count(t, connect(t, pgtest.Clone(t, template, prepare)), "SELECT count(*) FROM grain WHERE $1 <> ''", "x"); got != 0 {
		t.Errorf("a new copy contains %d rows of another", got)
	}
	if _, err := connect(t, pgtest.Database(t)).Exec(t.Context(), "DROP DATABASE "+template); err != nil {
		t.Error(err)
	}
}
