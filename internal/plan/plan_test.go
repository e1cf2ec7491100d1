package plan_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
)

func TestDamagedPlanIsRejected(t *testing.T) {
	t.Parallel()
	circular, err := plan.Plan{Nodes: []plan.Node{{ID: "a", Upstream: []int{0}}}}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	large, err := manyNodes(500).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for name, stored := range map[string][]byte{
		"empty": nil, "neither": []byte("[]"), "cut": circular[:10], "cut gzip": large[:len(large)/2], "circular": circular,
	} {
		if _, err := plan.Decode(stored); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func manyNodes(count int) plan.Plan {
	var p plan.Plan
	for range count {
		p.Nodes = append(p.Nodes, plan.Node{
			ID: "a", Name: "<é & Ж>", Stages: []plan.Stage{{Name: "Create", SQL: strings.Repeat("SELECT 1;\n", 10)}},
		})
	}
	return p
}

func TestPlanSurvivesEncoding(t *testing.T) {
	t.Parallel()
	for _, count := range []int{0, 1, 15, 16, 100, 1000} {
		want := manyNodes(count)
		stored, err := want.Encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := plan.Decode(stored)
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("%d nodes: %v, %s", count, err, diff)
		}
	}
}

func TestSchemasAreListedOnce(t *testing.T) {
	t.Parallel()
	a, b := engine.Schema{Database: "d", Name: "a"}, engine.Schema{Database: "d", Name: "b"}
	p := plan.Plan{Nodes: []plan.Node{{Schema: b}, {Schema: a}, {Schema: b}}}
	if diff := cmp.Diff([]engine.Schema{b, a}, p.Schemas()); diff != "" {
		t.Error(diff)
	}
}
