package refresh_test

import (
	"testing"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// TestFilesAreSeenThroughViews checks which nodes read files, directly or through views.
func TestFilesAreSeenThroughViews(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	nodes := map[string]string{
		"F000": "@nodeType(\"ViewSQL\")\nSELECT o.ORDER_ID, f.rate FROM {{ ref('RAW', 'ORDERS') }} AS o, \"rates.csv\" AS f\n",
		"F001": "@nodeType(\"ViewSQL\")\nSELECT v.ORDER_ID, v.rate FROM {{ ref('STAGE', 'F000') }} AS v\n",
		"F002": "@nodeType(\"StageSQL\")\nSELECT v.ORDER_ID, v.rate FROM {{ ref('STAGE', 'F001') }} AS v\n",
		"F003": "@nodeType(\"StageSQL\")\nSELECT v.ORDER_ID, v.rate FROM {{ ref('STAGE', 'F002') }} AS v\n",
		"F004": "@nodeType(\"StageSQL\")\nSELECT o.ORDER_ID, f.rate FROM {{ ref('RAW', 'ORDERS') }} AS o JOIN rates.parquet AS f ON true\n",
	}
	id := func(name string) string { return "11111111-1111-4111-8111-11111111" + name }
	environment := d.install(func(files map[string][]byte) {
		for name, text := range nodes {
			files["nodes/STAGE-"+name+".sql"] = []byte("@id(\"" + id(name) + "\")\n" + text)
		}
	})
	d.start(run.StartRequest{Target: environment, OnlyChanged: true})
	comparison := d.claim().Plan.ChangeCheck
	if len(comparison.Candidates) <= len(nodes) {
		t.Fatalf("only %d nodes are compared", len(comparison.Candidates))
	}
	want := map[transform.NodeID]bool{transform.NodeID(id("F002")): true, transform.NodeID(id("F004")): true}
	for node, basis := range comparison.Candidates {
		if basis.ReadsFiles != want[node] {
			t.Errorf("%s reads files: %t", comparison.Relations[node].Name, basis.ReadsFiles)
		}
	}
}
