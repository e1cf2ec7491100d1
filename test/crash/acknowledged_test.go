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

// acknowledgedRuns are the runs that servers have accepted, by number.
type acknowledgedRuns struct {
	mu    sync.Mutex
	runs  map[int64]acknowledgedRun
	ended map[int64]bool // those that are known to have ended
}

func newAcknowledgedRuns() *acknowledgedRuns {
	return &acknowledgedRuns{runs: map[int64]acknowledgedRun{}, ended: map[int64]bool{}}
}

// acknowledgedRun is a run that a server has accepted.
type acknowledgedRun struct {
	environment string
	token       string
}

// start requests a run and records it if the server accepts it. A killed server sends no response.
func (b *acknowledgedRuns) start(ctx context.Context, c *client.Client, environment, token string) {
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
	b.runs[started.RunCounter] = acknowledgedRun{environment, token}
}

// await waits until every acknowledged run has ended, and expects all runs and all their nodes to be complete.
func (b *acknowledgedRuns) await(t *testing.T, c *client.Client) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	for id := range b.runs {
		status := ""
		for status != "completed" && status != "failed" && status != "canceled" {
			found, err := c.GetRun(ctx, fmt.Sprint(id))
			if err != nil {
				t.Fatalf("run %d was acknowledged; its last status was %q; then: %v", id, status, err)
			}
			status = string(found.RunStatus)
			time.Sleep(20 * time.Millisecond)
		}
		if status != "completed" {
			t.Errorf("run %d is %s, want completed", id, status)
		}
		b.wantNodes(t, c, id)
	}
}

func (b *acknowledgedRuns) wantNodes(t *testing.T, c *client.Client, id int64) {
	t.Helper()
	list, err := c.GetRunResults(t.Context(), fmt.Sprint(id))
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Data) != 4 {
		t.Errorf("run %d has %d nodes, want 4", id, len(list.Data))
	}
	for _, node := range list.Data {
		if node.RunState != "complete" {
			t.Errorf("%s of run %d is %s: %+v", node.Name, id, node.RunState, node.Error)
		}
	}
}

// wantEffects checks the data: every run has added its row exactly once.
func (b *acknowledgedRuns) wantEffects(t *testing.T, s *fixture, data *dataReader) {
	t.Helper()
	for _, environment := range s.environments {
		seen, err := data.tokens(t.Context(), s.table(environment, "core", "LOG"))
		if err != nil {
			t.Fatal(err)
		}
		for id, run := range b.runs {
			if run.environment == environment && seen[run.token] != 1 {
				t.Errorf("run %d added its row %d times, want 1", id, seen[run.token])
			}
		}
		// A server that was killed before it responded may have accepted a run. That run must also add its row only
		// once.
		for token, times := range seen {
			if times != 1 {
				t.Errorf("the run with the token %q added its row %d times, want 1", token, times)
			}
		}
	}
}
