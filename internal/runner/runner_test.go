package runner_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/transform"
)

// fixture is a state database and an engine, with processes that use both.
type fixture struct {
	t        *testing.T
	database *stateDatabase
	server   *simengine.Server
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	return &fixture{t, newStateDatabase(), simengine.NewServer(nil)}
}

func (f *fixture) open(context.Context, project.EngineUse) (engine.Engine, func(), error) {
	return f.server.Connect(simengine.NoFaults{}), func() {}, nil
}

// start starts a process; stop ends it and waits for it.
func (f *fixture) start(change func(*runner.Options)) (r *runner.Runner, stop func() error) {
	options := runner.Options{Store: reliableLine(f.database), Engine: f.open, Owner: ids.New[string]()}
	if change != nil {
		change(&options)
	}
	r = runner.New(options)
	ctx, cancel := context.WithCancel(f.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx) }()
	return r, func() error {
		cancel()
		return <-ended
	}
}

// insert stores a run of a chain of nodes.
func (f *fixture) insert(environment ids.Environment, statements ...string) run.Key {
	var p plan.Plan
	for i, statement := range statements {
		node := plan.Node{
			ID: transform.NodeID(rune('A' + i)), Name: string(rune('A' + i)), Location: "STG",
			Stages: []plan.Stage{{Name: "load", Kind: plan.SQL, SQL: statement}},
		}
		if i > 0 {
			node.Upstream = []int{i - 1}
		}
		p.Nodes = append(p.Nodes, node)
	}
	return f.database.insert(environment, p, run.Details{Parallelism: 2})
}

func (f *fixture) expect(key run.Key, status run.Status, states string) {
	f.t.Helper()
	stored := f.database.get(key)
	if stored.run.Status != status {
		f.t.Errorf("run %d is %s (%s), want %s", key.Run, stored.run.Status, stored.run.FailureReason, status)
	}
	var said []string
	for i := range stored.plan.Nodes {
		if result, ok := stored.results[stored.plan.Nodes[i].ID]; ok {
			said = append(said, string(result.State))
		}
	}
	if got := strings.Join(said, ", "); got != states {
		f.t.Errorf("the nodes of run %d are %q, want %q", key.Run, got, states)
	}
}

// allComplete is the final state of the nodes of a run of three.
const allComplete = "complete, complete" + ", complete"

// inBubble runs a test with a simulated clock.
func inBubble(t *testing.T, test func(f *fixture)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		test(newFixture(t))
	})
}

func TestRunIsExecuted(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insert(1, "APPEND A 1", "APPEND B 1")
		_, stop := f.start(nil)
		time.Sleep(time.Second)
		f.expect(key, run.Completed, "complete, complete")
		if err := stop(); err != nil {
			f.t.Error(err)
		}
		if len(f.server.Table("B")) != 1 || f.server.LedgerSize() != 0 {
			f.t.Error("it was not published, or not forgotten")
		}
	})
}

// TestWake: a run that was stored in this process starts at once, and a run that was canceled here stops at once.
func TestWake(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		r, stop := f.start(func(o *runner.Options) { o.Poll = time.Hour })
		time.Sleep(time.Minute)
		key := f.insert(1, "APPEND A 1", "SLEEP 1h", "APPEND C 1")
		r.Wake()
		synctest.Wait()
		if stored := f.database.get(key); stored.run.Status != run.Running {
			f.t.Errorf("the run is %s", stored.run.Status)
		}
		time.Sleep(100 * time.Millisecond)
		f.expect(key, run.Running, "complete, running")
		f.database.cancel(key)
		r.Wake()
		r.Wake()
		synctest.Wait()
		f.expect(key, run.Canceled, "complete, canceled, canceled")
		_ = stop()
	})
}

// TestPolling: a change by another process is seen within half a second.
func TestPolling(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		_, stop := f.start(nil)
		time.Sleep(time.Minute)
		key := f.insert(1, "SLEEP 1h")
		time.Sleep(550 * time.Millisecond)
		f.expect(key, run.Running, "running")
		f.database.cancel(key)
		time.Sleep(550 * time.Millisecond)
		f.expect(key, run.Canceled, "canceled")
		_ = stop()
	})
}

// TestShutdownReleasesRuns: the next process continues the run at once.
func TestShutdownReleasesRuns(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insert(1, "APPEND A 1", "SLEEP 1m", "APPEND C 1")
		_, stop := f.start(nil)
		time.Sleep(30 * time.Second)
		if err := stop(); err != nil {
			f.t.Error(err)
		}
		f.expect(key, run.Running, "complete, running")
		label := engine.Label{WorkID: ownerOf(f.database.get(key).run), Epoch: 1}
		if statements, transactions := f.server.Active(label); statements+transactions > 0 {
			f.t.Error("something is left in the engine")
		}
		_, stop = f.start(nil)
		time.Sleep(61 * time.Second)
		f.expect(key, run.Completed, allComplete)
		if stored := f.database.get(key); stored.run.Epoch != 2 || stored.results["B"].Attempt != 2 {
			f.t.Errorf("epoch %d, attempt %d", stored.run.Epoch, stored.results["B"].Attempt)
		}
		_ = stop()
	})
}

func TestRunsOfOneEnvironmentWait(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		first, second, other := f.insert(1, "SLEEP 10s"), f.insert(1, "SLEEP 10s"), f.insert(2, "SLEEP 10s")
		_, stop := f.start(nil)
		time.Sleep(9 * time.Second)
		f.expect(first, run.Running, "running")
		f.expect(second, run.WaitingToRun, "")
		f.expect(other, run.Running, "running")
		time.Sleep(1050 * time.Millisecond) // the second starts when the first ends, not with the next poll
		f.expect(first, run.Completed, "complete")
		f.expect(second, run.Running, "running")
		_ = stop()
	})
}

func TestMaxRunsLimitsClaims(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		for environment := range 10 {
			f.insert(ids.Environment(environment), "SLEEP 1m")
		}
		_, stop := f.start(func(o *runner.Options) { o.MaxRuns = 4 })
		for range 3 {
			time.Sleep(30 * time.Second)
			running := 0
			for i := range f.database.runs {
				if f.database.get(f.database.runs[i].run.Key()).run.Status == run.Running {
					running++
				}
			}
			if running > 4 || running == 0 {
				f.t.Errorf("%d runs at once", running)
			}
			time.Sleep(31 * time.Second)
		}
		_ = stop()
	})
}

// TestMissingConnectionFailsTheRun with a clear message.
func TestMissingConnectionFailsTheRun(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insert(1, "APPEND A 1", "APPEND B 1")
		_, stop := f.start(func(o *runner.Options) {
			o.Engine = func(context.Context, project.EngineUse) (engine.Engine, func(), error) {
				return nil, nil, fault.New(fault.NotFound, "connection 7 was not found").WithHint("Choose another one.")
			}
		})
		time.Sleep(time.Second)
		f.expect(key, run.Failed, "failed, skipped")
		stored := f.database.get(key)
		if stored.run.FailureReason != "connection 7 was not found" || stored.results["A"].Problem.Message != stored.run.FailureReason {
			f.t.Errorf("%+v", stored)
		}
		_ = stop()
	})
}

// TestPanicFailsOneRun: other runs continue.
func TestPanicFailsOneRun(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key, other := f.insert(1, "APPEND A 1"), f.insert(2, "APPEND B 1")
		var calls atomic.Int32
		_, stop := f.start(func(o *runner.Options) {
			o.MaxRuns = 1
			o.Engine = func(ctx context.Context, use project.EngineUse) (engine.Engine, func(), error) {
				if calls.Add(1) == 1 {
					return nil, func() {}, nil // a nil engine
				}
				return f.open(ctx, use)
			}
		})
		time.Sleep(time.Second)
		f.expect(key, run.Failed, "")
		f.expect(other, run.Completed, "complete")
		_ = stop()
	})
}

// TestIsAloneEndsOldLeases: after a crash a single process does not wait for the old leases.
func TestIsAloneEndsOldLeases(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insert(1, "APPEND A 1")
		f.database.claim(run.ClaimRequest{Owner: "crashed", Length: 10 * time.Second})
		_, stop := f.start(func(o *runner.Options) { o.IsAlone = true })
		time.Sleep(100 * time.Millisecond)
		f.expect(key, run.Completed, "complete")
		_ = stop()
	})
}

func TestCrashedOwnerIsReplaced(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insert(1, "APPEND A 1")
		f.database.claim(run.ClaimRequest{Owner: "crashed", Length: 10 * time.Second})
		_, stop := f.start(nil)
		time.Sleep(9 * time.Second)
		f.expect(key, run.Running, "")
		time.Sleep(1600 * time.Millisecond)
		f.expect(key, run.Completed, "complete")
		_ = stop()
	})
}
