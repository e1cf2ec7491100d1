package duckdbprocess_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdbprocess"
	"github.com/millrace/millrace/internal/fault"
)

// plannerBomb is a short statement whose planning takes gigabytes, and which DuckDB does not interrupt.
func plannerBomb() string { return "SELECT 1" + strings.Repeat(" UNION ALL SELECT 1", 20_000) }

// fixture is an open engine in a folder of its own.
type fixture struct {
	*testing.T

	driver *duckdbprocess.Driver
	folder string
	engine engine.Engine
}

func newFixture(t *testing.T, memory int64) *fixture {
	t.Helper()
	f := &fixture{T: t, driver: newDriver(t, duckdbprocess.Options{Memory: memory}), folder: t.TempDir()}
	f.engine = open(t, f.driver, f.folder)
	t.Cleanup(func() {
		if err := f.engine.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

func (f *fixture) session() engine.Session {
	f.Helper()
	s, err := f.engine.Session(f.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = s.Close() })
	return s
}

func (f *fixture) exec(s engine.Session, statements ...string) {
	f.Helper()
	for _, statement := range statements {
		if _, err := s.Exec(f.Context(), statement); err != nil {
			f.Fatalf("%.100s: %v", statement, err)
		}
	}
}

// number returns the single number of a query.
func (f *fixture) number(query string) int64 {
	f.Helper()
	rows, err := f.session().Query(f.Context(), query, 1)
	if err != nil {
		f.Fatal(err)
	}
	number, _ := rows.Values[0][0].(int64)
	return number
}

// process returns the process in which a session runs.
func process(t *testing.T, s engine.Session) int {
	t.Helper()
	pid, _, _ := strings.Cut(s.ID(), ".")
	number, err := strconv.Atoi(pid)
	if err != nil || number == os.Getpid() {
		t.Fatalf("the session %s is not in a child", s.ID())
	}
	return number
}

func wantKind(t *testing.T, err error, want fault.Kind) {
	t.Helper()
	if !fault.Is(err, want) {
		t.Errorf("the fault is %v, want %s", err, want)
	}
}

// TestKilledChildIsReplaced kills a child in a transaction. What was committed stays, and the transaction is lost.
func TestKilledChildIsReplaced(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	if err := f.engine.Prepare(t.Context(), []engine.Schema{{Name: "main"}}); err != nil {
		t.Fatal(err)
	}
	s := f.session()
	f.exec(s, "CREATE TABLE millrace.main.t AS SELECT 1 AS n")
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.exec(s, "INSERT INTO millrace.main.t VALUES (2)")
	spilled := filepath.Join(f.folder, ".millrace-spill", "left")
	if err := os.MkdirAll(filepath.Dir(spilled), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(spilled, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(process(t, s), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_, err := s.Exec(t.Context(), "INSERT INTO millrace.main.t VALUES (3)")
	wantKind(t, err, fault.Unavailable)
	wantKind(t, s.Commit(t.Context()), fault.Unavailable)
	if err := s.Rollback(t.Context()); err != nil {
		t.Errorf("the rollback of an ended session: %v", err)
	}
	if got := f.number("SELECT sum(n)::BIGINT FROM millrace.main.t"); got != 1 {
		t.Errorf("the table contains %d, want only the committed row", got)
	}
	if _, err := os.Stat(spilled); err == nil {
		t.Error("the temporary files of the killed child are still there")
	}
}

// TestStatementOverTheMemoryLimit runs a statement that DuckDB's own limit does not stop.
func TestStatementOverTheMemoryLimit(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 300<<20)
	_, err := f.session().Query(t.Context(), plannerBomb(), 1)
	wantKind(t, err, fault.Limit)
	isKilled := strings.Contains(err.Error(), "300 MiB") && strings.Contains(fault.From(err).Hint, "duckdb_memory")
	isRefused := strings.Contains(err.Error(), "Allocation failure") // the operating system was faster than the supervisor
	if !isKilled && !isRefused {
		t.Errorf("the fault is %v, %s", err, fault.From(err).Hint)
	}
	if got := f.number("SELECT 42"); got != 42 {
		t.Errorf("the next query returned %d", got)
	}
}

// TestStatementThatCannotBeInterrupted cancels a statement while the child's process is stopped, so that the statement
// ignores it: the child is replaced.
func TestStatementThatCannotBeInterrupted(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	s := f.session()
	f.exec(s, "SELECT 1")
	before := process(t, s)
	if err := syscall.Kill(before, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := s.Query(ctx, slow, 1)
	wantKind(t, err, fault.Canceled)
	after := f.session()
	f.exec(after, "SELECT 1")
	if process(t, after) == before {
		t.Error("the child was not replaced")
	}
}

// TestChildThatDoesNotRead cancels a statement while the child's process is stopped and its socket is full: the child is
// replaced.
func TestChildThatDoesNotRead(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	canceled, filling := f.session(), f.session()
	f.exec(canceled, "SELECT 1")
	f.exec(filling, "SELECT 1")
	if err := syscall.Kill(process(t, canceled), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		_, err := canceled.Query(ctx, slow, 1)
		wantKind(t, err, fault.Canceled)
	})
	all.Go(func() {
		_, err := filling.Query(t.Context(), "SELECT '"+strings.Repeat("x", 4<<20)+"'", 1)
		wantKind(t, err, fault.Unavailable)
	})
	time.Sleep(100 * time.Millisecond) // so that both have been sent, if the machine is not busy
	cancel()
	all.Wait()
	if got := f.number("SELECT 42"); got != 42 {
		t.Errorf("the next query returned %d", got)
	}
}

// TestSuspectsRunOneAtATime runs two statements that exceed the memory only together with each other, or alone. No
// innocent statement is blamed.
func TestSuspectsRunOneAtATime(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 300<<20)
	var all sync.WaitGroup
	for _, statement := range []string{plannerBomb(), plannerBomb() + " UNION ALL SELECT 2"} {
		all.Go(func() {
			for range 5 {
				_, err := f.session().Query(t.Context(), statement, 1)
				if fault.Is(err, fault.Limit) {
					return
				}
				wantKind(t, err, fault.Unavailable)
			}
			t.Error("a statement that needs too much memory was never blamed")
		})
	}
	innocent := 0
	for range 20 {
		_, err := f.session().Query(t.Context(), "SELECT count(*) FROM range(1000000)", 1)
		if fault.Is(err, fault.Limit) {
			t.Errorf("an innocent statement was blamed: %v", err)
		}
		if err == nil {
			innocent++
		}
	}
	all.Wait()
	if got := f.number("SELECT 7"); got != 7 {
		t.Errorf("the next query returned %d", got)
	}
	t.Logf("%d of 20 small queries succeeded beside them", innocent)
}

// TestConnectionTestRunsInAChild tests a connection while no engine is open, and while one is.
func TestConnectionTestRunsInAChild(t *testing.T) {
	t.Parallel()
	driver, folder := newDriver(t, duckdbprocess.Options{}), t.TempDir()
	connection := engine.Connection{Kind: "duckdb", Folder: folder}
	for range 2 {
		info, err := driver.Test(t.Context(), connection)
		if err != nil || !strings.HasPrefix(info.Version, "1.") {
			t.Errorf("the test returned %v, %v", info, err)
		}
		opened := open(t, driver, folder)
		defer opened.Close() //nolint:errcheck // checked by other tests
	}
}

// TestFolderBelongsToOneProcess opens a folder that another driver uses.
func TestFolderBelongsToOneProcess(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	_, err := newDriver(t, duckdbprocess.Options{}).Open(t.Context(), engine.Connection{Kind: "duckdb", Folder: f.folder})
	wantKind(t, err, fault.Unavailable)
	if err != nil && !strings.Contains(err.Error(), "in use by process") {
		t.Errorf("the fault is %v", err)
	}
}

func TestProgramThatCannotBeStarted(t *testing.T) {
	t.Parallel()
	driver := duckdbprocess.New(duckdbprocess.Options{Command: duckdbprocess.Command{Path: filepath.Join(t.TempDir(), "missing")}})
	_, err := driver.Open(t.Context(), engine.Connection{Kind: "duckdb", Folder: t.TempDir()})
	wantKind(t, err, fault.Unavailable)
}
