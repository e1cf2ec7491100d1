package render_test

import (
	"testing"

	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

func TestRefIsWrittenWithFewAllocations(t *testing.T) { //nolint:paralleltest // testing.AllocsPerRun does not allow it
	node := transform.NodeRef{Location: "STAGE", Name: "ORDERS"}
	if allocations := testing.AllocsPerRun(100, func() { render.RefText(node) }); allocations > 3 {
		t.Errorf("%v allocations", allocations)
	}
	for name, want := range map[string]string{
		"ORDERS":        `{{ ref('STAGE', 'ORDERS') }}`,
		"it's a \\\n\r": `{{ ref('STAGE', 'it\'s a \\\n\r') }}`,
	} {
		if got := render.RefText(transform.NodeRef{Location: "STAGE", Name: name}); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
