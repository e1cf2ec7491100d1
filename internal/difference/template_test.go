package difference_test

import (
	"testing"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
)

// A destructive template lists the existing table as lost, also if the node is new or not a table.
func TestDestructiveTemplateListsLoss(t *testing.T) {
	t.Parallel()
	const replacing = `{{ stage('Make') }}CREATE OR REPLACE TABLE {{ this }} AS SELECT {{ columns | length }} AS "N"`
	const dropping = "{{ stage('Away') }}-- first\nDROP\nTABLE IF EXISTS {{ this }}\n{{ stage('Make') }}CREATE STREAM {{ this }} ({{ columns | length }})"
	for name, tt := range map[string]struct {
		strategy, create string
		isKnown          bool
	}{
		"altered":         {"advanced", replacing, true},
		"new":             {"advanced", replacing, false},
		"behind comments": {"advanced", dropping, true},
		"no table":        {"default", dropping, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before, after := typed(tt.strategy, tt.create, "A INTEGER"), typed(tt.strategy, tt.create, "A INTEGER", "B INTEGER")
			for _, f := range []files{before, after} {
				f.materialize("stream")
			}
			in, _ := deployed(t, before, after)
			schema := engine.Schema{Database: "main", Name: "OUT"}
			in.Observed.Objects[schema] = []engine.Relation{{Name: "T", Columns: []engine.Column{{Name: "N"}}}}
			if !tt.isKnown {
				delete(in.Stored, "id-T")
			}
			r := difference.Compare(in)
			if len(r.Changes) != 1 || len(r.Changes[0].Losses) != 1 || r.Changes[0].Losses[0].What != "table" {
				t.Fatalf("%+v", r.Changes)
			}
			if !r.Changes[0].Steps[0].Statements[0].IsDestructive {
				t.Errorf("%+v", r.Changes[0].Steps)
			}
		})
	}
}
