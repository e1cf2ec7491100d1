package execute_test

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/run"
)

// outageFrom is an engine that is gone for a time from the first call for which a condition is true. The outcome is that of the first call.
func outageFrom(is func(simengine.Call) bool, lasting time.Duration, first simengine.CallOutcome) simengine.FaultInjector {
	var mu sync.Mutex
	var end time.Time
	return faultFunc(func(call simengine.Call) simengine.CallOutcome {
		mu.Lock()
		defer mu.Unlock()
		if end.IsZero() && is(call) {
			end = time.Now().Add(lasting)
			return first
		}
		return simengine.CallOutcome{Lost: time.Now().Before(end)}
	})
}

// TestRunsWaitForARestart: a cluster is gone for minutes, whatever the run was doing. The run waits, and publishes once.
func TestRunsWaitForARestart(t *testing.T) {
	t.Parallel()
	isWork := func(call simengine.Call) bool { return strings.HasPrefix(call.Statement, "SLEEP") }
	for name, tt := range map[string]struct {
		is    func(simengine.Call) bool
		first simengine.CallOutcome
	}{
		"preparation":                   {operation("prepare"), simengine.CallOutcome{Lost: true}},
		"versions":                      {operation("versions"), simengine.CallOutcome{Lost: true}},
		"statement before":              {isWork, simengine.CallOutcome{Lost: true}},
		"publication":                   {isPublishing, simengine.CallOutcome{Lost: true}},
		"answer to the publication":     {isPublishing, simengine.CallOutcome{Mute: true}},
		"publication with a lost id":    {isPublishing, simengine.CallOutcome{Lost: true, Unnamed: true}},
		"publication that comes late":   {isPublishing, simengine.CallOutcome{Late: time.Minute}},
		"publication that comes at end": {isPublishing, simengine.CallOutcome{Late: 3 * time.Minute}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newStatementFixture()
				f.server.RestartTime = 5 * time.Minute
				f.faults = outageFrom(tt.is, 3*time.Minute, tt.first)
				began := time.Now()
				result := f.run(t, tableNode("SLEEP 1ms", add), 1)
				expect(t, "state", result.State, run.NodeComplete)
				if waited := time.Since(began); waited < 3*time.Minute || waited > 4*time.Minute {
					t.Errorf("the run took %s", waited)
				}
				time.Sleep(time.Hour)
				expect(t, "publications", len(f.server.Commits()), 1)
			})
		})
	}
}

// TestNewOwnerWaitsForARestart: the engine is gone when the new owner starts.
func TestNewOwnerWaitsForARestart(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"prepare", "fence", "versions"} {
		synctest.Test(t, func(t *testing.T) {
			f := newStatementFixture()
			f.server.RestartTime = 5 * time.Minute
			f.faults = outageFrom(operation(at), 3*time.Minute, simengine.CallOutcome{Lost: true})
			result := f.run(t, tableNode(add), 2)
			expect(t, "state after an outage at "+at, result.State, run.NodeComplete)
		})
	}
}

// TestLongOutageFailsTheRun: the wait has a limit, once, and the problem says what happened.
func TestLongOutageFailsTheRun(t *testing.T) {
	t.Parallel()
	for _, epoch := range []int64{1, 2} {
		synctest.Test(t, func(t *testing.T) {
			f := newStatementFixture()
			f.server.RestartTime = 5 * time.Minute
			f.faults = outageFrom(func(simengine.Call) bool { return true }, time.Hour, simengine.CallOutcome{Lost: true})
			began := time.Now()
			outcome, ended := execute.Execute(t.Context(), f.request(tableNode(add), epoch))
			expect(t, "ended", ended, true)
			expect(t, "outcome", outcome, run.Outcome{Status: run.Failed, Reason: "the engine is unavailable"})
			if waited := time.Since(began); waited < 5*time.Minute || waited > 6*time.Minute {
				t.Errorf("the run took %s", waited)
			}
		})
	}
}

// TestStatementThatLosesMachinesIsNotRepeatedForLong: an engine that answers is not waited for, so a statement that ends a machine of the
// cluster each time is repeated a few times only.
func TestStatementThatLosesMachinesIsNotRepeatedForLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newStatementFixture()
		f.server.RestartTime = 5 * time.Minute
		f.faults = times(1000, func(call simengine.Call) bool { return strings.HasPrefix(call.Statement, "SLEEP") }, simengine.CallOutcome{Lost: true})
		began := time.Now()
		result := f.run(t, tableNode("SLEEP 1ms", add), 1)
		expect(t, "state", result.State, run.NodeFailed)
		expect(t, "attempts", result.Attempt, 6)
		expect(t, "waited", time.Since(began), 15500*time.Millisecond)
	})
}
