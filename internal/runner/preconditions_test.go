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

// insertCompared stores a run that is to build only what changed.
func (h *house) insertCompared(statements ...string) run.Key {
	key := h.insert(1, statements...)
	h.database.mu.Lock()
	defer h.database.mu.Unlock()
	h.database.find(key).plan.ChangeCheck = &plan.ChangeCheck{}
	return key
}

// withoutFirst finds that nothing changed for the first node.
func withoutFirst(_ context.Context, _ engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error) {
	settled := plan.Plan{Nodes: slices.Clone(claimed.Plan.Nodes)}
	settled.Nodes[0].Stages = nil
	return settled, nil
}

// untilGivenUp finds nothing out.
func untilGivenUp(ctx context.Context, _ engine.Engine, _ *run.ClaimedRun) (plan.Plan, error) {
	<-ctx.Done()
	return plan.Plan{}, fault.Wrap(ctx.Err(), fault.Canceled, "given up")
}

func comparing(compare runner.Compare) func(*runner.Options) {
	return func(o *runner.Options) { o.Compare = compare }
}

func TestWhatARunBuildsIsDecidedOnce(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insertCompared("APPEND A 1", "APPEND B 1", "SLEEP 1h")
		_, stop := h.start(comparing(withoutFirst))
		time.Sleep(time.Second)
		h.expect(key, run.Running, "complete, complete"+", running")
		if err := stop(); err != nil {
			h.t.Error(err)
		}
		_, stop = h.start(comparing(func(ctx context.Context, on engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error) {
			h.t.Error("the second owner decides again")
			return withoutFirst(ctx, on, claimed)
		}))
		time.Sleep(2 * time.Hour)
		h.expect(key, run.Completed, allComplete)
		if len(h.server.Table("A")) != 0 || len(h.server.Table("B")) != 1 {
			h.t.Errorf("A has %d rows, B has %d", len(h.server.Table("A")), len(h.server.Table("B")))
		}
		_ = stop()
	})
}

func TestADecisionThatWasNotStoredIsMadeByTheNextOwner(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insertCompared("APPEND A 1", "APPEND B 1")
		_, stop := h.start(comparing(untilGivenUp))
		time.Sleep(time.Minute) // longer than a lease
		h.expect(key, run.Running, "")
		if err := stop(); err != nil {
			h.t.Error(err)
		}
		_, stop = h.start(comparing(withoutFirst))
		time.Sleep(time.Second)
		h.expect(key, run.Completed, "complete, complete")
		if len(h.server.Table("A")) != 0 || len(h.server.Table("B")) != 1 {
			h.t.Errorf("A has %d rows, B has %d", len(h.server.Table("A")), len(h.server.Table("B")))
		}
		_ = stop()
	})
}

func TestARunIsCanceledWhileItCompares(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insertCompared("APPEND A 1", "APPEND B 1")
		_, stop := h.start(comparing(untilGivenUp))
		time.Sleep(time.Second)
		h.database.cancel(key)
		time.Sleep(time.Second)
		h.expect(key, run.Canceled, "canceled, canceled")
		if len(h.server.Table("A")) != 0 {
			h.t.Error("something was built")
		}
		_ = stop()
	})
}

func TestWhatCannotBeCompared(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		tries := 0
		_, stop := h.start(comparing(func(ctx context.Context, on engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error) {
			if tries++; tries < 4 {
				return plan.Plan{}, unreachable()
			}
			return withoutFirst(ctx, on, claimed)
		}))
		key := h.insertCompared("APPEND A 1", "APPEND B 1")
		time.Sleep(5 * time.Second)
		h.expect(key, run.Completed, "complete, complete")
		_ = stop()
		_, stop = h.start(comparing(func(context.Context, engine.Engine, *run.ClaimedRun) (plan.Plan, error) {
			return plan.Plan{}, fault.New(fault.Internal, "a build on record cannot be read")
		}))
		broken := h.insertCompared("APPEND C 1")
		time.Sleep(time.Second)
		h.expect(broken, run.Failed, "failed")
		if len(h.server.Table("C")) != 0 {
			h.t.Error("something was built")
		}
		_ = stop()
	})
}

// TestADecisionOfAReplacedOwnerIsRefused: one that stood still while it compared stores nothing and builds nothing.
func TestADecisionOfAReplacedOwnerIsRefused(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insertCompared("APPEND A 1", "APPEND B 1")
		awake := make(chan struct{})
		_, stop := h.start(func(o *runner.Options) {
			o.Renew = time.Hour // its lease ends
			o.Compare = func(_ context.Context, _ engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error) {
				<-awake
				return plan.Plan{Nodes: claimed.Plan.Nodes}, nil
			}
		})
		time.Sleep(time.Minute)
		_, stopSecond := h.start(comparing(withoutFirst))
		time.Sleep(time.Second)
		close(awake)
		time.Sleep(time.Second)
		h.expect(key, run.Completed, "complete, complete")
		if stored := h.database.get(key); len(h.server.Table("A")) != 0 || stored.plan.Nodes[0].Stages != nil {
			h.t.Error("the decision of the first owner was carried out")
		}
		_ = stop()
		_ = stopSecond()
	})
}

// insertDeploy stores a run that deploys.
func (h *house) insertDeploy(statements ...string) run.Key {
	key := h.insert(1, statements...)
	h.database.mu.Lock()
	defer h.database.mu.Unlock()
	h.database.find(key).run.Type = run.Deploy
	return key
}

func agreeing(begin func(context.Context, *run.ClaimedRun) error) func(*runner.Options) {
	return func(o *runner.Options) { o.CheckPreconditions = begin }
}

// A deploy is asked about until there was an answer, and never again after it has begun.
func TestADeployIsAgreedToOnce(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		key := h.insertDeploy("APPEND A 1", "SLEEP 1h")
		_, stop := h.start(agreeing(func(ctx context.Context, _ *run.ClaimedRun) error {
			<-ctx.Done()
			return ctx.Err()
		}))
		time.Sleep(time.Minute)
		if err := stop(); err != nil {
			h.t.Error(err)
		}
		isAsked := false
		_, stop = h.start(agreeing(func(context.Context, *run.ClaimedRun) error {
			isAsked = true
			return nil
		}))
		time.Sleep(time.Second)
		h.expect(key, run.Running, "complete, running")
		if err := stop(); err != nil || !isAsked {
			h.t.Error(err, isAsked)
		}
		_, stop = h.start(agreeing(func(context.Context, *run.ClaimedRun) error {
			return fault.New(fault.Conflict, "what was done looks like a change")
		}))
		time.Sleep(2 * time.Hour)
		h.expect(key, run.Completed, "complete, complete")
		_ = stop()
	})
}

// insertTouching stores a development run.
func (h *house) insertTouching(statements ...string) run.Key {
	key := h.insert(1, statements...)
	h.database.mu.Lock()
	defer h.database.mu.Unlock()
	h.database.find(key).plan.WrittenSchemas = []plan.WrittenSchema{{Node: "WORK.A", Schema: engine.Schema{Name: "shared"}}}
	return key
}

// A development run is asked about before its first node, by the owner with which it begins, and by no other.
func TestADevelopmentRunIsAgreedToOnce(t *testing.T) {
	t.Parallel()
	inBubble(t, func(h *house) {
		asked := 0
		_, stop := h.start(agreeing(func(context.Context, *run.ClaimedRun) error {
			if asked++; asked < 3 {
				return run.StoreUnavailable(unreachable(), "the database is out of reach")
			}
			return nil
		}))
		key, plain := h.insertTouching("APPEND A 1", "SLEEP 1h"), h.insert(2, "APPEND B 1")
		time.Sleep(5 * time.Second)
		h.expect(key, run.Running, "complete, running")
		h.expect(plain, run.Completed, "complete")
		if err := stop(); err != nil || asked != 3 {
			h.t.Errorf("asked %d times, want 3: %v", asked, err)
		}
		_, stop = h.start(agreeing(func(context.Context, *run.ClaimedRun) error {
			return fault.New(fault.Invalid, "an environment has deployed something there")
		}))
		late := h.insertTouching("APPEND C 1", "APPEND C 2")
		time.Sleep(2 * time.Hour)
		h.expect(key, run.Completed, "complete, complete")
		h.expect(late, run.Failed, "failed, skipped")
		if reason := h.database.get(late).run.FailureReason; reason != "an environment has deployed something there" {
			h.t.Errorf("the reason is %q", reason)
		}
		if len(h.server.Table("C")) != 0 {
			h.t.Error("something was built")
		}
		_ = stop()
	})
}
