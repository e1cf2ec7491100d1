package durability_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/pgtest"
)

// kills returns how often the server is killed in one test. MILLRACE_TEST_KILLS changes the default.
func kills(t *testing.T) int {
	t.Helper()
	text := os.Getenv("MILLRACE_TEST_KILLS")
	if text == "" {
		return 50
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("MILLRACE_TEST_KILLS=%q is not a number", text)
	}
	return n
}

func TestKillLosesNoAcknowledgedWrite(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		killDuringWrites(t, deployment{folder: t.TempDir()})
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		killDuringWrites(t, deployment{folder: t.TempDir(), database: pgtest.Database(t)})
	})
}

// acknowledgedWrites is what the server has acknowledged.
type acknowledgedWrites struct {
	mu      sync.Mutex
	created map[string]string // id → name
	deleted map[string]bool
	// unsure are ids whose deletion was requested but not acknowledged: both outcomes are correct.
	unsure map[string]bool
}

func killDuringWrites(t *testing.T, d deployment) {
	t.Helper()
	acknowledged := &acknowledgedWrites{created: map[string]string{}, deleted: map[string]bool{}, unsure: map[string]bool{}}
	project := ""
	for round := range kills(t) {
		s := d.start(t)
		c, err := s.signIn(t.Context())
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if project == "" {
			project = newProject(t, c)
		}
		writeUntilKilled(t, s, c, acknowledged, project)
	}
	acknowledged.compare(t, d.start(t))
}

// writeUntilKilled lets several clients create and delete until the server is killed. The kill follows the first acknowledged
// write, so a slow machine acknowledges at least one write in each round, too.
func writeUntilKilled(t *testing.T, s *server, c *client.Client, acknowledged *acknowledgedWrites, project string) {
	t.Helper()
	var writers sync.WaitGroup
	var firstWrite sync.Once
	var killed atomic.Bool
	kill := func() { killed.Store(true); s.kill() }
	for w := range 4 {
		writers.Go(func() {
			for i := 0; ; i++ {
				if err := acknowledged.write(t.Context(), c, project, fmt.Sprintf("%s-%d-%d", s.url, w, i)); err != nil {
					if !killed.Load() {
						t.Errorf("a write failed before the kill: %v", err)
					}
					return
				}
				firstWrite.Do(func() { time.AfterFunc(time.Duration(rand.IntN(120))*time.Millisecond, kill) })
			}
		})
	}
	writers.Wait()
	s.kill()
}

// write creates one environment, and deletes it if it is every third one. It returns an error if the server did not
// acknowledge one of the two.
func (b *acknowledgedWrites) write(ctx context.Context, c *client.Client, project, name string) error {
	created, err := c.CreateEnvironment(ctx, api.EnvironmentCreate{Project: api.ID(project), Name: name})
	if err != nil {
		return err
	}
	id := created.ID
	b.mu.Lock()
	b.created[id] = name
	remove := len(b.created)%3 == 0
	b.unsure[id] = remove
	b.mu.Unlock()
	if !remove {
		return nil
	}
	if err := c.DeleteEnvironment(ctx, id); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.deleted[id], b.unsure[id] = true, false
	return nil
}

// compare checks the environments after the last kill.
func (b *acknowledgedWrites) compare(t *testing.T, s *server) {
	t.Helper()
	c, err := s.signIn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	page, err := c.ListEnvironments(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	existing := map[string]string{}
	for _, raw := range page.Data {
		var environment api.EnvironmentSummary
		if err := json.Unmarshal(raw, &environment); err != nil {
			t.Fatal(err)
		}
		if _, twice := existing[environment.ID]; twice {
			t.Errorf("environment %s is listed twice", environment.ID)
		}
		existing[environment.ID] = environment.Name
	}
	for id, name := range b.created {
		found, ok := existing[id]
		switch {
		case b.unsure[id]:
		case b.deleted[id] && ok:
			t.Errorf("the deletion of environment %s was acknowledged, but it exists", id)
		case !b.deleted[id] && !ok:
			t.Errorf("the creation of environment %s was acknowledged, but it does not exist", id)
		case !b.deleted[id] && found != name:
			t.Errorf("environment %s has the name %q, but %q was acknowledged", id, found, name)
		}
	}
	t.Logf("%d creations and %d deletions acknowledged during %d kills", len(b.created), len(b.deleted), kills(t))
}

func newProject(t *testing.T, c *client.Client) string {
	t.Helper()
	created, err := c.CreateProject(t.Context(), api.ProjectCreate{Name: "Durable", PlatformKind: api.Duckdb})
	if err != nil {
		t.Fatal(err)
	}
	return created.ID
}
