package storetest

import (
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func hints(t *testing.T, err error, want string) {
	t.Helper()
	if hint := fault.From(err).Hint; !strings.Contains(hint, want) {
		t.Errorf("the hint is %q, want %q", hint, want)
	}
}

// abandonedDeploy: running steps of an abandoned deploy may have been committed.
func abandonedDeploy(t *testing.T, w suiteContext) {
	for name, end := range map[string]func(o *tenant, started run.Run){
		"canceled": func(o *tenant, started run.Run) { o.cancel(t, started) },
		"claimed too often": func(o *tenant, started run.Run) {
			for !o.found(t, started.ID).Status.IsOver() {
				o.claim(t, o.briefly("victim"))
			}
		},
	} {
		t.Log(name)
		o := w.tenant(t)
		env := o.environment(t, o.project(t).ID)
		first := o.savePlan(t, o.planOf(t, env.ID,
			difference.NewState{Node: "a", State: state("a", "A"), Step: "a"}, difference.NewState{Node: "b", State: state("b", "B"), Step: "b"},
			difference.NewState{Node: "c", State: state("c", "C"), Step: "c"}))
		o.deploy(t, first, run.Completed, "a", "b", "c")
		second := o.savePlan(t, o.planOf(t, env.ID,
			difference.NewState{Node: "a", State: state("a", "A2"), Step: "a"}, difference.NewState{Node: "b", State: state("b", "B2"), Step: "b"},
			difference.NewState{Node: "d", State: state("d", "D"), Step: "d"}, difference.NewState{Node: "c", State: state("c", "C2"), Step: "c"}))
		started := o.insert(t, deployDraft(second, 0))
		claimant := o.claimant("gone")
		claimant.Length = -time.Minute
		claimed := o.claim(t, claimant)
		o.save(t, claimed, result("a", run.NodeComplete), result("b", run.NodeRunning), result("c", run.NodeFailed))
		end(o, started)
		want := state("b", "B")
		want.Candidates = []difference.State{*state("b", "B2")}
		equal(t, o.deployedNodes(t, env.ID), map[transform.NodeID]difference.State{
			"a": *state("a", "A2"), "b": *want, "c": *state("c", "C"), // the step of c is known to have failed
		})
		o.statusIs(t, env.ID, project.FailedDeploy)
		_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, deployDraft(second, started.ID))
		refused(t, err, fault.Conflict, "has changed since run")
	}
}
