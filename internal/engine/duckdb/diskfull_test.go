package duckdb_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/millrace/millrace/internal/fault"
)

// smallDisk is set in the process that has one.
const smallDisk = "MILLRACE_TEST_SMALL_DISK"

// TestAFullDisk runs one of the tests below in a process of its own, which may not write large files. To DuckDB that is a
// disk without room.
func TestAFullDisk(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"TestStatementsOnAFullDisk", "TestADatabaseThatWasGivenUpComesBack"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+name+"$", "-test.v")
			command.Env = append(os.Environ(), smallDisk+"=1")
			out, err := command.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "--- PASS: "+name) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// limitFiles sets how long files may become.
func limitFiles(t *testing.T, size uint64) {
	t.Helper()
	if os.Getenv(smallDisk) == "" {
		t.Skip("is run by TestAFullDisk")
	}
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	limit.Cur = min(size, limit.Max)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
}

func TestStatementsOnAFullDisk(t *testing.T) { //nolint:paralleltest // it is alone in its process
	const large = "CREATE TABLE millrace.s.large AS SELECT md5(range::VARCHAR) AS m FROM range(300_000)"
	const plenty = 1 << 40
	limitFiles(t, plenty)
	m := newMill(t, nil)
	m.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	limitFiles(t, 1<<20)
	m.refuses(t, large, fault.Limit, "File too large")
	m.wantValues(t, "SELECT n FROM millrace.s.t", "1")
	if err := m.session.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := m.session.Exec(t.Context(), large)
	if err == nil { // small enough for the rows to be written with the commit
		err = m.session.Commit(t.Context())
	}
	wantFault(t, large, err, fault.Limit, "File too large")
	if err := m.session.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	limitFiles(t, plenty)
	m.exec(t, large)
	m.wantValues(t, "SELECT count(*) FROM millrace.s.large", "300000")
}

// TestADatabaseThatWasGivenUpComesBack writes until DuckDB cannot move its log into the file and gives the database up.
// What was reported to be committed is there when there is room again.
func TestADatabaseThatWasGivenUpComesBack(t *testing.T) { //nolint:paralleltest // it is alone in its process
	const plenty = 1 << 40
	limitFiles(t, plenty)
	m := newMill(t, nil)
	m.exec(t, "CREATE TABLE millrace.s.t (m VARCHAR)")
	limitFiles(t, 18<<20) // DuckDB moves its log at 16 MiB
	committed := 0
	const insert = "INSERT INTO millrace.s.t SELECT md5(random()::VARCHAR) FROM range(10_000)"
	for {
		_, err := m.session.Exec(t.Context(), insert)
		if err != nil {
			wantFault(t, insert, err, fault.Limit, "File too large")
			break
		}
		committed += 10_000
	}
	_, err := m.open(t).Exec(t.Context(), "FROM millrace.s.t")
	t.Logf("%d rows, then: %v", committed, err)
	limitFiles(t, plenty)
	m.session = m.open(t)
	m.wantValues(t, "SELECT count(*) FROM millrace.s.t", fmt.Sprint(committed))
	m.exec(t, insert)
}
