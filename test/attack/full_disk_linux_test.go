package attack_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// Somebody fills the disk of the server. The server says so, and people can still sign in, cancel and delete.
func TestFullDiskLeavesRoomToDelete(t *testing.T) {
	t.Parallel()
	if !withSmallDisk(t) {
		return
	}
	f := newDiskFixture(t, apptest.Database{})
	obsolete := f.NewProject(f.token, "Obsolete")
	f.fill()

	token := f.AdminToken() // finds the disk full, and uses the reserve
	wantFull(t, f.Get("", "/readyz"))
	wantFull(t, f.start("SMALL", nil))
	wantFull(t, f.Post(token, "/api/v1/projects", map[string]any{"name": "More", "platformKind": "duckdb"}))
	for range 20 {
		f.AdminToken()
	}
	f.Get(token, "/api/v1/projects").Want(http.StatusOK)
	f.Delete(token, "/api/v1/projects/"+obsolete).Want(http.StatusNoContent)
	f.Post(token, "/api/v1/auth/logout", nil).Want(http.StatusNoContent)

	if err := os.Remove(f.ballast); err != nil {
		t.Fatal(err)
	}
	f.awaitReady()
	if _, status := f.await(f.start("SMALL", nil)); status != "completed" {
		t.Errorf("a run after the disk has space again: %s", status)
	}
}

// A server that is restarted on a full disk starts, so that people can delete something.
func TestServerStartsOnFullDisk(t *testing.T) {
	t.Parallel()
	if !withSmallDisk(t) {
		return
	}
	f := newDiskFixture(t, apptest.Database{})
	f.fill()
	f.WhileStopped(func(config.Settings) {}) // restarts the server
	f.AdminToken()
	wantFull(t, f.start("SMALL", nil))
}

// A run that needs more space than the disk has fails with the reason, and gives the space back.
func TestRunThatFillsTheDiskFails(t *testing.T) {
	t.Parallel()
	if !withSmallDisk(t) {
		return
	}
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newDiskFixture(t, database)
		number, status := f.await(f.start("HUGE", map[string]any{"rows": 20_000_000}))
		if status != "failed" {
			t.Fatalf("the run ended as %s", status)
		}
		results := string(f.Get(f.token, "/api/v1/runs/"+number+"/results").Want(http.StatusOK).Body)
		if !strings.Contains(results, "No space left on device") || !strings.Contains(results, "Free space on it") {
			t.Errorf("the results do not have the reason: %s", results)
		}
		f.awaitReady()
		if _, status := f.await(f.start("HUGE", map[string]any{"rows": 1000})); status != "completed" {
			t.Errorf("a small run afterwards: %s", status)
		}
	})
}

// wantFull expects the error of a full disk, with its reason.
func wantFull(t *testing.T, answer apptest.Response) {
	t.Helper()
	if answer.Status != http.StatusInsufficientStorage || !strings.Contains(string(answer.Body), "the disk of the state database is full") {
		t.Errorf("status %d, want %d: %s", answer.Status, http.StatusInsufficientStorage, answer.Body)
	}
}
