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

// kills is how often a server dies in all stands together; MILLRACE_TEST_RUN_KILLS asks for more.
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

// oneInStandsStill is how many rounds there are for each in which a server stands still instead of dying. Standing still
// for longer than a lease takes long.
const (
	oneInStandsStill = 15
	longerThanALease = 12 * time.Second
)

func TestNothingIsLostAndNothingIsDoneTwice(t *testing.T) {
	t.Parallel()
	everywhere := stage{environments: 3, files: words.files}
	t.Run("sqlite and duckdb", func(t *testing.T) {
		t.Parallel()
		newSuite(t, embeddedStand(t, everywhere)).play((kills(t) + 1) / 2)
	})
	t.Run("two servers on postgres", func(t *testing.T) {
		t.Parallel()
		newSuite(t, postgresStand(t, everywhere)).play(kills(t) / 2)
	})
}

// suite plays one fixture.
type suite struct {
	*fixture

	t       *testing.T
	book    *book
	running []*server
	tokens  atomic.Int64
	// How long runs stood still after a kill, and after a stop that no other server can shorten.
	kills, stops *pauses
}

func newSuite(t *testing.T, s *fixture) *suite {
	t.Helper()
	return &suite{fixture: s, t: t, book: &book{runs: map[int64]acknowledged{}}, kills: &pauses{fixture: s}, stops: &pauses{fixture: s}}
}

// play starts runs and ends servers for so many rounds, and then looks at everything.
func (s *suite) play(rounds int) {
	for i := range s.servers {
		s.running = append(s.running, startServer(s.t.Context(), s.t, s.servers[i]))
	}
	stopReading := s.readMeanwhile()
	for round := range rounds {
		s.round(round)
	}
	s.book.await(s.t, s.running[0].client)
	stopReading()
	if len(s.book.runs) < rounds {
		s.t.Errorf("only %d runs were acknowledged over %d kills: the test has not tested much", len(s.book.runs), rounds)
	}
	s.requireIdle()
	s.kills.wait()
	s.stops.wait()
	for _, server := range s.running {
		server.kill()
	}
	data := s.look(s.t)
	s.book.wantEffects(s.t, s.fixture, data)
	data.close(s.t)
	s.t.Logf("%d runs over %d kills; runs stood still for %s; where a server was stopped for %s and then went on, for %s",
		len(s.book.runs), rounds, s.kills, longerThanALease, s.stops)
}

// round starts runs through every server and ends one of them at a random moment.
func (s *suite) round(round int) {
	victim := rand.IntN(len(s.running))
	var asking sync.WaitGroup
	for _, environment := range s.environments {
		through := s.running[rand.IntN(len(s.running))].client
		asking.Go(func() { s.book.start(s.t.Context(), through, environment, fmt.Sprintf("t%d", s.tokens.Add(1))) })
	}
	time.Sleep(time.Duration(rand.IntN(900)) * time.Millisecond) // the moment of the kill
	if round%oneInStandsStill == oneInStandsStill-1 {
		s.standStill(victim)
		asking.Wait()
		return
	}
	s.kills.measure(s.t)
	s.running[victim].kill()
	asking.Wait()
	s.lookAtTheDead()
	s.running[victim] = startServer(s.t.Context(), s.t, s.servers[victim])
}

// standStill stops a process for longer than its leases last, and lets it go on.
func (s *suite) standStill(victim int) {
	s.stops.measure(s.t)
	s.running[victim].signal(s.t, syscall.SIGSTOP)
	time.Sleep(longerThanALease) // a lease is measured by a real clock
	s.running[victim].signal(s.t, syscall.SIGCONT)
}

// readMeanwhile looks at the tables all the time, where others can look while servers run.
func (s *suite) readMeanwhile() (stop func()) {
	if !s.isAlwaysOpen {
		return func() {}
	}
	data := s.look(s.t)
	ctx, cancel := context.WithCancel(s.t.Context())
	var reading sync.WaitGroup
	var looks atomic.Int64
	for _, table := range s.rebuilt() {
		reading.Go(func() {
			for ctx.Err() == nil {
				if err := data.checkWhole(ctx, table); err != nil && ctx.Err() == nil {
					s.t.Errorf("a reader: %v", err)
					return
				}
				looks.Add(1)
			}
		})
	}
	return func() {
		cancel()
		reading.Wait()
		data.close(s.t)
		s.t.Logf("readers looked %d times", looks.Load())
	}
}

// rebuilt are the tables that every run rebuilds.
func (s *suite) rebuilt() []string {
	var tables []string
	for _, environment := range s.environments {
		tables = append(tables, s.table(environment, "stage", "NUMBERS"), s.table(environment, "stage", "COPY"))
	}
	return tables
}

// lookAtTheDead checks the files of a killed process, which are locked while it runs.
func (s *suite) lookAtTheDead() {
	if s.isAlwaysOpen {
		return
	}
	data := s.look(s.t)
	defer data.close(s.t)
	for _, table := range s.rebuilt() {
		if err := data.checkWhole(s.t.Context(), table); err != nil {
			s.t.Errorf("after a kill: %v", err)
		}
	}
}

// requireIdle wants every environment to wait for the next run.
func (s *suite) requireIdle() {
	s.t.Helper()
	for _, environment := range s.environments {
		found, err := s.running[0].client.GetEnvironment(s.t.Context(), environment)
		if err != nil {
			s.t.Fatal(err)
		}
		if found.Status != "Waiting" {
			s.t.Errorf("environment %s is %q", environment, found.Status)
		}
	}
}

// percentile of durations in order.
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
