package backup_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/pgtest"
)

// backupReport is the JSON of `millrace backup`.
type backupReport struct {
	CompleteUntil time.Time
	Rows          int64
	HasKey        bool
	DataFiles     int
}

// restoreReport is the JSON of `millrace restore`.
type restoreReport struct {
	Rows    int64
	HasKey  bool
	Secrets int
}

// deployments returns a new place on each database.
func deployments() map[string]func(t *testing.T) deployment {
	return map[string]func(t *testing.T) deployment{
		"sqlite": func(t *testing.T) deployment {
			t.Helper()
			return deployment{folder: t.TempDir()}
		},
		"postgres": func(t *testing.T) deployment {
			t.Helper()
			return deployment{folder: t.TempDir(), database: pgtest.Database(t)}
		},
	}
}

// writes are acknowledged environments with the time of their acknowledgment.
type writes struct {
	mu   sync.Mutex
	acks map[string]time.Time // by name
}

// create creates environments until stop is closed.
func (w *writes) create(t *testing.T, c *client.Client, project, prefix string, stop <-chan struct{}) {
	t.Helper()
	for i := 0; ; i++ {
		select {
		case <-stop:
			return
		default:
		}
		name := fmt.Sprintf("%s-%d", prefix, i)
		if _, err := c.CreateEnvironment(t.Context(), api.EnvironmentCreate{Project: api.ID(project), Name: name}); err != nil {
			t.Errorf("a write failed: %v", err)
			return
		}
		w.mu.Lock()
		w.acks[name] = time.Now()
		w.mu.Unlock()
	}
}

func (w *writes) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.acks)
}

// A backup during writes contains every write that was acknowledged before its end, and every restore of it does: on both
// databases, whichever it came from. Tokens stay valid, secrets open with the key only.
func TestBackupDuringWrites(t *testing.T) {
	t.Parallel()
	for from, newSource := range deployments() {
		t.Run(from, func(t *testing.T) {
			t.Parallel()
			source := newSource(t)
			s := source.start(t)
			c, token := s.signIn(t)
			project := newProject(t, c)
			addSecret(t, c)
			w := &writes{acks: map[string]time.Time{}}
			stop := make(chan struct{})
			var writers sync.WaitGroup
			for i := range 4 {
				writers.Go(func() { w.create(t, c, project, fmt.Sprintf("w%d", i), stop) })
			}
			for w.count() < 100 && !t.Failed() {
				time.Sleep(5 * time.Millisecond) // the writers work in the background
			}
			before := w.count()
			started := time.Now()
			file := filepath.Join(t.TempDir(), "b.tar.gz")
			report := succeed[backupReport](t, append([]string{"backup", file}, source.place()...)...)
			during := w.count()
			for w.count() < during+20 && !t.Failed() {
				time.Sleep(5 * time.Millisecond) // writes go on after the backup
			}
			close(stop)
			writers.Wait()
			if !report.CompleteUntil.After(started) {
				t.Errorf("the backup is complete until %s, it started at %s", report.CompleteUntil, started)
			}
			t.Logf("%d writes before the backup, %d during it, %d in all", before, during-before, w.count())

			for to, newTarget := range deployments() {
				t.Run("to "+to, func(t *testing.T) {
					target := newTarget(t)
					checkRestored(t, target, written{file, source.folder, token, w.before(report.CompleteUntil)})
				})
			}
		})
	}
}

// before returns the names that were acknowledged before a time.
func (w *writes) before(until time.Time) map[string]bool {
	names := map[string]bool{}
	for name, at := range w.acks {
		if at.Before(until) {
			names[name] = true
		}
	}
	return names
}

// written is a backup with what must be there after its restore.
type written struct {
	file         string
	folder       string // of the old server, with its key
	token        string
	acknowledged map[string]bool // names of environments
}

func checkRestored(t *testing.T, target deployment, from written) {
	t.Helper()
	report := succeed[restoreReport](t, append([]string{"restore", from.file}, target.place()...)...)
	if report.HasKey || report.Secrets != 0 {
		t.Errorf("without a key: %+v", report)
	}
	if _, problem, code := run(t, append([]string{"serve", "--listen", "127.0.0.1:0"}, target.place()...)...); code == 0 || !strings.Contains(problem, "key") {
		t.Errorf("a server without the key of the backup starts: %d, %s", code, problem)
	}
	_ = os.Remove(filepath.Join(target.folder, "server.key")) // the refused start may have made one
	copyFile(t, filepath.Join(from.folder, "server.key"), filepath.Join(target.folder, "server.key"))
	s := target.start(t)
	c := s.with(t, from.token)
	page, err := c.ListEnvironments(t.Context(), nil)
	if err != nil {
		t.Fatalf("the old token: %v", err)
	}
	found := map[string]bool{}
	for _, raw := range page.Data {
		var environment api.EnvironmentSummary
		if err := json.Unmarshal(raw, &environment); err != nil {
			t.Fatal(err)
		}
		found[environment.Name] = true
	}
	missing := 0
	for name := range from.acknowledged {
		if !found[name] {
			missing++
		}
	}
	if missing > 0 || len(from.acknowledged) < 100 {
		t.Errorf("%d of %d acknowledged writes are missing", missing, len(from.acknowledged))
	}
	// Numbers of new objects do not collide with restored ones.
	if _, err := c.CreateEnvironment(t.Context(), api.EnvironmentCreate{Project: api.ID(newProject(t, c)), Name: "after"}); err != nil {
		t.Errorf("a write after the restore: %v", err)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func newProject(t *testing.T, c *client.Client) string {
	t.Helper()
	created, err := c.CreateProject(t.Context(), api.ProjectCreate{Name: "Backed up", PlatformKind: api.Duckdb})
	if err != nil {
		t.Fatal(err)
	}
	return created.ID
}

// addSecret creates a connection with a sealed secret.
func addSecret(t *testing.T, c *client.Client) {
	t.Helper()
	_, err := c.CreateConnection(t.Context(), api.ConnectionCreate{
		Name: "Warehouse", PlatformKind: api.Postgres, Secret: &map[string]string{"password": "hunter2"},
		Settings: &map[string]any{"host": "db.example.com", "database": "d", "user": "u"},
	})
	if err != nil {
		t.Fatal(err)
	}
}
