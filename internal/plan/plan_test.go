package plan_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
)

func TestDamagedPlansAreRefused(t *testing.T) {
	t.Parallel()
	circular, err := plan.Plan{Nodes: []plan.Node{{ID: "a", Upstream: []int{0}}}}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	for name, stored := range map[string][]byte{"empty": nil, "no gzip": []byte("{}"), "cut": circular[:10], "circular": circular} {
		if _, err := plan.Decode(stored); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestPlacesOnce(t *testing.T) {
	t.Parallel()
	a, b := engine.Place{Database: "d", Schema: "a"}, engine.Place{Database: "d", Schema: "b"}
	p := plan.Plan{Nodes: []plan.Node{{Place: b}, {Place: a}, {Place: b}}}
	if diff := cmp.Diff([]engine.Place{b, a}, p.Places()); diff != "" {
		t.Error(diff)
	}
}
