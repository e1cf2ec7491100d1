package planner_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/planner"
)

// TestStageIsSplitIntoStatements also checks that a test is not split.
func TestStageIsSplitIntoStatements(t *testing.T) {
	t.Parallel()
	c := compileSample(t, func(files map[string][]byte) {
		files["nodes/MART-NOTES.sql"] = []byte(`@id("notes")
@nodeType("Stage")
@preSQL("DELETE FROM a; INSERT INTO a VALUES ('x;y'); -- that is all")
@testSQL("two", "SELECT 1; SELECT 2")
SELECT 1 AS x`)
	})
	p, _, err := planner.Refresh(c, "{ NOTES }", "")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, stage := range p.Nodes[0].Stages {
		if stage.Name == "Pre-SQL" || stage.Kind == plan.Test {
			got = append(got, stage.SQL)
		}
	}
	want := []string{"DELETE FROM a", "INSERT INTO a VALUES ('x;y')", "SELECT 1; SELECT 2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("statements (-want +got):\n%s", diff)
	}
}
