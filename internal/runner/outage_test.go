package runner_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
)

// changeableLine returns a line that a test can change at any time.
func changeableLine(database *stateDatabase, refuse func(operation string) error) *line {
	return &line{database, func(ctx context.Context, operation string, do func()) error {
		if err := refuse(operation); err != nil {
			return err
		}
		return reliableLine(database).send(ctx, operation, do)
	}}
}

// TestStateDatabaseOutage: a short outage has no effect; during one longer than a lease the run stops, and continues
// afterwards.
func TestStateDatabaseOutage(t *testing.T) {
	t.Parallel()
	for outage, epochs := range map[time.Duration]int64{6 * time.Second: 1, 30 * time.Second: 2} {
		t.Run(outage.String(), func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(f *fixture) {
				back := time.Now().Add(time.Minute + outage)
				_, stop := f.start(func(o *runner.Options) {
					o.Store = changeableLine(f.database, func(string) error {
						if now := time.Now(); now.After(back.Add(-outage)) && now.Before(back) {
							return unreachable()
						}
						return nil
					})
				})
				time.Sleep(58 * time.Second)
				key := f.insert(1, "APPEND A 1", "SLEEP 20s", "APPEND C 1")
				time.Sleep(2 * time.Minute)
				f.expect(key, run.Completed, allComplete)
				if stored := f.database.get(key); stored.run.Epoch != epochs {
					f.t.Errorf("there were %d owners, want %d", stored.run.Epoch, epochs)
				}
				if rows := len(f.server.Table("A")); rows != 1 {
					f.t.Errorf("%d rows", rows)
				}
				if err := stop(); err != nil {
					f.t.Error(err)
				}
			})
		})
	}
}

// TestLostLeaseStopsTheRun: the run stops as soon as a renewal reports the loss.
func TestLostLeaseStopsTheRun(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insert(1, "SLEEP 1h", "APPEND B 1")
		_, stop := f.start(nil)
		time.Sleep(time.Minute)
		f.database.jump(time.Hour)
		if f.database.claim(run.ClaimRequest{Owner: "thief", Length: time.Hour}) == nil {
			f.t.Fatal("nothing to take")
		}
		time.Sleep(3*time.Second + time.Millisecond)
		if statements, _ := f.server.Active(engine.Label{WorkID: ownerOf(f.database.get(key).run), Epoch: 1}); statements != 0 {
			f.t.Error("the statement is still running")
		}
		f.expect(key, run.Running, "running")
		_ = stop()
	})
}

// TestRejectedResultsAreWrittenWithoutDetails: so the run can end.
func TestRejectedResultsAreWrittenWithoutDetails(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insert(1, "APPEND A 1")
		database := &pickyDatabase{line: reliableLine(f.database)}
		_, stop := f.start(func(o *runner.Options) { o.Store = database })
		time.Sleep(time.Minute)
		f.expect(key, run.Completed, "complete")
		_ = stop()
	})
}

// pickyDatabase rejects details.
type pickyDatabase struct{ *line }

func (d *pickyDatabase) Save(ctx context.Context, lease run.Lease, results []run.NodeResult) error {
	if err := d.reject(results); err != nil {
		return err
	}
	return d.line.Save(ctx, lease, results)
}

func (d *pickyDatabase) SaveAndFinish(ctx context.Context, lease run.Lease, results []run.NodeResult, outcome run.Outcome) error {
	if err := d.reject(results); err != nil {
		return err
	}
	return d.line.SaveAndFinish(ctx, lease, results, outcome)
}

func (d *pickyDatabase) reject(results []run.NodeResult) error {
	for _, result := range results {
		if len(result.Queries) > 0 {
			return fault.New(fault.Limit, "too large")
		}
	}
	return nil
}

// TestFailedReleaseIsReported at shutdown.
func TestFailedReleaseIsReported(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		f.insert(1, "SLEEP 1h")
		_, stop := f.start(func(o *runner.Options) {
			o.Store = changeableLine(f.database, func(operation string) error {
				if operation == "release" {
					return unreachable()
				}
				return nil
			})
		})
		time.Sleep(time.Minute)
		if err := stop(); !fault.Is(err, fault.Unavailable) {
			f.t.Errorf("%v, want unavailable", err)
		}
	})
}

// TestRejectedOutcomeReleasesTheRun to other workers.
func TestRejectedOutcomeReleasesTheRun(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insert(1, "APPEND A 1")
		var refusals atomic.Int32
		_, stop := f.start(func(o *runner.Options) {
			o.Store = changeableLine(f.database, func(operation string) error {
				if operation == "finish" && refusals.Add(1) <= 12 { // of the outcome with the results, and of the outcome alone
					return fault.New(fault.Internal, "a mistake")
				}
				return nil
			})
		})
		time.Sleep(time.Minute)
		f.expect(key, run.Completed, "complete")
		if rows := len(f.server.Table("A")); rows != 1 {
			f.t.Errorf("%d rows", rows)
		}
		_ = stop()
	})
}

// TestRunWithoutConnectionCanBeCanceled: a run whose connection was deleted can still be canceled.
func TestRunWithoutConnectionCanBeCanceled(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insert(1, "APPEND A 1", "APPEND B 1")
		_, stop := f.start(func(o *runner.Options) {
			o.Engine = func(context.Context, project.EngineUse) (engine.Engine, func(), error) {
				f.database.cancel(key)
				time.Sleep(time.Second)
				return nil, nil, fault.New(fault.NotFound, "connection 7 was not found")
			}
		})
		time.Sleep(time.Minute)
		f.expect(key, run.Canceled, "canceled, canceled")
		_ = stop()
	})
}

// stubborn is an engine whose statements ignore cancellation.
type stubborn struct{ simengine.NoFaults }

func (stubborn) Outcome(call simengine.Call) simengine.CallOutcome {
	if call.Operation == "exec" && call.Node != "" {
		time.Sleep(5 * time.Minute)
	}
	return simengine.CallOutcome{}
}

// TestUncancelableStatementDoesNotBlockShutdown: the process releases the run after drainTimeout.
func TestUncancelableStatementDoesNotBlockShutdown(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insert(1, "APPEND A 1")
		_, stop := f.start(func(o *runner.Options) {
			o.Engine = func(context.Context, project.EngineUse) (engine.Engine, func(), error) {
				return f.server.Connect(stubborn{}), func() {}, nil
			}
		})
		time.Sleep(time.Second)
		go func() { _ = stop() }()
		_, stopOther := f.start(nil)
		time.Sleep(time.Minute)
		f.expect(key, run.Completed, "complete")
		if rows := f.server.Table("A"); len(rows) != 1 {
			f.t.Errorf("it was published %d times", len(rows))
		}
		_ = stopOther()
		time.Sleep(5 * time.Minute)
		if rows := f.server.Table("A"); len(rows) != 1 {
			f.t.Errorf("it was published %d times", len(rows))
		}
	})
}

// TestStateDatabaseOutageAfterClaim: the connection of the run is unknown then, which must not fail the run.
func TestStateDatabaseOutageAfterClaim(t *testing.T) {
	t.Parallel()
	for outage, epochs := range map[time.Duration]int64{4 * time.Second: 1, 30 * time.Second: 2} {
		t.Run(outage.String(), func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(f *fixture) {
				_, stop := f.start(f.withoutDatabase(outage))
				key := f.insert(1, "APPEND A 1", "APPEND B 1")
				time.Sleep(time.Minute)
				f.expect(key, run.Completed, "complete, complete")
				if stored := f.database.get(key); stored.run.Epoch != epochs {
					f.t.Errorf("there were %d owners, want %d", stored.run.Epoch, epochs)
				}
				if err := stop(); err != nil {
					f.t.Error(err)
				}
			})
		})
	}
}

// withoutDatabase makes the state database unavailable for a while, from the first use of an engine on.
func (f *fixture) withoutDatabase(outage time.Duration) func(o *runner.Options) {
	var back atomic.Int64
	ask := func() error {
		if time.Now().UnixNano() < back.Load() {
			return unreachable()
		}
		return nil
	}
	return func(o *runner.Options) {
		o.Store = changeableLine(f.database, func(string) error { return ask() })
		o.Engine = func(ctx context.Context, use project.EngineUse) (engine.Engine, func(), error) {
			back.CompareAndSwap(0, time.Now().Add(outage).UnixNano())
			if err := ask(); err != nil {
				return nil, nil, err
			}
			return f.open(ctx, use)
		}
	}
}
