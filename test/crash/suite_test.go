package crash_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// kills returns how often a server is killed, in all fixtures together. MILLRACE_TEST_RUN_KILLS changes the default.
func kills(t *testing.T) int {
	t.Helper()
	text := os.Getenv("MILLRACE_TEST_RUN_KILLS")
	if text == "" {
		return 60
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("MILLRACE_TEST_RUN_KILLS=%q is not a number of kills", text)
	}
	return n
}

// One of pauseEvery rounds pauses a server instead of killing it, because a pause that is longer than a lease takes
// long.
const (
	pauseEvery    = 15
	pauseDuration = 12 * time.Second
)

func TestRunsSurviveKills(t *testing.T) {
	t.Parallel()
	options := fixtureOptions{environments: 3, files: engineSQL.files}
	t.Run("sqlite and duckdb", func(t *testing.T) {
		t.Parallel()
		newSuite(t, newEmbeddedFixture(t, options)).runRounds((kills(t) + 1) / 2)
	})
	t.Run("two servers on postgres", func(t *testing.T) {
		t.Parallel()
		newSuite(t, newPostgresFixture(t, options)).runRounds(kills(t) / 2)
	})
}

// suite runs the refresh test on one fixture.
type suite struct {
	*fixture

	t            *testing.T
	acknowledged *acknowledgedRuns
	running      []*server
	tokens       atomic.Int64
	// How long runs had no owner after a kill, and after a pause of their server.
	kills, stops *ownerlessTimes
}

func newSuite(t *testing.T, s *fixture) *suite {
	t.Helper()
	return &suite{fixture: s, t: t, acknowledged: newAcknowledgedRuns(), kills: &ownerlessTimes{fixture: s}, stops: &ownerlessTimes{fixture: s}}
}

// runRounds starts runs and kills servers in each round, and then checks all runs and the data.
func (s *suite) runRounds(rounds int) {
	for i := range s.servers {
		s.running = append(s.running, startServer(s.t.Context(), s.t, s.servers[i]))
	}
	stopReading := s.readDuringRuns()
	for round := range rounds {
		s.round(round)
	}
	s.acknowledged.await(s.t, s.running[0].client)
	stopReading()
	if len(s.acknowledged.runs) < rounds {
		s.t.Errorf("only %d runs were acknowledged during %d kills, want at least one per kill", len(s.acknowledged.runs), rounds)
	}
	s.requireIdle()
	s.kills.wait()
	s.stops.wait()
	for _, server := range s.running {
		server.kill()
	}
	data := s.openData(s.t)
	s.acknowledged.wantEffects(s.t, s.fixture, data)
	data.close(s.t)
	s.t.Logf("%d runs during %d kills; time without an owner: %s; with a server paused for %s: %s",
		len(s.acknowledged.runs), rounds, s.kills, pauseDuration, s.stops)
}

// round starts runs through random servers and kills or pauses one server at a random time.
func (s *suite) round(round int) {
	victim := rand.IntN(len(s.running))
	var requests sync.WaitGroup
	for _, environment := range s.environments {
		through := s.running[rand.IntN(len(s.running))].client
		requests.Go(func() { s.acknowledged.start(s.t.Context(), through, environment, fmt.Sprintf("t%d", s.tokens.Add(1))) })
	}
	time.Sleep(time.Duration(rand.IntN(900)) * time.Millisecond) // the time of the kill
	if round%pauseEvery == pauseEvery-1 {
		s.pauseServer(victim)
		requests.Wait()
		return
	}
	s.kills.measure(s.t)
	s.running[victim].kill()
	requests.Wait()
	s.checkFilesAfterKill()
	s.running[victim] = startServer(s.t.Context(), s.t, s.servers[victim])
}

// pauseServer stops a process for longer than its leases, and continues it.
func (s *suite) pauseServer(victim int) {
	s.stops.measure(s.t)
	s.running[victim].signal(s.t, syscall.SIGSTOP)
	time.Sleep(pauseDuration) // leases use the real clock
	s.running[victim].signal(s.t, syscall.SIGCONT)
}

// readDuringRuns reads the tables continuously, if the engine allows it while servers run.
func (s *suite) readDuringRuns() (stop func()) {
	if !s.isReadableWhileRunning {
		return func() {}
	}
	data := s.openData(s.t)
	ctx, cancel := context.WithCancel(s.t.Context())
	pause := readPause()
	var reading sync.WaitGroup
	var reads atomic.Int64
	for _, table := range s.rebuilt() {
		reading.Go(func() {
			for ctx.Err() == nil {
				if err := data.checkOneBuild(ctx, table); err != nil && ctx.Err() == nil {
					s.t.Errorf("during a run: %v", err)
					return
				}
				reads.Add(1)
				time.Sleep(pause)
			}
		})
	}
	return func() {
		cancel()
		reading.Wait()
		data.close(s.t)
		s.t.Logf("readers read %d times", reads.Load())
	}
}

// readPause returns how long a reader waits between two reads. Readers without a pause take processor time from all other tests, so
// only a suite with a number of kills of its own, such as `make kill-suite`, has them.
func readPause() time.Duration {
	if os.Getenv("MILLRACE_TEST_RUN_KILLS") != "" {
		return 0
	}
	return 20 * time.Millisecond
}

// rebuilt returns the tables that every run rebuilds.
func (s *suite) rebuilt() []string {
	var tables []string
	for _, environment := range s.environments {
		tables = append(tables, s.table(environment, "stage", "NUMBERS"), s.table(environment, "stage", "COPY"))
	}
	return tables
}

// checkFilesAfterKill checks the files of a killed process. A running process has them locked.
func (s *suite) checkFilesAfterKill() {
	if s.isReadableWhileRunning {
		return
	}
	data := s.openData(s.t)
	defer data.close(s.t)
	for _, table := range s.rebuilt() {
		if err := data.checkOneBuild(s.t.Context(), table); err != nil {
			s.t.Errorf("after a kill: %v", err)
		}
	}
}

// requireIdle expects that no environment has a run.
func (s *suite) requireIdle() {
	s.t.Helper()
	for _, environment := range s.environments {
		found, err := s.running[0].client.GetEnvironment(s.t.Context(), environment)
		if err != nil {
			s.t.Fatal(err)
		}
		if found.Status != "Waiting" {
			s.t.Errorf("environment %s has the status %q, want Waiting", environment, found.Status)
		}
	}
}

// percentile returns a percentile of sorted durations.
func percentile(sorted []time.Duration, p float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(p*float64(len(sorted))))]
}

func sorted(list []time.Duration) []time.Duration {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}
