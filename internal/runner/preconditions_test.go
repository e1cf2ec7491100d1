package runner_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
)

// insertCompared stores a run that builds only changed nodes.
func (f *fixture) insertCompared(statements ...string) run.Key {
	key := f.insert(1, statements...)
	f.database.mu.Lock()
	defer f.database.mu.Unlock()
	f.database.find(key).plan.ChangeCheck = &plan.ChangeCheck{}
	return key
}

// withoutFirst reports that the first node is unchanged.
func withoutFirst(_ context.Context, _ engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error) {
	selected := plan.Plan{Nodes: slices.Clone(claimed.Plan.Nodes)}
	selected.Nodes[0].Stages = nil
	return selected, nil
}

// untilCanceled blocks until its context ends.
func untilCanceled(ctx context.Context, _ engine.Engine, _ *run.ClaimedRun) (plan.Plan, error) {
	<-ctx.Done()
	return plan.Plan{}, fault.Wrap(ctx.Err(), fault.Canceled, "given up")
}

func comparing(compare runner.Compare) func(*runner.Options) {
	return func(o *runner.Options) { o.Compare = compare }
}

func TestChangedNodesAreSelectedOnce(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insertCompared("APPEND A 1", "APPEND B 1", "SLEEP 1h")
		_, stop := f.start(comparing(withoutFirst))
		time.Sleep(time.Second)
		f.expect(key, run.Running, "complete, complete"+", running")
		if err := stop(); err != nil {
			f.t.Error(err)
		}
		_, stop = f.start(comparing(func(ctx context.Context, on engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error) {
			f.t.Error("the second owner decides again")
			return withoutFirst(ctx, on, claimed)
		}))
		time.Sleep(2 * time.Hour)
		f.expect(key, run.Completed, allComplete)
		if len(f.server.Table("A")) != 0 || len(f.server.Table("B")) != 1 {
			f.t.Errorf("A has %d rows, B has %d", len(f.server.Table("A")), len(f.server.Table("B")))
		}
		_ = stop()
	})
}

func TestNextOwnerSelectsIfNothingWasStored(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insertCompared("APPEND A 1", "APPEND B 1")
		_, stop := f.start(comparing(untilCanceled))
		time.Sleep(time.Minute) // longer than a lease
		f.expect(key, run.Running, "")
		if err := stop(); err != nil {
			f.t.Error(err)
		}
		_, stop = f.start(comparing(withoutFirst))
		time.Sleep(time.Second)
		f.expect(key, run.Completed, "complete, complete")
		if len(f.server.Table("A")) != 0 || len(f.server.Table("B")) != 1 {
			f.t.Errorf("A has %d rows, B has %d", len(f.server.Table("A")), len(f.server.Table("B")))
		}
		_ = stop()
	})
}

func TestCancelDuringCompare(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insertCompared("APPEND A 1", "APPEND B 1")
		_, stop := f.start(comparing(untilCanceled))
		time.Sleep(time.Second)
		f.database.cancel(key)
		time.Sleep(time.Second)
		f.expect(key, run.Canceled, "canceled, canceled")
		if len(f.server.Table("A")) != 0 {
			f.t.Error("something was built")
		}
		_ = stop()
	})
}

func TestFailedCompareFailsTheRun(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		tries := 0
		_, stop := f.start(comparing(func(ctx context.Context, on engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error) {
			if tries++; tries < 4 {
				return plan.Plan{}, unreachable()
			}
			return withoutFirst(ctx, on, claimed)
		}))
		key := f.insertCompared("APPEND A 1", "APPEND B 1")
		time.Sleep(5 * time.Second)
		f.expect(key, run.Completed, "complete, complete")
		_ = stop()
		_, stop = f.start(comparing(func(context.Context, engine.Engine, *run.ClaimedRun) (plan.Plan, error) {
			return plan.Plan{}, fault.New(fault.Internal, "a build on record cannot be read")
		}))
		broken := f.insertCompared("APPEND C 1")
		time.Sleep(time.Second)
		f.expect(broken, run.Failed, "failed")
		if len(f.server.Table("C")) != 0 {
			f.t.Error("something was built")
		}
		_ = stop()
	})
}

// TestSelectionOfReplacedOwnerIsRejected: an owner that was suspended while it compared stores nothing and builds
// nothing.
func TestSelectionOfReplacedOwnerIsRejected(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insertCompared("APPEND A 1", "APPEND B 1")
		awake := make(chan struct{})
		_, stop := f.start(func(o *runner.Options) {
			o.Renew = time.Hour // its lease ends
			o.Compare = func(_ context.Context, _ engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error) {
				<-awake
				return plan.Plan{Nodes: claimed.Plan.Nodes}, nil
			}
		})
		time.Sleep(time.Minute)
		_, stopSecond := f.start(comparing(withoutFirst))
		time.Sleep(time.Second)
		close(awake)
		time.Sleep(time.Second)
		f.expect(key, run.Completed, "complete, complete")
		if stored := f.database.get(key); len(f.server.Table("A")) != 0 || stored.plan.Nodes[0].Stages != nil {
			f.t.Error("the decision of the first owner was carried out")
		}
		_ = stop()
		_ = stopSecond()
	})
}

// insertDeploy stores a deploy run.
func (f *fixture) insertDeploy(statements ...string) run.Key {
	key := f.insert(1, statements...)
	f.database.mu.Lock()
	defer f.database.mu.Unlock()
	f.database.find(key).run.Type = run.Deploy
	return key
}

func agreeing(begin func(context.Context, *run.ClaimedRun) error) func(*runner.Options) {
	return func(o *runner.Options) { o.CheckPreconditions = begin }
}

// The preconditions of a deploy are checked until there is an answer, and never again after it has started.
func TestDeployPreconditionsAreConfirmedOnce(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		key := f.insertDeploy("APPEND A 1", "SLEEP 1h")
		_, stop := f.start(agreeing(func(ctx context.Context, _ *run.ClaimedRun) error {
			<-ctx.Done()
			return ctx.Err()
		}))
		time.Sleep(time.Minute)
		if err := stop(); err != nil {
			f.t.Error(err)
		}
		isAsked := false
		_, stop = f.start(agreeing(func(context.Context, *run.ClaimedRun) error {
			isAsked = true
			return nil
		}))
		time.Sleep(time.Second)
		f.expect(key, run.Running, "complete, running")
		if err := stop(); err != nil || !isAsked {
			f.t.Error(err, isAsked)
		}
		_, stop = f.start(agreeing(func(context.Context, *run.ClaimedRun) error {
			return fault.New(fault.Conflict, "what was done looks like a change")
		}))
		time.Sleep(2 * time.Hour)
		f.expect(key, run.Completed, "complete, complete")
		_ = stop()
	})
}

// insertTouching stores a development run.
func (f *fixture) insertTouching(statements ...string) run.Key {
	key := f.insert(1, statements...)
	f.database.mu.Lock()
	defer f.database.mu.Unlock()
	f.database.find(key).plan.WrittenSchemas = []plan.WrittenSchema{{Node: "WORK.A", Schema: engine.Schema{Name: "shared"}}}
	return key
}

// The preconditions of a development run are checked before its first node, by its first owner only.
func TestDevelopmentRunPreconditionsAreConfirmedOnce(t *testing.T) {
	t.Parallel()
	inBubble(t, func(f *fixture) {
		asked := 0
		_, stop := f.start(agreeing(func(context.Context, *run.ClaimedRun) error {
			if asked++; asked < 3 {
				return run.StoreUnavailable(unreachable(), "the database cannot be reached")
			}
			return nil
		}))
		key, plain := f.insertTouching("APPEND A 1", "SLEEP 1h"), f.insert(2, "APPEND B 1")
		time.Sleep(5 * time.Second)
		f.expect(key, run.Running, "complete, running")
		f.expect(plain, run.Completed, "complete")
		if err := stop(); err != nil || asked != 3 {
			f.t.Errorf("asked %d times, want 3: %v", asked, err)
		}
		_, stop = f.start(agreeing(func(context.Context, *run.ClaimedRun) error {
			return fault.New(fault.Invalid, "an environment has deployed something there")
		}))
		late := f.insertTouching("APPEND C 1", "APPEND C 2")
		time.Sleep(2 * time.Hour)
		f.expect(key, run.Completed, "complete, complete")
		f.expect(late, run.Failed, "failed, skipped")
		if reason := f.database.get(late).run.FailureReason; reason != "an environment has deployed something there" {
			f.t.Errorf("the reason is %q", reason)
		}
		if len(f.server.Table("C")) != 0 {
			f.t.Error("something was built")
		}
		_ = stop()
	})
}
