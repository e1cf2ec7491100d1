//go:build linux

package refresh_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/millrace/millrace/internal/run"
)

// smallDisk is the environment variable that limits the files of the test process to a few megabytes.
const smallDisk = "MILLRACE_TEST_SMALL_DISK"

// TestDiskIsFull runs itself in a child process, because the limit applies to a process. It does not test a full disk
// of a PostgreSQL server, which would need a separate file system.
func TestDiskIsFull(t *testing.T) {
	if os.Getenv(smallDisk) != "" {
		fullDisk(t)
		return
	}
	t.Parallel()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestDiskIsFull$", "-test.v")
	child.Env = append(os.Environ(), smallDisk+"=1")
	text, err := child.CombinedOutput()
	if err != nil || !strings.Contains(string(text), "--- PASS: TestDiskIsFull") {
		t.Errorf("%v:\n%s", err, text)
	}
}

// fullDisk fills the disk with one node. That node fails and its old rows stay. When there is space again, the next
// refresh succeeds.
func fullDisk(t *testing.T) {
	t.Helper()
	s := newFixture(t, connectionTo(t, "duckdb"))
	p := newProject()
	s.makeTable("PEOPLE")
	p.add(source("PEOPLE", rowColumns()...))
	p.query("Stage", "LARGE", `SELECT CAST(n.range AS BIGINT) AS "ID", md5(CAST(n.range AS VARCHAR)) AS "TEXT"
FROM range(CAST({{ parameters.size }} AS BIGINT)) AS n`)
	p.query("Stage", "ABOVE", `SELECT l."ID" FROM {{ ref('OUT', 'LARGE') }} AS l`)
	p.add(node("Stage", "SMALL", rowColumns(), "PEOPLE"))
	little := s.compile(p, map[string]any{"size": 10})
	s.install(little)
	s.refresh(little)

	removeLimit := limitFiles(t, 8<<20)
	got, outcome := s.execute(s.plan(s.compile(p, map[string]any{"size": 2_000_000})))
	t.Logf("the run ended as %+v; the problem of LARGE is %+v", outcome, got["LARGE"].Problem)
	if outcome.Status != run.Failed {
		t.Errorf("the run ended as %+v", outcome)
	}
	s.expectState(got, "LARGE", run.NodeFailed, "disk")
	s.expectState(got, "ABOVE", run.NodeSkipped, "LARGE")
	removeLimit()

	counted := fmt.Sprintf(`SELECT COUNT(*) FROM %s`, s.name(out, "LARGE"))
	s.expect(counted, "10")
	s.refresh(s.compile(p, map[string]any{"size": 11}))
	s.expect(counted, "11")
	if err := s.engine.Close(); err != nil {
		t.Error(err)
	}
	newFixture(t, s.connection).expect(counted, "11") // a new process reads the same rows
}

// limitFiles stops files from growing beyond a size until the returned function is called.
func limitFiles(t *testing.T, size uint64) func() {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
			t.Error(err)
		}
	}
}
