package backup_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// keyReport is the JSON of the commands of `millrace key`.
type keyReport struct {
	Active     string
	Keys       []string
	Secrets    map[string]int
	Changed    int
	Removed    []string
	Unreadable []string
}

// keyCommand runs a command of `millrace key`.
func keyCommand(t *testing.T, at deployment, name string) keyReport {
	t.Helper()
	return succeed[keyReport](t, append([]string{"key", name}, at.place()...)...)
}

// connections are the ids of connections with secrets.
type connections struct {
	mu  sync.Mutex
	ids []string
}

func (all *connections) add(t *testing.T, c *client.Client, number int) {
	t.Helper()
	id := newConnection(t, c, fmt.Sprintf("C%d", number))
	all.mu.Lock()
	defer all.mu.Unlock()
	all.ids = append(all.ids, id)
}

// addUntil adds connections until stop is closed.
func (all *connections) addUntil(t *testing.T, c *client.Client, from int, stop <-chan struct{}) {
	t.Helper()
	for i := from; ; i++ {
		select {
		case <-stop:
			return
		default:
			all.add(t, c, i)
		}
	}
}

// A rotation while a server runs and seals secrets: all secrets open, all are sealed with the new key, tokens stay valid, and
// nothing needs the old key afterwards.
func TestKeyRotationWhileServing(t *testing.T) {
	t.Parallel()
	for name, newPlace := range deployments() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := newPlace(t)
			s := at.start(t)
			c, token := s.signIn(t)
			created := &connections{}
			for i := range 20 {
				created.add(t, c, i)
			}
			before := keyCommand(t, at, "status")
			if len(before.Keys) != 1 || before.Secrets[""] != 20 {
				t.Errorf("before: %+v", before)
			}
			rotated := rotateDuringWrites(t, at, c, created)
			if rotated.Active == before.Active {
				t.Errorf("the key did not change: %+v", rotated)
			}
			pruned := keyCommand(t, at, "prune")
			if len(pruned.Removed) != 1 || pruned.Removed[0] != before.Active {
				t.Errorf("pruned: %+v", pruned)
			}
			openAll(t, c, created.ids) // the running server goes on
			s.kill()
			rotateAfterRestart(t, at, token, created.ids, rotated.Active)
		})
	}
}

// rotateDuringWrites rotates the key while the server seals more secrets.
func rotateDuringWrites(t *testing.T, at deployment, c *client.Client, created *connections) (rotated keyReport) {
	t.Helper()
	stop, writers := make(chan struct{}), sync.WaitGroup{}
	writers.Go(func() { created.addUntil(t, c, 20, stop) })
	rotated = keyCommand(t, at, "rotate")
	close(stop)
	writers.Wait()
	if len(rotated.Keys) != 2 || rotated.Changed < 20 || len(rotated.Unreadable) > 0 {
		t.Errorf("after the rotation: %+v", rotated)
	}
	openAll(t, c, created.ids)
	status := keyCommand(t, at, "status")
	if status.Secrets[rotated.Active] != len(created.ids) || len(status.Secrets) != 1 {
		t.Errorf("%d secrets: %+v", len(created.ids), status)
	}
	return rotated
}

// rotateAfterRestart starts a server that has one key, and rotates it. The token is of before the first rotation.
func rotateAfterRestart(t *testing.T, at deployment, token string, created []string, active string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(at.folder, "server.key"))
	if err != nil || len(strings.Fields(string(raw))) != 1 {
		t.Fatalf("the key file has %d keys, %v", len(strings.Fields(string(raw))), err)
	}
	s := at.start(t)
	c := s.with(t, token)
	openAll(t, c, created)
	again := keyCommand(t, at, "rotate")
	openAll(t, c, created)
	if again.Active == active || again.Secrets[again.Active] != len(created) {
		t.Errorf("the second rotation: %+v", again)
	}
	if _, err := s.with(t, token).GetMe(t.Context()); err != nil {
		t.Errorf("the token of before both rotations: %v", err)
	}
}

// newConnection creates a connection with a secret.
func newConnection(t *testing.T, c *client.Client, name string) string {
	t.Helper()
	created, err := c.CreateConnection(t.Context(), api.ConnectionCreate{
		Name: name, PlatformKind: api.Postgres, Secret: &map[string]string{"password": "of " + name},
		Settings: &map[string]any{"host": "db.example.com", "database": "d", "user": "u"},
	})
	if err != nil {
		t.Error(err)
		return ""
	}
	return created.ID
}

// openAll renames connections, for which the server opens their secrets and seals them again.
func openAll(t *testing.T, c *client.Client, all []string) {
	t.Helper()
	for i, id := range all {
		name := fmt.Sprintf("Renamed %d", i)
		if _, err := c.UpdateConnection(t.Context(), id, api.ConnectionUpdate{Name: &name}); err != nil {
			t.Errorf("connection %s: %v", id, err)
		}
	}
}

// A key stays while one value needs it, although more values are unreadable with every key.
func TestPruneKeepsANeededKey(t *testing.T) {
	t.Parallel()
	at := deployment{folder: t.TempDir()}
	s := at.start(t)
	c, token := s.signIn(t)
	created := &connections{}
	for i := range 3 {
		created.add(t, c, i)
	}
	s.kill()
	state, err := sql.Open("sqlite3", filepath.Join(at.folder, "millrace.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = state.Close() }()
	var old string
	if err := state.QueryRowContext(t.Context(), `SELECT sealed_secret FROM connections WHERE id = $1`, created.ids[0]).Scan(&old); err != nil {
		t.Fatal(err)
	}
	rotated := keyCommand(t, at, "rotate")
	// A server that did not know the new key has sealed the first one. The others were damaged.
	for i, id := range created.ids {
		statement := `UPDATE connections SET sealed_secret = 'v2.' || $1 || '.AAAA' WHERE id = $2`
		value := rotated.Active
		if i == 0 {
			statement, value = `UPDATE connections SET sealed_secret = $1 WHERE id = $2`, old
		}
		if _, err := state.ExecContext(t.Context(), statement, value, id); err != nil {
			t.Fatal(err)
		}
	}
	if _, problem, code := run(t, append([]string{"key", "prune"}, at.place()...)...); code == 0 || !strings.Contains(problem, "key rotate") {
		t.Errorf("prune: exit code %d: %s", code, problem)
	}
	if again := keyCommand(t, at, "rotate"); again.Changed != 1 || len(again.Unreadable) != 2 {
		t.Errorf("rotate: %+v", again)
	}
	if pruned := keyCommand(t, at, "prune"); len(pruned.Removed) != 1 {
		t.Errorf("prune: %+v", pruned)
	}
	openAll(t, at.start(t).with(t, token), created.ids[:1])
}
