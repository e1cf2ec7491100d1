package projects_test

import (
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// TestElsewhere compiles a project with the forms that projects from elsewhere have.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	c := compile(t, "elsewhere", compiler.Options{})
	wantGolden(t, "elsewhere/diagnostics.txt", findingsText(c.Diagnostics))
	wantGolden(t, "elsewhere/graph.json", graphJSON(t, c))
	wantGolden(t, "elsewhere/lineage.txt", lineageText(c))
	for _, n := range c.Nodes() {
		wantGolden(t, "elsewhere/"+n.Location+"-"+n.Name+".sql", stagesText(n))
	}
}

// TestElsewhereWithColumns compiles it with the columns that an engine describes.
func TestElsewhereWithColumns(t *testing.T) {
	t.Parallel()
	c := compile(t, "elsewhere", compiler.Options{})
	found := map[transform.NodeID]compiler.ObservedColumns{
		"1": {Columns: []lineage.Column{{ID: "id", Name: "id", DataType: "INTEGER"}, {ID: "amount", Name: "amount", DataType: "DOUBLE"}}},
	}
	open := c.OpenSources()
	if len(open) != 1 || open[0].Query != `SELECT * FROM "RAW"."ORDERS"` {
		t.Fatalf("open sources %+v", open)
	}
	observed := c.WithColumns(found)
	wantGolden(t, "elsewhere/observed/diagnostics.txt", findingsText(observed.Diagnostics))
	for _, name := range []string{"RAW.ORDERS", "STAGE.STG_ORDERS"} {
		n := observed.Find(name)[0]
		wantGolden(t, "elsewhere/observed/"+n.Location+"-"+n.Name+".sql", stagesText(n))
	}
}

// TestFirstForm compiles a project whose data.yml contains everything but the nodes.
func TestFirstForm(t *testing.T) {
	t.Parallel()
	c := compile(t, "first", compiler.Options{Platform: "duckdb"})
	wantGolden(t, "first/diagnostics.txt", findingsText(c.Diagnostics))
	for _, n := range c.Nodes() {
		wantGolden(t, "first/"+n.Location+"-"+n.Name+".sql", stagesText(n))
	}
	if p := c.Project; len(p.Jobs) != 1 || len(p.Subgraphs) != 1 || len(p.Environments) != 1 || p.Environments[0].Mappings["RAW"].Schema != "raw" {
		t.Errorf("jobs %v, subgraphs %v, environments %v", p.Jobs, p.Subgraphs, p.Environments)
	}
}
