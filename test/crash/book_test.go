package crash_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// book is what servers have acknowledged.
type book struct {
	mu   sync.Mutex
	runs map[int64]acknowledged
}

// acknowledged is a run that a server has accepted.
type acknowledged struct {
	environment string
	token       string
}

// start asks for a run; what is answered goes into the book. A server that is gone answers nothing.
func (b *book) start(ctx context.Context, c *client.Client, environment, token string) {
	parameters := json.RawMessage(fmt.Sprintf(`{"token": %q}`, token))
	var body api.StartRun
	body.RunDetails.EnvironmentID = api.IDInput(environment)
	body.Parameters = &parameters
	started, err := c.StartRun(ctx, body)
	if err != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.runs[started.RunCounter] = acknowledged{environment, token}
}

// await waits until every acknowledged run is over, and wants all of them complete, with all their nodes.
func (b *book) await(t *testing.T, c *client.Client) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	for id := range b.runs {
		status := ""
		for status != "completed" && status != "failed" && status != "canceled" {
			found, err := c.GetRun(ctx, fmt.Sprint(id))
			if err != nil {
				t.Fatalf("run %d was acknowledged, is %q, and then: %v", id, status, err)
			}
			status = string(found.RunStatus)
			time.Sleep(20 * time.Millisecond)
		}
		if status != "completed" {
			t.Errorf("run %d is %s", id, status)
		}
		b.wantNodes(t, c, id)
	}
}

func (b *book) wantNodes(t *testing.T, c *client.Client, id int64) {
	t.Helper()
	list, err := c.GetRunResults(t.Context(), fmt.Sprint(id))
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Data) != 4 {
		t.Errorf("run %d has %d nodes", id, len(list.Data))
	}
	for _, node := range list.Data {
		if node.RunState != "complete" {
			t.Errorf("%s of run %d is %s: %+v", node.Name, id, node.RunState, node.Error)
		}
	}
}

// wantEffects looks at the data: every run has added its row exactly once.
func (b *book) wantEffects(t *testing.T, s *fixture, w *window) {
	t.Helper()
	for _, environment := range s.environments {
		seen, err := w.tokens(t.Context(), s.table(environment, "core", "LOG"))
		if err != nil {
			t.Fatal(err)
		}
		for id, run := range b.runs {
			if run.environment == environment && seen[run.token] != 1 {
				t.Errorf("run %d added its row %d times", id, seen[run.token])
			}
		}
		// A server that died before it answered may have accepted a run all the same. It too may act only once.
		for token, times := range seen {
			if times != 1 {
				t.Errorf("the run with the token %q added its row %d times", token, times)
			}
		}
	}
}
