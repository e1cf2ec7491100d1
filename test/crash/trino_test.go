package crash_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
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

// trinoKills returns how often a process is killed, and which part of the victims are processes of Trino, which take half a minute to
// start. MILLRACE_TEST_TRINO_KILLS changes the default.
func trinoKills(t *testing.T) (rounds, trinoEvery int) {
	t.Helper()
	text := os.Getenv("MILLRACE_TEST_TRINO_KILLS")
	if text == "" {
		return 4, 2
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("MILLRACE_TEST_TRINO_KILLS=%q is not a number of kills", text)
	}
	return n, 5
}

// TestRunsSurviveKillsOnTrino kills servers of Millrace, the coordinator and the worker of Trino during runs. Every run ends completed: it
// gets another owner, or it waits for Trino. Only a run of which nobody can know whether it published may fail, and it says so. Readers see
// one build, and no row is there twice.
func TestRunsSurviveKillsOnTrino(t *testing.T) {
	t.Parallel()
	control := trinotest.Control(t)
	s := newSuite(t, newTrinoFixture(t, fixtureOptions{environments: 2, files: engineSQL.files}))
	for i := range s.servers {
		s.running = append(s.running, startServer(t.Context(), t, s.servers[i]))
	}
	rounds, trinoEvery := trinoKills(t)
	victims, killed := map[string]int{}, 0
	for round := range rounds {
		if isAlmostOver(t) {
			t.Errorf("only %d of %d kills fit into the time limit of the test", round, rounds)
			break
		}
		killed++
		isTrino := round%trinoEvery == trinoEvery-1
		victim := "server"
		if isTrino {
			victim = []string{"coordinator", "worker"}[(round/trinoEvery)%2]
		}
		victims[victim]++
		s.trinoRound(victim, control)
		s.awaitFew()
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
	doubts := s.wantDoubtsOnly(outcomes)
	for _, server := range s.running {
		server.kill()
	}
	t.Logf("%d runs during %d kills %v: %v, %d in doubt", len(outcomes), killed, victims, countOutcomes(outcomes), doubts)
}

// isAlmostOver reports whether the time that is left is needed for the runs that have started.
func isAlmostOver(t *testing.T) bool {
	t.Helper()
	end, isLimited := t.Deadline()
	return isLimited && time.Until(end) < 8*time.Minute
}

// trinoRound starts runs through random servers and kills one process at a random time.
func (s *suite) trinoRound(victim string, control func(action, process string)) {
	var requests sync.WaitGroup
	for _, environment := range s.environments {
		through := s.running[rand.IntN(len(s.running))].client
		requests.Go(func() { s.acknowledged.start(s.t.Context(), through, environment, fmt.Sprintf("t%d", s.tokens.Add(1))) })
	}
	time.Sleep(time.Duration(rand.IntN(4000)) * time.Millisecond) // the time of the kill
	if victim != "server" {
		control("kill", victim)
		requests.Wait()
		control("start", victim)
		return
	}
	server := rand.IntN(len(s.running))
	s.running[server].kill()
	requests.Wait()
	s.running[server] = startServer(s.t.Context(), s.t, s.servers[server])
}

// awaitFew waits until few runs are left, so that kills meet running ones and not a queue.
func (s *suite) awaitFew() {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 15*time.Minute)
	defer cancel()
	for s.acknowledged.countUnfinished(ctx, s.t, s.running[0].client) > len(s.environments) {
		time.Sleep(200 * time.Millisecond) // polls other processes
	}
}

// countUnfinished counts the runs that have not ended, and remembers those that have.
func (b *acknowledgedRuns) countUnfinished(ctx context.Context, t *testing.T, c *client.Client) int {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	unfinished := 0
	for id := range b.runs {
		if b.ended[id] {
			continue
		}
		found, err := c.GetRun(ctx, fmt.Sprint(id))
		if err != nil {
			t.Fatalf("run %d was acknowledged; then: %v", id, err)
		}
		if isOver(string(found.RunStatus)) {
			b.ended[id] = true
			continue
		}
		unfinished++
	}
	return unfinished
}

func isOver(status string) bool {
	return status == "completed" || status == "failed" || status == "canceled"
}

func newTrinoFixture(t *testing.T, first fixtureOptions) *fixture {
	t.Helper()
	database := apptest.Database{URL: pgtest.Database(t)}
	settings := trinotest.Settings(t)
	allow := apptest.AllowConnections(t, trinotest.Address(t))
	one, two := apptest.Settings(t, database, allow), apptest.Settings(t, database, allow)
	s := &fixture{servers: []config.Settings{one, two}, isReadableWhileRunning: true, sql: trinoSQL, schemaPrefix: trinotest.Name() + "_"}
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
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	outcomes := map[int64]string{}
	for id := range b.runs {
		for status := ""; !isOver(status); outcomes[id] = status {
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

// wantDoubtsOnly checks that a run failed only because it is unknown whether a node is published, and returns how many did.
func (s *suite) wantDoubtsOnly(outcomes map[int64]string) int {
	s.t.Helper()
	doubts := 0
	for id, outcome := range outcomes {
		if outcome == "completed" {
			continue
		}
		list, err := s.running[0].client.GetRunResults(s.t.Context(), fmt.Sprint(id))
		if err != nil {
			s.t.Fatal(err)
		}
		isDoubt := false
		for _, node := range list.Data {
			if node.RunState != "failed" || node.Error == nil {
				continue
			}
			s.t.Logf("run %d is %s: %s: %s. %s", id, outcome, node.Name, node.Error.ErrorString, node.Error.ErrorDetail)
			isDoubt = isDoubt || strings.Contains(node.Error.ErrorDetail, "which of the two is unknown")
		}
		if !isDoubt {
			s.t.Errorf("run %d is %s, want completed", id, outcome)
			continue
		}
		doubts++
	}
	return doubts
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
