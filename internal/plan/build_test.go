package plan_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/plan"
)

func TestThisRunIsReplaced(t *testing.T) {
	t.Parallel()
	inputs := plan.InputVersions{"a": plan.ThisRun, "b": "run 3", "c": ""}
	if diff := cmp.Diff(plan.InputVersions{"a": "run 7", "b": "run 3", "c": ""}, inputs.In("run 7")); diff != "" {
		t.Error(diff)
	}
	if inputs["a"] != plan.ThisRun {
		t.Errorf("the inputs of the plan became %v", inputs)
	}
}

func TestBuildInputsSurviveEncoding(t *testing.T) {
	t.Parallel()
	want := plan.Plan{Nodes: []plan.Node{{
		ID: "a", Reason: "RAW.ORDERS has changed data", Build: &plan.BuildInputs{Fingerprint: "f", Inputs: plan.InputVersions{"x": "rows 2 7"}},
	}}}
	stored, err := want.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := plan.Decode(stored)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, %s", err, diff)
	}
}
