package duckdb_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/millrace/millrace/internal/fault"
)

// smallDisk is an environment variable of the process with a small disk.
const smallDisk = "MILLRACE_TEST_SMALL_DISK"

// TestFullDisk runs one of the tests below in its own process, which may not write large files. To DuckDB that is a
// full disk.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"TestStatementsOnFullDisk", "TestInvalidatedDatabaseIsReattached", "TestTemporaryFilesAreGivenBack", "TestDatabaseFileIsCut"} {
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

// limitFiles limits the size of files.
func limitFiles(t *testing.T, size uint64) {
	t.Helper()
	if os.Getenv(smallDisk) == "" {
		t.Skip("is run by TestFullDisk")
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

func TestStatementsOnFullDisk(t *testing.T) { //nolint:paralleltest // it is alone in its process
	const large = "CREATE TABLE millrace.s.large AS SELECT md5(range::VARCHAR) AS m FROM range(300_000)"
	const plenty = 1 << 40
	limitFiles(t, plenty)
	f := newFixture(t, nil)
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	limitFiles(t, 1<<20)
	f.refuses(t, large, fault.Full, "File too large")
	f.wantValues(t, "SELECT n FROM millrace.s.t", "1")
	if err := f.session.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := f.session.Exec(t.Context(), large)
	if err == nil { // small enough for the rows to be written with the commit
		err = f.session.Commit(t.Context())
	}
	wantFault(t, large, err, fault.Full, "File too large")
	if err := f.session.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	limitFiles(t, plenty)
	f.exec(t, large)
	f.wantValues(t, "SELECT count(*) FROM millrace.s.large", "300000")
}

// TestInvalidatedDatabaseIsReattached writes until DuckDB cannot move its log into the file and invalidates the
// database. The committed rows exist when the disk has space again.
func TestInvalidatedDatabaseIsReattached(t *testing.T) { //nolint:paralleltest // it is alone in its process
	const plenty = 1 << 40
	limitFiles(t, plenty)
	f := newFixture(t, nil)
	f.exec(t, "CREATE TABLE millrace.s.t (m VARCHAR)")
	limitFiles(t, 18<<20) // DuckDB moves its log at 16 MiB
	committed := 0
	const insert = "INSERT INTO millrace.s.t SELECT md5(random()::VARCHAR) FROM range(10_000)"
	for {
		_, err := f.session.Exec(t.Context(), insert)
		if err != nil {
			wantFault(t, insert, err, fault.Full, "File too large")
			break
		}
		committed += 10_000
	}
	_, err := f.open(t).Exec(t.Context(), "FROM millrace.s.t")
	t.Logf("%d rows, then: %v", committed, err)
	limitFiles(t, plenty)
	f.session = f.open(t)
	f.wantValues(t, "SELECT count(*) FROM millrace.s.t", fmt.Sprint(committed))
	f.exec(t, insert)
}

// TestTemporaryFilesAreGivenBack sorts more than fits into memory, and finds no space for it.
func TestTemporaryFilesAreGivenBack(t *testing.T) { //nolint:paralleltest // it is alone in its process
	const plenty = 1 << 40
	limitFiles(t, plenty)
	f := newFixture(t, map[string]any{"memoryLimit": "64MB", "threads": 1})
	limitFiles(t, 8<<20)
	const large = "CREATE TABLE millrace.s.sorted AS SELECT md5(range::VARCHAR) AS m FROM range(5_000_000) ORDER BY m"
	f.refuses(t, large, fault.Full, "File too large")
	if err := f.session.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(f.folder, ".millrace-spill", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range left {
		if info, err := os.Stat(file); err == nil && info.Size() > 0 {
			t.Errorf("%s is left with %d bytes", file, info.Size())
		}
	}
	limitFiles(t, plenty)
	f.session = f.open(t)
	f.exec(t, large)
	f.wantValues(t, "SELECT count(*) FROM millrace.s.sorted", "5000000")
}

// TestDatabaseFileIsCut loads more than fits on the disk. The file gets back to its size, with all rows that were committed.
func TestDatabaseFileIsCut(t *testing.T) { //nolint:paralleltest // it is alone in its process
	const plenty = 1 << 40
	limitFiles(t, plenty)
	f := newFixture(t, map[string]any{"threads": 1})
	const rows = "SELECT md5(range::VARCHAR) AS m FROM range"
	f.exec(t, "CREATE TABLE millrace.s.kept AS "+rows+"(200_000)")
	f.exec(t, "INSERT INTO millrace.s.kept "+rows+"(100)") // in the write-ahead log
	path := filepath.Join(f.folder, "millrace.duckdb")
	before := fileSize(t, path)
	limitFiles(t, 30<<20)
	f.refuses(t, "CREATE TABLE millrace.s.large AS "+rows+"(20_000_000)", fault.Full, "File too large")
	if full := fileSize(t, path); full < 20<<20 {
		t.Fatalf("the disk was not full: %d bytes", full)
	}
	if err := f.session.Close(); err != nil {
		t.Fatal(err)
	}
	const slack = 4 << 18 // a checkpoint writes some blocks
	if after := fileSize(t, path); after > before+slack {
		t.Errorf("the file has %d bytes, and had %d", after, before)
	}
	limitFiles(t, plenty)
	f.session = f.open(t)
	f.wantValues(t, "SELECT count(*) FROM millrace.s.kept", "200100")
	f.exec(t, "CREATE TABLE millrace.s.more AS "+rows+"(300_000)")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	again := openFixture(t, f.driver, f.folder, nil)
	again.wantValues(t, "SELECT (SELECT count(DISTINCT m) FROM millrace.s.kept) + (SELECT count(DISTINCT m) FROM millrace.s.more)", "500000")
}

func fileSize(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
