package schedules_test

import (
	"testing"
	"time"
)

const (
	killed = 240 // number of schedules
	kills  = 4
)

// TestKilledServersLoseNoFirings kills servers with SIGKILL, in turn, each time after some more firings have started
// their runs. Another server starts the firings that a killed server had claimed, and continues the runs that it had
// started.
func TestKilledServersLoseNoFirings(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	begin := s.now().Add(3 * time.Second).Truncate(time.Second)
	s.schedule(killed, func(i int) time.Time { return begin.Add(time.Duration(i/(killed/6)) * time.Second) })
	settings, running := s.servers()
	for i := range kills {
		s.await((i+1)*killed/(kills+1), `run_id > 0`)
		running[i%2].kill()
		running[i%2] = startServer(t, settings[i%2])
	}
	s.await(killed, `state = 'completed'`)
	s.eachFiredOnce(killed)
}
