package difference_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
)

// Only its template can rename the object of an advanced type, and the kind of an unlisted object is unknown. Neither gets a
// temporary name, so its name cannot be taken in the same deploy.
func TestTemplateManagedObjectsAreNotRenamed(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ strategy, create, as string }{
		"advanced": {"advanced", `{{ stage('Make') }}CREATE TABLE {{ this }} ("A" INTEGER)`, "table"},
		"other":    {"default", `{{ stage('Make') }}CREATE STREAM {{ this }}`, "stream"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before, after := typed(tt.strategy, tt.create, "A INTEGER"), typed(tt.strategy, tt.create, "A INTEGER")
			before.materialize(tt.as)
			after.materialize(tt.as)
			after["nodes/OUT-U.yml"] = strings.ReplaceAll(after["nodes/OUT-T.yml"], "name: T\n", "name: U\n")
			after["nodes/OUT-T.yml"] = strings.Replace(nodeFile("T", "Stage", "A INTEGER"), "id: id-T", "id: id-N", 1)
			in, _ := deployed(t, before, after)
			schema := engine.Schema{Database: "main", Name: "OUT"}
			in.Observed.Objects[schema] = []engine.Relation{{Name: "T", Columns: []engine.Column{{Name: "A", Type: "INTEGER", Nullable: true}}}}
			r := difference.Compare(in)
			if diff := cmp.Diff([]string{difference.CodeNameTaken}, stops(r)); diff != "" {
				t.Error(diff)
			}
			for _, n := range r.Plan.Nodes {
				if strings.HasSuffix(string(n.ID), "/aside") {
					t.Errorf("%s: %s", n.ID, n.Stages[0].SQL)
				}
			}
		})
	}
}
