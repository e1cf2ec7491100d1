package runner_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
)

// cutLine is a line that a test can change at any time.
func cutLine(database *stateDatabase, refuse func(operation string) error) *line {
	return &line{database, func(ctx context.Context, operation string, do func()) error {
		if err := refuse(operation); err != nil {
			return err
		}
		return fairLine(database).send(ctx, operation, do)
	}}
}

// TestTheStateDatabaseIsAway: for a short while nobody notices, and for longer than a lease the work stops and is taken up
// again afterwards.
func TestTheStateDatabaseIsAway(t *testing.T) {
	t.Parallel()
	for outage, epochs := range map[time.Duration]int64{6 * time.Second: 1, 30 * time.Second: 2} {
		t.Run(outage.String(), func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(h *house) {
				back := time.Now().Add(time.Minute + outage)
				_, stop := h.start(func(o *runner.Options) {
					o.Store = cutLine(h.database, func(string) error {
						if now := time.Now(); now.After(back.Add(-outage)) && now.Before(back) {
							return unreachable()
						}
						return nil
					})
				})
				time.Sleep(58 * time.Second)
				key := h.insert(1, "APPEND A 1", "SLEEP 20s", "APPEND C 1")
				time.Sleep(2 * time.Minute)
				h.expect(key, run.Completed, allComplete)
				if stored := h.database.get(key); stored.run.Epoch != epochs {
					h.t.Errorf("there were %d owners, want %d", stored.run.Epoch, epochs)
				}
				if rows := len(h.server.Table("A")); rows != 1 {
					h.t.Errorf("%d rows", rows)
				}
				if err := stop(); err != nil {
					h.t.Error(err)
				}
			})
		})
	}
}

// TestALeaseThatWasTaken stops the work as soon as somebody says so.
func TestALeaseThatWasTaken(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insert(1, "SLEEP 1h", "APPEND B 1")
		_, stop := h.start(nil)
		time.Sleep(time.Minute)
		h.database.jump(time.Hour)
		if h.database.claim(run.ClaimRequest{Owner: "thief", Length: time.Hour}) == nil {
			h.t.Fatal("nothing to take")
		}
		time.Sleep(3*time.Second + time.Millisecond)
		if statements, _ := h.server.Active(engine.Label{WorkID: ownerOf(h.database.get(key).run), Epoch: 1}); statements != 0 {
			h.t.Error("the statement is still running")
		}
		h.expect(key, run.Running, "running")
		_ = stop()
	})
}

// TestResultsThatAreRefused are written without their details, so that the run can end.
func TestResultsThatAreRefused(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insert(1, "APPEND A 1")
		database := &pickyDatabase{line: fairLine(h.database)}
		_, stop := h.start(func(o *runner.Options) { o.Store = database })
		time.Sleep(time.Minute)
		h.expect(key, run.Completed, "complete")
		_ = stop()
	})
}

// pickyDatabase takes no details.
type pickyDatabase struct{ *line }

func (d *pickyDatabase) Save(ctx context.Context, lease run.Lease, results []run.NodeResult) error {
	for _, result := range results {
		if len(result.Queries) > 0 {
			return fault.New(fault.Limit, "too large")
		}
	}
	return d.line.Save(ctx, lease, results)
}

// TestALeaseThatCannotBeGivenBack is reported when the process stops.
func TestALeaseThatCannotBeGivenBack(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		h.insert(1, "SLEEP 1h")
		_, stop := h.start(func(o *runner.Options) {
			o.Store = cutLine(h.database, func(operation string) error {
				if operation == "release" {
					return unreachable()
				}
				return nil
			})
		})
		time.Sleep(time.Minute)
		if err := stop(); !fault.Is(err, fault.Unavailable) {
			h.t.Errorf("%v, want unavailable", err)
		}
	})
}

// TestAnEndThatIsRefused leaves the run to others.
func TestAnEndThatIsRefused(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insert(1, "APPEND A 1")
		var refusals atomic.Int32
		_, stop := h.start(func(o *runner.Options) {
			o.Store = cutLine(h.database, func(operation string) error {
				if operation == "finish" && refusals.Add(1) <= 7 {
					return fault.New(fault.Internal, "a mistake")
				}
				return nil
			})
		})
		time.Sleep(time.Minute)
		h.expect(key, run.Completed, "complete")
		if rows := len(h.server.Table("A")); rows != 1 {
			h.t.Errorf("%d rows", rows)
		}
		_ = stop()
	})
}

// TestCanceledBeforeItBegan: a run whose connection is gone can still be canceled.
func TestCanceledBeforeItBegan(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insert(1, "APPEND A 1", "APPEND B 1")
		_, stop := h.start(func(o *runner.Options) {
			o.Engine = func(context.Context, ids.Organization, ids.Connection) (engine.Engine, func(), error) {
				h.database.cancel(key)
				time.Sleep(time.Second)
				return nil, nil, fault.New(fault.NotFound, "connection 7 was not found")
			}
		})
		time.Sleep(time.Minute)
		h.expect(key, run.Canceled, "canceled, canceled")
		_ = stop()
	})
}

// stubborn is an engine whose statements do not stop when they are told to.
type stubborn struct{ simengine.NoFaults }

func (stubborn) Outcome(call simengine.Call) simengine.CallOutcome {
	if call.Operation == "exec" && call.Node != "" {
		time.Sleep(5 * time.Minute)
	}
	return simengine.CallOutcome{}
}

// TestAStubbornEngine does not keep a run from others for ever.
func TestAStubbornEngine(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insert(1, "APPEND A 1")
		_, stop := h.start(func(o *runner.Options) {
			o.Engine = func(context.Context, ids.Organization, ids.Connection) (engine.Engine, func(), error) {
				return h.server.Connect(stubborn{}), func() {}, nil
			}
		})
		time.Sleep(time.Second)
		go func() { _ = stop() }()
		_, stopOther := h.start(nil)
		time.Sleep(time.Minute)
		h.expect(key, run.Completed, "complete")
		if rows := h.server.Table("A"); len(rows) != 1 {
			h.t.Errorf("it was published %d times", len(rows))
		}
		_ = stopOther()
		time.Sleep(5 * time.Minute)
		if rows := h.server.Table("A"); len(rows) != 1 {
			h.t.Errorf("it was published %d times", len(rows))
		}
	})
}

// TestTheStateDatabaseIsAwayRightAfterAClaim: nobody knows then which engine the run is for, and that is not the run's fault.
func TestTheStateDatabaseIsAwayRightAfterAClaim(t *testing.T) {
	t.Parallel()
	for outage, epochs := range map[time.Duration]int64{4 * time.Second: 1, 30 * time.Second: 2} {
		t.Run(outage.String(), func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(h *house) {
				_, stop := h.start(h.withoutDatabase(outage))
				key := h.insert(1, "APPEND A 1", "APPEND B 1")
				time.Sleep(time.Minute)
				h.expect(key, run.Completed, "complete, complete")
				if stored := h.database.get(key); stored.run.Epoch != epochs {
					h.t.Errorf("there were %d owners, want %d", stored.run.Epoch, epochs)
				}
				if err := stop(); err != nil {
					h.t.Error(err)
				}
			})
		})
	}
}

// withoutDatabase takes the state database away for a while, from when an engine is asked for the first time.
func (h *house) withoutDatabase(outage time.Duration) func(o *runner.Options) {
	var back atomic.Int64
	ask := func() error {
		if time.Now().UnixNano() < back.Load() {
			return unreachable()
		}
		return nil
	}
	return func(o *runner.Options) {
		o.Store = cutLine(h.database, func(string) error { return ask() })
		o.Engine = func(ctx context.Context, organization ids.Organization, connection ids.Connection) (engine.Engine, func(), error) {
			back.CompareAndSwap(0, time.Now().Add(outage).UnixNano())
			if err := ask(); err != nil {
				return nil, nil, err
			}
			return h.open(ctx, organization, connection)
		}
	}
}
