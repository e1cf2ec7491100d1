package runner_test

import (
	"context"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
)

// deafToFences is an engine that does not let go of a session.
type deafToFences struct{ simengine.NoFaults }

func (deafToFences) Outcome(call simengine.Call) simengine.CallOutcome {
	if call.Operation == "fence" {
		return simengine.CallOutcome{Wait: 1000 * time.Hour}
	}
	return simengine.CallOutcome{}
}

// TestATakeoverOfACanceledRunCanEnd: it goes on after the cancel, because what the owner before began has to be stopped, but
// not after its process was told to stop.
func TestATakeoverOfACanceledRunCanEnd(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insert(1, "SLEEP 1h")
		_, stopFirst := h.start(nil)
		time.Sleep(time.Minute)
		if err := stopFirst(); err != nil {
			h.t.Fatal(err)
		}
		_, stop := h.start(func(o *runner.Options) {
			o.Engine = func(context.Context, ids.Organization, ids.Connection) (engine.Engine, func(), error) {
				return h.server.Connect(deafToFences{}), func() {}, nil
			}
		})
		time.Sleep(time.Minute)
		h.database.cancel(key)
		time.Sleep(time.Minute)
		began := time.Now()
		if err := stop(); err != nil && !fault.Is(err, fault.Unavailable) {
			h.t.Error(err)
		}
		if took := time.Since(began); took > time.Hour {
			h.t.Errorf("the process stopped after %s", took)
		}
		if status := h.database.get(key).run.Status; status != run.Running {
			h.t.Errorf("the run is %s, and nobody knows whether it has stopped", status)
		}
	})
}
