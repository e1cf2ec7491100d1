package killsuite_test

import (
	"context"
	"database/sql"
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
func (b *book) start(ctx context.Context, c *client.ClientWithResponses, environment, token string) {
	parameters := json.RawMessage(fmt.Sprintf(`{"token": %q}`, token))
	var body api.StartRun
	body.RunDetails.EnvironmentID = api.IDInput(environment)
	body.Parameters = &parameters
	answer, err := c.StartRunWithResponse(ctx, body)
	if err != nil || answer.JSON200 == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.runs[answer.JSON200.RunCounter] = acknowledged{environment, token}
}

// await waits until every acknowledged run is over, and wants all of them complete, with all their nodes.
func (b *book) await(t *testing.T, c *client.ClientWithResponses) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	for id := range b.runs {
		status := ""
		for status != "completed" && status != "failed" && status != "canceled" {
			answer, err := c.GetRunWithResponse(ctx, fmt.Sprint(id))
			if err != nil {
				t.Fatalf("run %d was acknowledged, is %q, and then: %v", id, status, err)
			}
			status = string(answer.JSON200.RunStatus)
			time.Sleep(20 * time.Millisecond)
		}
		if status != "completed" {
			t.Errorf("run %d is %s", id, status)
		}
		b.wantNodes(t, c, id)
	}
}

func (b *book) wantNodes(t *testing.T, c *client.ClientWithResponses, id int64) {
	t.Helper()
	answer, err := c.GetRunResultsWithResponse(t.Context(), fmt.Sprint(id))
	if err != nil {
		t.Fatal(err)
	}
	if len(answer.JSON200.Data) != 4 {
		t.Errorf("run %d has %d nodes", id, len(answer.JSON200.Data))
	}
	for _, node := range answer.JSON200.Data {
		if node.RunState != "complete" {
			t.Errorf("%s of run %d is %s: %+v", node.Name, id, node.RunState, node.Error)
		}
	}
}

// wantEffects looks at the data: every run has added its row exactly once.
func (b *book) wantEffects(t *testing.T, s *stand, data *sql.DB) {
	t.Helper()
	for _, environment := range s.environments {
		seen := map[string]int{}
		rows, err := data.QueryContext(t.Context(), fmt.Sprintf(`SELECT token FROM "core%s"."LOG"`, s.schemas[environment]))
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var token string
			if err := rows.Scan(&token); err != nil {
				t.Fatal(err)
			}
			seen[token]++
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		for id, run := range b.runs {
			if run.environment == environment && seen[run.token] != 1 {
				t.Errorf("run %d added its row %d times", id, seen[run.token])
			}
			delete(seen, run.token)
		}
		delete(seen, "") // of the deploy, which has no token
		for token, times := range seen {
			// A server that died before it answered may have accepted the run all the same. It too may act only once.
			if times != 1 {
				t.Errorf("the run with token %s, which nobody acknowledged, added its row %d times", token, times)
			}
		}
	}
}

// look checks one table that is built anew by every run: it is never empty, and never of two runs.
func look(ctx context.Context, data *sql.DB, table string) error {
	var rows, tokens int
	err := data.QueryRowContext(ctx, "SELECT count(*), count(DISTINCT token) FROM "+table).Scan(&rows, &tokens)
	if err == nil && (rows != batch || tokens != 1) {
		err = fmt.Errorf("%s has %d rows of %d runs, want %d of 1", table, rows, tokens, batch)
	}
	return err
}
