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

// smallDisk, when set, makes the test program one whose files cannot grow beyond some megabytes.
const smallDisk = "MILLRACE_TEST_SMALL_DISK"

// TestDiskIsFull runs itself in a process of its own, because the limit is one of processes. A full disk of a PostgreSQL
// server is not tried: that takes a file system of its own.
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

// fullDisk fills the disk with one node. That node fails, the old rows stay, and when there is room again all is well.
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

	room := limitFiles(t, 8<<20)
	heard, outcome := s.execute(s.plan(s.compile(p, map[string]any{"size": 2_000_000})))
	t.Logf("the run ended as %+v; LARGE says %+v", outcome, heard["LARGE"].Problem)
	if outcome.Status != run.Failed {
		t.Errorf("the run ended as %+v", outcome)
	}
	s.expectState(heard, "LARGE", run.NodeFailed, "disk")
	s.expectState(heard, "ABOVE", run.NodeSkipped, "LARGE")
	room()

	counted := fmt.Sprintf(`SELECT COUNT(*) FROM %s`, s.name(out, "LARGE"))
	s.expect(counted, "10")
	s.refresh(s.compile(p, map[string]any{"size": 11}))
	s.expect(counted, "11")
	if err := s.engine.Close(); err != nil {
		t.Error(err)
	}
	newFixture(t, s.connection).expect(counted, "11") // as a new process would find it
}

// limitFiles keeps files from growing until the function that it gives is called.
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
