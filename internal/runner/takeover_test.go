package runner_test

import (
	"context"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
)

// stuckFence is an engine that does not end a session.
type stuckFence struct{ simengine.NoFaults }

func (stuckFence) Outcome(call simengine.Call) simengine.CallOutcome {
	if call.Operation == "fence" {
		return simengine.CallOutcome{Wait: 1000 * time.Hour}
	}
	return simengine.CallOutcome{}
}

// TestTakeoverOfCanceledRunStopsAtShutdown: the takeover continues after the cancel, because the statements of the
// earlier owner must be stopped, but not after its process was told to stop.
func TestTakeoverOfCanceledRunStopsAtShutdown(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insert(1, "SLEEP 1h")
		_, stopFirst := f.start(nil)
		time.Sleep(time.Minute)
		if err := stopFirst(); err != nil {
			f.t.Fatal(err)
		}
		_, stop := f.start(func(o *runner.Options) {
			o.Engine = func(context.Context, project.EngineUse) (engine.Engine, func(), error) {
				return f.server.Connect(stuckFence{}), func() {}, nil
			}
		})
		time.Sleep(time.Minute)
		f.database.cancel(key)
		time.Sleep(time.Minute)
		began := time.Now()
		if err := stop(); err != nil && !fault.Is(err, fault.Unavailable) {
			f.t.Error(err)
		}
		if took := time.Since(began); took > time.Hour {
			f.t.Errorf("the process stopped after %s", took)
		}
		if status := f.database.get(key).run.Status; status != run.Running {
			f.t.Errorf("the run is %s before the engine confirmed the stop", status)
		}
	})
}
