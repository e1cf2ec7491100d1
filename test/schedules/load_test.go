package schedules_test

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
)

// load returns how many schedules are due at the same time. MILLRACE_TEST_SCHEDULES changes the default.
func load(t *testing.T) int {
	t.Helper()
	text := os.Getenv("MILLRACE_TEST_SCHEDULES")
	if text == "" {
		return 1_000
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("MILLRACE_TEST_SCHEDULES=%q is not a number of schedules", text)
	}
	return n
}

// TestManyAtOnce lets all schedules be due in the same second, on two servers.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	count := load(t)
	// The schedules are created before a server runs. The delay is measured from the time when they are due.
	far := s.now().Add(24 * time.Hour)
	s.schedule(count, func(int) time.Time { return far.Truncate(time.Second) })
	apptest.Start(t, s.database)
	apptest.Start(t, s.database)
	due := s.now().Add(2 * time.Second).Truncate(time.Second)
	if _, err := s.raw.ExecContext(t.Context(), `UPDATE schedules SET next_due = $1`, due.UnixMilli()); err != nil {
		t.Fatal(err)
	}
	s.await(count, `run_id > 0`)
	started := s.now().Sub(due)
	s.report(count, started)
	s.await(count, `state = 'completed'`)
	t.Logf("all runs ended after %s", s.now().Sub(due).Round(10*time.Millisecond))
	s.eachFiredOnce(count)
}

// report logs how late runs started.
func (s *fixture) report(count int, took time.Duration) {
	s.t.Helper()
	late := func(share string) time.Duration {
		return time.Duration(s.number(`SELECT percentile_disc(`+share+`) WITHIN GROUP (ORDER BY started_at - due_at) FROM schedule_firings`)) *
			time.Millisecond
	}
	s.t.Logf("%d schedules due in one second on two servers: started in %s, %.0f per second; delay %s (p50), %s (p99), %s (max)",
		count, took.Round(10*time.Millisecond), float64(count)/took.Seconds(), late("0.5"), late("0.99"), late("1"))
}
