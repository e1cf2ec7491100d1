package projects_test

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// TestAdvancedTypeDecides renders the project's own node type, which plans its deployments itself, with an existing
// state.
func TestAdvancedTypeDecides(t *testing.T) {
	t.Parallel()
	c := compile(t, "warehouse", compiler.Options{})
	found := c.Find("AGG_STATION_DAY")
	if len(found) != 1 {
		t.Fatalf("%d nodes are called AGG_STATION_DAY", len(found))
	}
	desired := found[0].Node
	for name, request := range map[string]render.Request{
		"alter": {Node: desired, Current: before(desired), Template: render.Create},
		"drop":  {Current: desired, Template: render.Create},
	} {
		result, problems := c.Renderer.Render(request)
		if result == nil || len(problems) > 0 {
			t.Fatalf("%s: %s", name, findingsText(problems))
		}
		wantGolden(t, "warehouse/MART-AGG_STATION_DAY."+name+".sql", stagesText(&compiler.Node{Create: result, Run: &render.Result{}}))
	}
}

// before returns the node as it may have been deployed: with a renamed column, a changed type, a missing column and a
// dropped column.
func before(n *transform.Node) *transform.Node {
	old := *n
	old.Columns = slices.Clone(n.Columns)
	old.Columns[0].Name = "STATION"
	old.Columns[2].DataType = "INTEGER"
	old.Columns[3] = transform.Column{ID: "gone", Name: "TEMPERATURE", DataType: "VARCHAR", Nullable: true}
	return &old
}
