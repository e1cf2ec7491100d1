package scale_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"
)

// Every organization has this much.
const (
	environmentsEach = 10
	schedulesEach    = 100
	nodesEach        = 100 // in each environment
	nodesOfARun      = 10
)

// size is how large the deployment is, and how long its day takes.
type size struct {
	organizations int
	workers       int
	day           time.Duration
}

func (s size) schedules() int { return s.organizations * schedulesEach }
func (s size) nodes() int     { return s.organizations * environmentsEach * nodesEach }

func (s size) String() string {
	return fmt.Sprintf("%d organizations, %d schedules, %d deployed nodes, %d workers, a day in %s", s.organizations, s.schedules(), s.nodes(), s.workers, s.day)
}

// sizeOf returns the size that the environment variables name; a small one without them.
func sizeOf(t *testing.T) size {
	t.Helper()
	s := size{organizations: 2, workers: 4, day: 4 * time.Second}
	if text := os.Getenv("MILLRACE_TEST_SCALE"); text != "" {
		scale, err := strconv.ParseFloat(text, 64)
		if err != nil || scale < 0.001 || scale > 10 {
			t.Fatalf("MILLRACE_TEST_SCALE=%q is not a number from 0.001 to 10", text)
		}
		s.organizations, s.workers = int(1_000*scale), 20
		s.day = time.Duration(s.schedules()/50) * time.Second
	}
	if text := os.Getenv("MILLRACE_TEST_DAY"); text != "" {
		day, err := time.ParseDuration(text)
		if err != nil || day < time.Second {
			t.Fatalf("MILLRACE_TEST_DAY=%q is not a duration", text)
		}
		s.day = day
	}
	return s
}
