package runner_test

import (
	"testing"

	"github.com/millrace/millrace/internal/execute/simengine"
)

// TestSabotageIsDetected disables one safeguard at a time and expects the simulation to detect it. A simulation that
// accepts a broken runner proves nothing about a correct one.
func TestSabotageIsDetected(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]sabotage{
		"owners do not notice the end of their lease": {engine: simengine.Mutations{SkipEpochCheck: true}, trustsTooLong: true},
		"publications are not recorded":               {engine: simengine.Mutations{SkipLedger: true}},
		"selected nodes are not stored":               {forgetsPlans: true},
		"marks are ignored and no session is ended":   {engine: simengine.Mutations{SkipEpochCheck: true, SkipFence: true}},
		"statements ignore changes of the table":      {byStatement: true, engine: simengine.Mutations{SkipSnapshots: true}},
		"versions show no markers and no queries":     {byStatement: true, engine: simengine.Mutations{HideVersions: true}},
		"sent statements are not stored before":       {byStatement: true, forgetsSent: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const most = 2000
			for seed := uint64(1); seed <= most; seed++ {
				if violations := simulate(t, seed, broken); len(violations) > 0 {
					t.Logf("noticed with seed %d: %s", seed, violations[0])
					return
				}
			}
			t.Errorf("nothing was noticed with %d seeds", most)
		})
	}
}

// TestLeaseAloneProtects: while clocks are right, replaced owners do no harm even if the ledger ignores marks.
func TestLeaseAloneProtects(t *testing.T) {
	t.Parallel()
	first, last := uint64(1), *seeds/10
	if *oneSeed != 0 {
		first, last = *oneSeed, *oneSeed
	}
	for seed := first; seed <= last; seed++ {
		report(t, seed, simulate(t, seed, sabotage{engine: simengine.Mutations{SkipEpochCheck: true}}))
	}
}
