package contract_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// bagNode is a YAML node that reads GRAIN and that no other node reads.
const bagNode = `fileVersion: 1
id: 7d0c0a0e-0000-4000-8000-000000000041
name: BAG
operation:
  deployEnabled: true
  locationName: MILL
  materializationType: table
  metadata:
    columns:
      - dataType: INTEGER
        name: id
        sourceColumnReferences:
          - columnReferences: []
            transform: g.id
    sourceMapping:
      - aliases: {}
        dependencies:
          - locationName: MILL
            nodeName: GRAIN
        join:
          joinCondition: FROM {{ ref('MILL', 'GRAIN') }} AS g
        name: BAG
        noLinkRefs: []
  name: BAG
  sqlType: Stage
  type: sql
type: Node
`

// TestPlanLeavesUnreadableNodesAsDeployed plans files so damaged that the id of their node cannot be read.
func TestPlanLeavesUnreadableNodesAsDeployed(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		base := func() map[string][]byte {
			files := deployedFiles()
			files["nodes/MILL-BAG.yml"] = []byte(bagNode)
			return files
		}
		m.deployPlan(m.plan(base()).ID, "{}", "completed")
		query := "SELECT g.id FROM {{ ref('MILL', 'GRAIN') }} AS g\n"
		for i, damaged := range []struct{ file, content, kept string }{
			{"nodes/MILL-SIEVE.sql", "", "[MILL.SACK true MILL.SIEVE true]"},
			{"nodes/MILL-SIEVE.sql", "@id(\"" + sieveNode + "\n@nodeType(\"Stage\")\n" + query, "[MILL.SACK true MILL.SIEVE true]"},
			{"nodes/MILL-SIEVE.sql", "<<<<<<< HEAD\n@id(\"" + sieveNode + "\")\n=======\n@id(\"x\")\n>>>>>>> other\n@nodeType(\"Stage\")\n" + query, "[MILL.SACK true MILL.SIEVE true]"},
			{"nodes/MILL-SIEVE.sql", "@nodeType(\"Stage\")\n" + query, "[MILL.SACK true MILL.SIEVE true]"},
			{"nodes/MILL-INSPECT.sql", "", "[MILL.INSPECT true]"}, // nothing depends on it
			{"nodes/MILL-INSPECT.sql", "@nodeType(\"Stage\")\n" + query, "[MILL.INSPECT true]"},
			{"nodes/MILL-BAG.yml", "", "[MILL.BAG true]"},
			{"nodes/MILL-BAG.yml", "id: \"7d0c\n  name: [", "[MILL.BAG true]"},
			{"nodes/MILL-BAG.yml", "<<<<<<< HEAD\n" + bagNode + "=======\n>>>>>>> other\n", "[MILL.BAG true]"},
		} {
			files := base()
			files[damaged.file] = []byte(damaged.content)
			made := m.planPart(files, url.Values{"allowInvalid": {"true"}})
			var kept []string
			for _, k := range made.Scope.Kept {
				kept = append(kept, fmt.Sprint(k.Node, " ", k.IsDeployed))
			}
			if made.changes() != "" || made.stops() != "" || made.IsDestructive || fmt.Sprint(kept) != damaged.kept {
				t.Errorf("%d: changes %q, stops %q, kept %v, want %s", i, made.changes(), made.stops(), kept, damaged.kept)
			}
		}
		files := base()
		files["nodes/MILL-SIEVE.sql"] = nil
		if made := m.planPart(files, url.Values{"includeNodesSelector": {"{ nodeID: " + sieveNode + " }"}}); made.stops() == "" {
			t.Errorf("a selected node that cannot be read: changes %q", made.changes())
		}
	})
}

// TestPlanStopsIfTheFileOfAnUnselectedNodeIsTaken gives a file a new id and selects only that.
func TestPlanStopsIfTheFileOfAnUnselectedNodeIsTaken(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		const newID = "7d0c0a0e-0000-4000-8000-000000000042"
		files := edited("nodes/MILL-SIEVE.sql", sieveNode, newID)
		made := m.planPart(files, url.Values{"includeNodesSelector": {"{ nodeID: " + newID + " }"}})
		if made.changes() != "" || made.stops() != "file-taken" || made.Issues.Stop[0].Hint == "" || made.Scope == nil {
			t.Fatalf("changes %q, issues %+v, scope %+v", made.changes(), made.Issues, made.Scope)
		}
		wantFault(t, m.Post(m.token, "/api/v1/plans/"+made.ID+"/deploy", confirm), http.StatusBadRequest, "MILL.SIEVE")
		both := m.planPart(files, url.Values{"includeNodesSelector": {"{ nodeID: " + newID + " } OR { nodeID: " + sieveNode + " }"}})
		if both.changes() != "SACK metadata, SIEVE add, SIEVE delete" || both.stops() != "" {
			t.Errorf("changes %q, issues %+v", both.changes(), both.Issues)
		}
	})
}
