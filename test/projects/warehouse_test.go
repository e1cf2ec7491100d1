package projects_test

import (
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
)

func TestWarehouse(t *testing.T) {
	t.Parallel()
	c := compile(t, "warehouse", compiler.Options{})
	if diagnostic.HasErrors(c.Diagnostics) {
		t.Errorf("the warehouse has errors:\n%s", findingsText(c.Diagnostics))
	}
	wantGolden(t, "warehouse/diagnostics.txt", findingsText(c.Diagnostics))
	wantGolden(t, "warehouse/graph.json", graphJSON(t, c))
	wantGolden(t, "warehouse/lineage.txt", lineageText(c))
	for _, n := range c.Nodes() {
		wantGolden(t, "warehouse/"+n.Location+"-"+n.Name+".sql", stagesText(n))
	}
}

func TestOldWorkspaces(t *testing.T) {
	t.Parallel()
	for _, workspace := range []string{"ann", "ben"} {
		c := compile(t, "old", compiler.Options{Workspace: workspace})
		if len(c.Diagnostics) > 0 {
			t.Errorf("workspace %s:\n%s", workspace, findingsText(c.Diagnostics))
		}
		for _, n := range c.Nodes() {
			wantGolden(t, "old/"+workspace+"/"+n.Location+"-"+n.Name+".sql", stagesText(n))
		}
	}
}
