package attack_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// The process of DuckDB is killed while a node runs. The run starts the node again, in another process, and the server
// has not noticed anything else.
func TestRunSurvivesTheKillOfItsEngine(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newEngineFixture(t, database)
		f.awaitCompleted(f.start("PAUSE", object{"seconds": 3600}))
		slow := f.start("SLOW", nil)
		f.awaitStatement(slow)
		f.awaitCompleted(f.start("PAUSE", object{"seconds": 0})) // the statement that runs does not see it
		if status := f.status(slow); status != "running" {
			t.Fatalf("before the kill the run is %s", status)
		}
		before := f.engineProcess()
		if err := syscall.Kill(before, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		f.awaitCompleted(slow)
		if after := f.engineProcess(); after == before {
			t.Errorf("process %d was not replaced", before)
		}
		f.Get("", "/readyz").Want(http.StatusOK)
		f.awaitCompleted(f.start("SLOW", nil))
	})
}

// engineProcess returns the process of DuckDB, which is never that of the test.
func (f *engineFixture) engineProcess() int {
	f.t.Helper()
	raw, err := os.ReadFile(filepath.Join(f.Data, "duckdb", f.Me(f.token).Organization.ID, ".millrace-lock"))
	if err != nil {
		f.t.Fatal(err)
	}
	process, err := strconv.Atoi(strings.TrimSpace(string(raw)))
	if err != nil || process <= 1 || process == os.Getpid() || process == os.Getppid() {
		f.t.Fatalf("the engine runs in process %q, %v", raw, err)
	}
	return process
}
