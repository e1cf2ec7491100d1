package plan_test

import (
	"testing"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

func TestNodeOfStep(t *testing.T) {
	t.Parallel()
	for step, want := range map[transform.NodeID]transform.NodeID{
		"a": "a", "a" + plan.DropStep: "a", "a" + plan.LeftStep: "a", "a" + plan.AsideStep: "a", "a" + plan.AlterStep: "a",
		"nodes/WORK-A.yml": "nodes/WORK-A.yml", "nodes/WORK-A.yml" + plan.DropStep: "nodes/WORK-A.yml", "a/other": "a/other",
	} {
		if got := plan.NodeOf(step); got != want {
			t.Errorf("%s belongs to %s, want %s", step, got, want)
		}
	}
}

func TestNodesAreCountedOnce(t *testing.T) {
	t.Parallel()
	planned := plan.Plan{Nodes: []plan.Node{{ID: "a" + plan.DropStep}, {ID: "b"}, {ID: "a"}, {ID: "c" + plan.LeftStep}}}
	if got := planned.CountNodes(); got != 3 {
		t.Errorf("there are %d nodes, want 3", got)
	}
}
