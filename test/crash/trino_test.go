package crash_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/trino"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/trinotest"
)

// The slow condition reads generated rows for about a second.
var trinoSQL = engineSQL{"trino", "UNNEST(sequence(1, %d)) AS n(i)", "(SELECT count(*) FROM tpch.tiny.lineitem) > 0"}

// Every third victim is a process of Trino instead of a server of Millrace. Trino takes half a minute to start.
const trinoVictimEvery = 3

// TestRunsSurviveKillsOnTrino kills servers of Millrace, the coordinator and the worker of Trino during runs. A run may
// fail when Trino is gone, but it ends, readers see one build, and no row is there twice.
func TestRunsSurviveKillsOnTrino(t *testing.T) {
	t.Parallel()
	control := trinotest.Control(t)
	s := newSuite(t, newTrinoFixture(t, fixtureOptions{environments: 2, files: engineSQL.files}))
	for i := range s.servers {
		s.running = append(s.running, startServer(t.Context(), t, s.servers[i]))
	}
	rounds := max(kills(t)/10, trinoVictimEvery)
	for round := range rounds {
		s.trinoRound(round, control)
	}
	outcomes := s.acknowledged.awaitAny(t, s.running[0].client)
	s.requireIdle()
	data := s.openData(t)
	defer data.close(t)
	for _, table := range s.rebuilt() {
		if err := data.checkOneBuild(t.Context(), table); err != nil {
			t.Error(err)
		}
	}
	s.acknowledged.wantEffectsOf(t, s.fixture, data, outcomes)
	for _, server := range s.running {
		server.kill()
	}
	t.Logf("%d runs during %d kills: %v", len(outcomes), rounds, countOutcomes(outcomes))
}

// trinoRound starts runs through random servers and kills one process at a random time.
func (s *suite) trinoRound(round int, control func(action, process string)) {
	var requests sync.WaitGroup
	for _, environment := range s.environments {
		through := s.running[rand.IntN(len(s.running))].client
		requests.Go(func() { s.acknowledged.start(s.t.Context(), through, environment, fmt.Sprintf("t%d", s.tokens.Add(1))) })
	}
	time.Sleep(time.Duration(rand.IntN(4000)) * time.Millisecond) // the time of the kill
	if round%trinoVictimEvery == trinoVictimEvery-1 {
		victim := []string{"coordinator", "worker"}[(round/trinoVictimEvery)%2]
		control("kill", victim)
		requests.Wait()
		control("start", victim)
		return
	}
	victim := rand.IntN(len(s.running))
	s.running[victim].kill()
	requests.Wait()
	s.running[victim] = startServer(s.t.Context(), s.t, s.servers[victim])
}

func newTrinoFixture(t *testing.T, first fixtureOptions) *fixture {
	t.Helper()
	database := apptest.Database{URL: pgtest.Database(t)}
	one, two := apptest.Settings(t, database), apptest.Settings(t, database)
	s := &fixture{servers: []config.Settings{one, two}, isReadableWhileRunning: true, sql: trinoSQL, schemaPrefix: trinotest.Name() + "_"}
	settings := trinotest.Settings(t)
	s.connect = func(platform *apptest.Platform, token string) string {
		return platform.Post(token, "/api/v1/connections", map[string]any{
			"name": "Data", "platformKind": "trino", "settings": settings,
		}).Want(http.StatusCreated).Field("id")
	}
	s.build(t, one, first, "")
	s.openState(t, store.Options{URL: database.URL})
	s.openData = func(t *testing.T) *dataReader {
		t.Helper()
		return openDataReader(t, trino.New(trino.Options{}), engine.Connection{Kind: "trino", Settings: settings})
	}
	return s
}

// awaitAny waits until every acknowledged run has ended, and returns how.
func (b *acknowledgedRuns) awaitAny(t *testing.T, c *client.Client) map[int64]string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	outcomes := map[int64]string{}
	for id := range b.runs {
		for status := ""; status != "completed" && status != "failed" && status != "canceled"; outcomes[id] = status {
			found, err := c.GetRun(ctx, fmt.Sprint(id))
			if err != nil {
				t.Fatalf("run %d was acknowledged; its last status was %q; then: %v", id, status, err)
			}
			status = string(found.RunStatus)
			time.Sleep(50 * time.Millisecond)
		}
	}
	return outcomes
}

// wantEffectsOf checks that a completed run added its row once, and a failed one at most once.
func (b *acknowledgedRuns) wantEffectsOf(t *testing.T, s *fixture, data *dataReader, outcomes map[int64]string) {
	t.Helper()
	for _, environment := range s.environments {
		seen, err := data.tokens(t.Context(), s.table(environment, "core", "LOG"))
		if err != nil {
			t.Fatal(err)
		}
		for id, run := range b.runs {
			if run.environment == environment && outcomes[id] == "completed" && seen[run.token] != 1 {
				t.Errorf("run %d is completed and added its row %d times, want 1", id, seen[run.token])
			}
		}
		for token, times := range seen {
			if times != 1 {
				t.Errorf("the run with the token %q added its row %d times, want 1", token, times)
			}
		}
	}
}

func countOutcomes(outcomes map[int64]string) map[string]int {
	counts := map[string]int{}
	for _, outcome := range outcomes {
		counts[outcome]++
	}
	return counts
}
