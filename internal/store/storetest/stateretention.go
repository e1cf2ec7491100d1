package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func stateSweepCases() cases {
	return cases{
		"states of deploys that cannot be resumed are deleted": spentStatesGo,
		"states of a deploy that can be resumed stay":          statesStayToResume,
		"states of a running deploy stay":                      statesStayToEnd,
		"states of a plan that is not deployed stay":           statesStayToDeploy,
		"deleted states do not change what is deployed":        deployedWithoutStates,
		"concurrent sweeps delete each plan's states once":     statesSweptAtOnce,
		"a deploy ends during a sweep":                         endAndSweep,
	}
}

func (o *tenant) wantStatesGone(t *testing.T, want int) {
	t.Helper()
	gone, err := o.db.Plans().DeleteStates(t.Context(), 100)
	ok(t, err)
	equal(t, gone, want)
}

// only returns what is deployed when the one step of a simple plan is complete.
func only() map[transform.NodeID]difference.State {
	return map[transform.NodeID]difference.State{"a": *state("a", "A")}
}

func spentStatesGo(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	in := o.project(t)
	o.deploy(t, o.simplePlan(t, in), run.Completed, "a")
	failed := o.simplePlan(t, in)
	o.deploy(t, failed, run.Failed)
	o.outdate(t, failed)
	canceled := o.simplePlan(t, in)
	_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, o.insert(t, deployDraft(canceled, 0)).ID)
	ok(t, err)
	o.outdate(t, canceled)
	gone, err := o.db.Plans().DeleteStates(t.Context(), 2)
	ok(t, err)
	equal(t, gone, 2)
	o.wantStatesGone(t, 1)
	o.wantStatesGone(t, 0)
}

func statesStayToResume(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	p := o.simplePlan(t, o.project(t))
	failed := o.deploy(t, p, run.Failed)
	o.wantStatesGone(t, 0)
	equal(t, len(o.deployedNodes(t, p.Environment)), 0)
	o.execute(t, deployDraft(p, failed), run.Completed, "a")
	equal(t, o.deployedNodes(t, p.Environment), only())
	o.wantStatesGone(t, 1)
}

func statesStayToEnd(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	p := o.simplePlan(t, o.project(t))
	waiting := o.insert(t, deployDraft(p, 0))
	o.wantStatesGone(t, 0)
	claimed := o.claimRun(t, waiting.ID)
	o.save(t, claimed, result("a", run.NodeComplete))
	o.outdate(t, p) // parameters may change while it runs, and its end still needs its states
	o.wantStatesGone(t, 0)
	o.finish(t, claimed, run.Completed)
	equal(t, o.deployedNodes(t, p.Environment), only())
}

func statesStayToDeploy(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	p := o.simplePlan(t, o.project(t))
	o.wantStatesGone(t, 0)
	o.deploy(t, p, run.Completed, "a")
	equal(t, o.deployedNodes(t, p.Environment), only())
}

// deployedWithoutStates: the history, and what a rollback or the contents of an environment read.
func deployedWithoutStates(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	p := o.simplePlan(t, o.project(t))
	id := o.deploy(t, p, run.Completed, "a")
	before := o.deployment(t, p, id)
	o.wantStatesGone(t, 1)
	equal(t, o.deployment(t, p, id), before)
	equal(t, o.deployedNodes(t, p.Environment), only())
	found, err := o.db.Plans().FindPlan(t.Context(), o.Organization.ID, p.ID)
	ok(t, err)
	equal(t, found.Result, p.Result)
}

func (o *tenant) deployment(t *testing.T, p deploy.Plan, id ids.Run) deploy.Deployment {
	t.Helper()
	found, err := o.db.Plans().FindDeployment(t.Context(), o.Organization.ID, p.Environment, id)
	ok(t, err)
	return found
}

func statesSweptAtOnce(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	in := o.project(t)
	const plans, sweepers = 6, 4
	for range plans {
		o.deploy(t, o.simplePlan(t, in), run.Completed, "a")
	}
	counts := make([]int, sweepers)
	for _, err := range together(sweepers, func(i int) (err error) {
		counts[i], err = o.db.Plans().DeleteStates(t.Context(), plans)
		return err
	}) {
		ok(t, err)
	}
	sum := 0
	for _, count := range counts {
		sum += count
	}
	equal(t, sum, plans)
}

func endAndSweep(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	in := o.project(t)
	for range 8 {
		p := o.simplePlan(t, in)
		claimed := o.claimRun(t, o.insert(t, deployDraft(p, 0)).ID)
		o.save(t, claimed, result("a", run.NodeComplete))
		for _, err := range together(3, func(i int) error {
			if i == 0 {
				return o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Completed})
			}
			_, err := o.db.Plans().DeleteStates(t.Context(), 100)
			return err
		}) {
			ok(t, err)
		}
		equal(t, o.deployedNodes(t, p.Environment), only())
	}
}
