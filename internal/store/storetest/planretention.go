package storetest

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// A sweep covers the whole database, so these cases have their own.

func planSweepCases() cases {
	return cases{
		"old plans that were never deployed are deleted": oldPlansGo,
		"a sweep deletes at most the limit":              planSweepIsBounded,
		"concurrent sweeps delete each plan once":        plansSweptAtOnce,
		"a plan is deleted or deployed, not both":        sweptOrDeployed,
	}
}

// muchLater is after everything that cases create at noon.
func muchLater() time.Time { return noon().Add(time.Hour) }

// planOutcome says what happens to an old plan, and whether a sweep keeps it.
type planOutcome struct {
	name  string
	do    func(t *testing.T, o *tenant, p deploy.Plan)
	stays bool
}

// planOutcomes are in an executable order: a waiting run would be claimed by a later one. Plans to be deleted come last, so
// that a sweep has to pass those that stay.
func planOutcomes() []planOutcome {
	return []planOutcome{
		{"it was deployed", func(t *testing.T, o *tenant, p deploy.Plan) { o.deploy(t, p, run.Completed, "a") }, true},
		{"its deploy failed", func(t *testing.T, o *tenant, p deploy.Plan) { o.deploy(t, p, run.Failed) }, true},
		{"its deploy failed and cannot be resumed", func(t *testing.T, o *tenant, p deploy.Plan) {
			o.deploy(t, p, run.Failed)
			o.outdate(t, p)
		}, true},
		{"its deploy was canceled before it began", func(t *testing.T, o *tenant, p deploy.Plan) {
			_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, o.insert(t, deployDraft(p, 0)).ID)
			ok(t, err)
		}, true},
		{"its deploy is under way", func(t *testing.T, o *tenant, p deploy.Plan) { o.claimRun(t, o.insert(t, deployDraft(p, 0)).ID) }, true},
		{"its deploy waits", func(t *testing.T, o *tenant, p deploy.Plan) { o.insert(t, deployDraft(p, 0)) }, true},
		{"never deployed", func(*testing.T, *tenant, deploy.Plan) {}, false},
		{"it is stale", func(t *testing.T, o *tenant, p deploy.Plan) { o.outdate(t, p) }, false},
	}
}

// outdate changes the environment of a plan.
func (o *tenant) outdate(t *testing.T, p deploy.Plan) {
	t.Helper()
	o.changeEnvironment(t, p.Environment, func(s *project.EnvironmentSettings) { s.Parameters = []byte(`{"moved": true}`) })
}

// simplePlan returns a plan with one step in an environment of its own.
func (o *tenant) simplePlan(t *testing.T, in project.Project) deploy.Plan {
	t.Helper()
	env := o.environment(t, in.ID)
	return o.savePlan(t, o.planOf(t, env.ID, difference.NewState{Node: "a", State: state("a", "A"), Step: "a"}))
}

func (o *tenant) hasPlan(t *testing.T, p deploy.Plan) bool {
	t.Helper()
	_, err := o.db.Plans().FindPlan(t.Context(), o.Organization.ID, p.ID)
	if !fault.Is(err, fault.NotFound) {
		ok(t, err)
	}
	return err == nil
}

func oldPlansGo(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	in := o.project(t)
	plans := map[string]deploy.Plan{}
	for i, planOutcome := range planOutcomes() {
		p := o.planOf(t, o.environment(t, in.ID).ID, difference.NewState{Node: "a", State: state("a", "A"), Step: "a"})
		p.CreatedAt = noon().Add(time.Duration(i) * time.Minute)
		plans[planOutcome.name] = o.savePlan(t, p)
		planOutcome.do(t, o, plans[planOutcome.name])
	}
	young := o.planOf(t, o.environment(t, in.ID).ID)
	young.CreatedAt = muchLater()
	o.savePlan(t, young)
	gone, err := o.db.Plans().DeleteExpired(t.Context(), muchLater(), 100)
	ok(t, err)
	equal(t, gone, 2)
	for _, planOutcome := range planOutcomes() {
		if o.hasPlan(t, plans[planOutcome.name]) != planOutcome.stays {
			t.Errorf("%s: it stays: %t, want %t", planOutcome.name, !planOutcome.stays, planOutcome.stays)
		}
	}
	equal(t, o.hasPlan(t, young), true)
	gone, err = o.db.Plans().DeleteExpired(t.Context(), muchLater(), 100)
	ok(t, err)
	equal(t, gone, 0)
}

func planSweepIsBounded(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	env := o.environment(t, o.project(t).ID)
	plans := make([]deploy.Plan, 13)
	for i := range plans {
		plans[i] = o.planOf(t, env.ID, difference.NewState{Node: "a", State: state("a", "A"), Step: "a"})
		plans[i].CreatedAt = noon().Add(time.Duration(i) * time.Minute)
		o.savePlan(t, plans[i])
	}
	for _, want := range []int{8, 5, 0} { // more than one batch, then the rest
		gone, err := o.db.Plans().DeleteExpired(t.Context(), muchLater(), 8)
		ok(t, err)
		equal(t, gone, want)
		if want == 8 {
			equal(t, o.hasPlan(t, plans[7]), false)
			equal(t, o.hasPlan(t, plans[8]), true)
		}
	}
}

func plansSweptAtOnce(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	env := o.environment(t, o.project(t).ID)
	const plans, sweepers = 40, 6
	for range plans {
		o.savePlan(t, o.planOf(t, env.ID, difference.NewState{Node: "a", State: state("a", "A"), Step: "a"}))
	}
	counts := make([]int, sweepers+1)
	for _, err := range together(sweepers, func(i int) (err error) {
		counts[i], err = o.db.Plans().DeleteExpired(t.Context(), muchLater(), plans)
		return err
	}) {
		ok(t, err)
	}
	// A sweep that finds that another one was faster stops, and may leave something.
	var err error
	counts[sweepers], err = o.db.Plans().DeleteExpired(t.Context(), muchLater(), plans)
	ok(t, err)
	sum := 0
	for _, count := range counts {
		sum += count
	}
	equal(t, sum, plans)
}

func sweptOrDeployed(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	in := o.project(t)
	plans := make([]deploy.Plan, 12)
	for i := range plans {
		plans[i] = o.simplePlan(t, in)
	}
	outcomes := together(len(plans)+3, func(i int) error {
		if i >= len(plans) {
			_, err := o.db.Plans().DeleteExpired(t.Context(), muchLater(), 100)
			return err
		}
		_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, deployDraft(plans[i], 0))
		return err
	})
	for i, err := range outcomes {
		switch {
		case i >= len(plans):
			ok(t, err)
		case err == nil:
			equal(t, o.hasPlan(t, plans[i]), true)
		case !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.NotFound):
			t.Errorf("plan %d: %v", i, err)
		default:
			equal(t, o.hasPlan(t, plans[i]), false)
		}
	}
	o.finishAll(t, "a")
}

// finishAll executes every waiting run: its end must not miss deleted states.
func (o *tenant) finishAll(t *testing.T, done transform.NodeID) {
	t.Helper()
	for {
		claimed := o.claim(t, o.claimant("a worker"))
		if claimed == nil {
			return
		}
		o.save(t, claimed, result(done, run.NodeComplete))
		o.finish(t, claimed, run.Completed)
		equal(t, len(o.deployedNodes(t, claimed.Run.Environment)), 1)
	}
}
