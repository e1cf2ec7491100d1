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
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/transform"
)

// house is a state database and an engine, with processes that work on both.
type house struct {
	t        *testing.T
	database *stateDatabase
	server   *simengine.Server
}

func newHouse(t *testing.T) *house {
	t.Helper()
	return &house{t, newStateDatabase(), simengine.NewServer(nil)}
}

func (h *house) open(context.Context, ids.Organization, ids.Connection) (engine.Engine, func(), error) {
	return h.server.Connect(simengine.NoFaults{}), func() {}, nil
}

// start starts a process; stop ends it and waits for it.
func (h *house) start(change func(*runner.Options)) (r *runner.Runner, stop func() error) {
	options := runner.Options{Store: fairLine(h.database), Engine: h.open, Owner: ids.New[string]()}
	if change != nil {
		change(&options)
	}
	r = runner.New(options)
	ctx, cancel := context.WithCancel(h.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx) }()
	return r, func() error {
		cancel()
		return <-ended
	}
}

// insert stores a run of one node after the other.
func (h *house) insert(environment ids.Environment, statements ...string) run.Key {
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
	return h.database.insert(environment, p, run.Details{Parallelism: 2})
}

func (h *house) expect(key run.Key, status run.Status, states string) {
	h.t.Helper()
	stored := h.database.get(key)
	if stored.run.Status != status {
		h.t.Errorf("run %d is %s (%s), want %s", key.Run, stored.run.Status, stored.run.FailureReason, status)
	}
	var said []string
	for i := range stored.plan.Nodes {
		if result, ok := stored.results[stored.plan.Nodes[i].ID]; ok {
			said = append(said, string(result.State))
		}
	}
	if got := strings.Join(said, ", "); got != states {
		h.t.Errorf("the nodes of run %d are %q, want %q", key.Run, got, states)
	}
}

// allComplete is what the nodes of a run of three are in the end.
const allComplete = "complete, complete" + ", complete"

// inBubble is a test with a clock of its own.
func inBubble(t *testing.T, test func(h *house)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		test(newHouse(t))
	})
}

func TestARunIsCarriedOut(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insert(1, "APPEND A 1", "APPEND B 1")
		_, stop := h.start(nil)
		time.Sleep(time.Second)
		h.expect(key, run.Completed, "complete, complete")
		if err := stop(); err != nil {
			h.t.Error(err)
		}
		if len(h.server.Table("B")) != 1 || h.server.LedgerSize() != 0 {
			h.t.Error("it was not published, or not forgotten")
		}
	})
}

// TestWake: a run that was stored here starts at once, and one that is canceled here stops at once.
func TestWake(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		r, stop := h.start(func(o *runner.Options) { o.Poll = time.Hour })
		time.Sleep(time.Minute)
		key := h.insert(1, "APPEND A 1", "SLEEP 1h", "APPEND C 1")
		r.Wake()
		synctest.Wait()
		if stored := h.database.get(key); stored.run.Status != run.Running {
			h.t.Errorf("the run is %s", stored.run.Status)
		}
		time.Sleep(100 * time.Millisecond)
		h.expect(key, run.Running, "complete, running")
		h.database.cancel(key)
		r.Wake()
		r.Wake()
		synctest.Wait()
		h.expect(key, run.Canceled, "complete, canceled, canceled")
		_ = stop()
	})
}

// TestPolling: what another process stored or canceled is seen within half a second.
func TestPolling(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		_, stop := h.start(nil)
		time.Sleep(time.Minute)
		key := h.insert(1, "SLEEP 1h")
		time.Sleep(550 * time.Millisecond)
		h.expect(key, run.Running, "running")
		h.database.cancel(key)
		time.Sleep(550 * time.Millisecond)
		h.expect(key, run.Canceled, "canceled")
		_ = stop()
	})
}

// TestShutdown: the work is given back, and the next process goes on with it at once.
func TestShutdown(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insert(1, "APPEND A 1", "SLEEP 1m", "APPEND C 1")
		_, stop := h.start(nil)
		time.Sleep(30 * time.Second)
		if err := stop(); err != nil {
			h.t.Error(err)
		}
		h.expect(key, run.Running, "complete, running")
		label := engine.Label{WorkID: ownerOf(h.database.get(key).run), Epoch: 1}
		if statements, transactions := h.server.Active(label); statements+transactions > 0 {
			h.t.Error("something is left in the engine")
		}
		_, stop = h.start(nil)
		time.Sleep(61 * time.Second)
		h.expect(key, run.Completed, allComplete)
		if stored := h.database.get(key); stored.run.Epoch != 2 || stored.results["B"].Attempt != 2 {
			h.t.Errorf("epoch %d, attempt %d", stored.run.Epoch, stored.results["B"].Attempt)
		}
		_ = stop()
	})
}

func TestRunsOfOneEnvironmentWait(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		first, second, other := h.insert(1, "SLEEP 10s"), h.insert(1, "SLEEP 10s"), h.insert(2, "SLEEP 10s")
		_, stop := h.start(nil)
		time.Sleep(9 * time.Second)
		h.expect(first, run.Running, "running")
		h.expect(second, run.WaitingToRun, "")
		h.expect(other, run.Running, "running")
		time.Sleep(1050 * time.Millisecond) // the second begins when the first ends, not when somebody asks again
		h.expect(first, run.Completed, "complete")
		h.expect(second, run.Running, "running")
		_ = stop()
	})
}

func TestMostRuns(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		for environment := range 10 {
			h.insert(ids.Environment(environment), "SLEEP 1m")
		}
		_, stop := h.start(func(o *runner.Options) { o.MaxRuns = 4 })
		for range 3 {
			time.Sleep(30 * time.Second)
			running := 0
			for i := range h.database.runs {
				if h.database.get(h.database.runs[i].run.Key()).run.Status == run.Running {
					running++
				}
			}
			if running > 4 || running == 0 {
				h.t.Errorf("%d runs at once", running)
			}
			time.Sleep(31 * time.Second)
		}
		_ = stop()
	})
}

// TestAConnectionThatIsNotThere fails the run in words that people understand.
func TestAConnectionThatIsNotThere(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insert(1, "APPEND A 1", "APPEND B 1")
		_, stop := h.start(func(o *runner.Options) {
			o.Engine = func(context.Context, ids.Organization, ids.Connection) (engine.Engine, func(), error) {
				return nil, nil, fault.New(fault.NotFound, "connection 7 was not found").WithHint("Choose another one.")
			}
		})
		time.Sleep(time.Second)
		h.expect(key, run.Failed, "failed, skipped")
		stored := h.database.get(key)
		if stored.run.FailureReason != "connection 7 was not found" || stored.results["A"].Problem.Message != stored.run.FailureReason {
			h.t.Errorf("%+v", stored)
		}
		_ = stop()
	})
}

// TestAPanicFailsTheRun and leaves the others alone.
func TestAPanicFailsTheRun(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key, other := h.insert(1, "APPEND A 1"), h.insert(2, "APPEND B 1")
		var calls atomic.Int32
		_, stop := h.start(func(o *runner.Options) {
			o.MaxRuns = 1
			o.Engine = func(ctx context.Context, organization ids.Organization, connection ids.Connection) (engine.Engine, func(), error) {
				if calls.Add(1) == 1 {
					return nil, func() {}, nil // an engine that is nil
				}
				return h.open(ctx, organization, connection)
			}
		})
		time.Sleep(time.Second)
		h.expect(key, run.Failed, "")
		h.expect(other, run.Completed, "complete")
		_ = stop()
	})
}

// TestIsAlone: after a crash nobody has to wait for a lease that cannot be alive.
func TestIsAlone(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insert(1, "APPEND A 1")
		h.database.claim(run.ClaimRequest{Owner: "crashed", Length: 10 * time.Second})
		_, stop := h.start(func(o *runner.Options) { o.IsAlone = true })
		time.Sleep(100 * time.Millisecond)
		h.expect(key, run.Completed, "complete")
		_ = stop()
	})
}

func TestACrashedOwnerIsReplaced(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insert(1, "APPEND A 1")
		h.database.claim(run.ClaimRequest{Owner: "crashed", Length: 10 * time.Second})
		_, stop := h.start(nil)
		time.Sleep(9 * time.Second)
		h.expect(key, run.Running, "")
		time.Sleep(1600 * time.Millisecond)
		h.expect(key, run.Completed, "complete")
		_ = stop()
	})
}
