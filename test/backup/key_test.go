package backup_test

import (
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
			var mu sync.Mutex
			var created []string
			add := func(i int) {
				id := newConnection(t, c, fmt.Sprintf("C%d", i))
				mu.Lock()
				defer mu.Unlock()
				created = append(created, id)
			}
			for i := range 20 {
				add(i)
			}
			before := succeed[keyReport](t, append([]string{"key", "status"}, at.place()...)...)
			if len(before.Keys) != 1 || before.Secrets[""] != 20 {
				t.Errorf("before: %+v", before)
			}
			stop, writers := make(chan struct{}), sync.WaitGroup{}
			writers.Go(func() {
				for i := 20; ; i++ {
					select {
					case <-stop:
						return
					default:
						add(i)
					}
				}
			})
			rotated := succeed[keyReport](t, append([]string{"key", "rotate"}, at.place()...)...)
			close(stop)
			writers.Wait()
			if len(rotated.Keys) != 2 || rotated.Active == before.Active || rotated.Changed < 20 || len(rotated.Unreadable) > 0 {
				t.Errorf("after the rotation: %+v", rotated)
			}
			openAll(t, c, created)
			status := succeed[keyReport](t, append([]string{"key", "status"}, at.place()...)...)
			if status.Secrets[rotated.Active] != len(created) || len(status.Secrets) != 1 {
				t.Errorf("%d secrets: %+v", len(created), status)
			}
			pruned := succeed[keyReport](t, append([]string{"key", "prune"}, at.place()...)...)
			if len(pruned.Removed) != 1 || pruned.Removed[0] != before.Active {
				t.Errorf("pruned: %+v", pruned)
			}
			openAll(t, c, created) // the running server goes on
			s.kill()
			raw, err := os.ReadFile(filepath.Join(at.folder, "server.key"))
			if err != nil || len(strings.Fields(string(raw))) != 1 {
				t.Fatalf("the key file has %d keys, %v", len(strings.Fields(string(raw))), err)
			}
			s = at.start(t)
			c = s.with(t, token) // the token of before the rotation
			openAll(t, c, created)
			again := succeed[keyReport](t, append([]string{"key", "rotate"}, at.place()...)...)
			openAll(t, c, created)
			if again.Active == rotated.Active || again.Secrets[again.Active] != len(created) {
				t.Errorf("the second rotation: %+v", again)
			}
			if _, err := s.with(t, token).GetMe(t.Context()); err != nil {
				t.Errorf("the token of before both rotations: %v", err)
			}
		})
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
