package runner_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
)

// TestShortRunIsWrittenOnce: the results of a run that takes a few milliseconds are written with its end.
func TestShortRunIsWrittenOnce(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		var writes [2]atomic.Int32
		_, stop := f.start(func(o *runner.Options) {
			o.Store = changeableLine(f.database, func(operation string) error {
				switch operation {
				case "save":
					writes[0].Add(1)
				case "finish":
					writes[1].Add(1)
				}
				return nil
			})
		})
		key := f.insert(1, "APPEND A 1", "APPEND B 1", "APPEND C 1")
		time.Sleep(time.Minute)
		f.expect(key, run.Completed, allComplete)
		if saves, ends := writes[0].Load(), writes[1].Load(); saves != 0 || ends != 1 {
			t.Errorf("%d writes of results and %d of the end, want 0 and 1", saves, ends)
		}
		_ = stop()
	})
}

// countingCleanups counts the statements that delete rows of ledgers.
type countingCleanups struct {
	simengine.NoFaults

	cleanups atomic.Int32
}

func (c *countingCleanups) Outcome(call simengine.Call) simengine.CallOutcome {
	if strings.HasPrefix(call.Statement, "DELETE FROM") {
		c.cleanups.Add(1)
	}
	return simengine.CallOutcome{}
}

// TestLedgersAreCleanedTogether: one statement deletes the ledger rows of many runs, and none stays, also at shutdown.
func TestLedgersAreCleanedTogether(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		counted := &countingCleanups{}
		shared := f.server.Connect(counted)
		var users atomic.Int32
		r, stop := f.start(func(o *runner.Options) {
			o.Engine = func(context.Context, project.EngineUse) (engine.Engine, func(), error) {
				users.Add(1)
				return shared, func() { users.Add(-1) }, nil
			}
		})
		for environment := range ids.Environment(20) {
			f.insert(environment+1, "APPEND A 1")
		}
		r.Wake()
		time.Sleep(time.Minute)
		if count, rows := counted.cleanups.Load(), f.server.LedgerSize(); count != 1 || rows != 0 {
			t.Errorf("%d statements left %d rows, want 1 and 0", count, rows)
		}
		key := f.insert(1, "APPEND A 1")
		r.Wake()
		time.Sleep(100 * time.Millisecond)
		f.expect(key, run.Completed, "complete")
		_ = stop()
		if rows := f.server.LedgerSize(); rows != 0 || users.Load() != 0 {
			t.Errorf("%d rows and %d users of the engine are left", rows, users.Load())
		}
	})
}
