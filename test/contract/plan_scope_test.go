package contract_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// scopedPlan is a plan with its scope.
type scopedPlan struct {
	planResponse

	Scope *struct {
		IncludeNodesSelector             string
		AllowInvalid, AllowOtherPlatform bool
		Unselected                       int
		Kept                             []struct {
			Node, Reason, Message string
			IsDeployed            bool
		}
	}
}

// planPart plans files with query parameters.
func (m *deployedFixture) planPart(files map[string][]byte, query url.Values) scopedPlan {
	m.t.Helper()
	response := m.Do(apptest.Request{
		Method: http.MethodPost, Path: m.plansPath() + "?" + query.Encode(), Token: m.token, Body: zipped(m.t, files),
		Header: http.Header{"Content-Type": {"application/zip"}},
	})
	var made scopedPlan
	response.Want(http.StatusCreated).JSON(&made)
	return made
}

// changes lists the nodes that a plan changes, with their actions.
func (p planResponse) changes() string {
	var list []string
	for _, phase := range p.PhasedNodeEdits {
		for _, edit := range phase {
			list = append(list, edit.Name+" "+edit.Action)
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

func (p planResponse) stops() string {
	var list []string
	for _, issue := range p.Issues.Stop {
		list = append(list, issue.Code)
	}
	return strings.Join(list, ", ")
}

// invalidFiles is the project with a new column in GRAIN, a new node, and two nodes with errors: SIEVE, which SACK reads, and a
// new one.
func invalidFiles() map[string][]byte {
	files := edited("nodes/MILL-GRAIN.sql", "AS id FROM", "AS id, cast('rye' AS varchar) AS kind FROM")
	files["nodes/MILL-SIEVE.sql"] = bytes.ReplaceAll(files["nodes/MILL-SIEVE.sql"], []byte("'GRAIN'"), []byte("'GRAN'"))
	files["nodes/MILL-FLOUR.sql"] = []byte("@id(\"7d0c0a0e-0000-4000-8000-000000000021\")\n@nodeType(\"Stage\")\n" +
		"SELECT g.id FROM {{ ref('MILL', 'GRAIN') }} AS g\n")
	files["nodes/MILL-BREAD.sql"] = []byte("@id(\"7d0c0a0e-0000-4000-8000-000000000022\")\n@nodeType(\"Stage\")\n" +
		"SELECT f.nothing FROM {{ ref('MILL', 'FLOUR') }} AS f\n")
	return files
}

func TestPlanLeavesInvalidNodesAsDeployed(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		if blocked := m.plan(invalidFiles()); blocked.stops() != "unknown-column, unknown-node" {
			t.Errorf("without allowInvalid the plan stops because of %q", blocked.stops())
		}
		part := m.planPart(invalidFiles(), url.Values{"allowInvalid": {"true"}})
		if part.changes() != "FLOUR add, GRAIN alter" || part.stops() != "" || part.Scope == nil {
			t.Fatalf("changes %q, stops %q, scope %+v", part.changes(), part.stops(), part.Scope)
		}
		var kept []string
		for _, k := range part.Scope.Kept {
			kept = append(kept, k.Node+" "+k.Reason+map[bool]string{true: " deployed"}[k.IsDeployed])
		}
		want := "MILL.BREAD invalid, MILL.SACK dependsOnInvalid deployed, MILL.SIEVE invalid deployed"
		if got := strings.Join(kept, ", "); got != want {
			t.Errorf("kept %q, want %q", got, want)
		}
		m.deployPlan(part.ID, "{}", "completed")
		m.wantNodes("FLOUR", "GRAIN", "INSPECT", "SACK", "SIEVE", "STONE")
		run := m.startRun(nil, nil)
		m.await(run, "completed")
		if states := m.states(run); states["SIEVE"] != "complete" || states["SACK"] != "complete" || states["FLOUR"] != "complete" {
			t.Errorf("the nodes ended as %v", states)
		}
		if again := m.planPart(invalidFiles(), url.Values{"allowInvalid": {"true"}}); again.changes() != "" {
			t.Errorf("planned again, the plan changes %q", again.changes())
		}
	})
}

func TestPlanIsLimitedBySelectors(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		files := invalidFiles()
		delete(files, "nodes/MILL-INSPECT.sql")
		part := m.planPart(files, url.Values{"includeNodesSelector": {"+{ FLOUR }"}})
		if part.changes() != "FLOUR add, GRAIN alter" || part.stops() != "" || part.Scope.Unselected != 5 {
			t.Fatalf("changes %q, stops %q, scope %+v", part.changes(), part.stops(), part.Scope)
		}
		gone := m.planPart(files, url.Values{"includeNodesSelector": {"{ INSPECT } OR { STONE }"}, "excludeNodesSelector": {"{ STONE }"}})
		if gone.changes() != "INSPECT delete" || !gone.IsDestructive {
			t.Errorf("changes %q", gone.changes())
		}
		m.deployPlan(part.ID, "{}", "completed")
		m.wantNodes("FLOUR", "GRAIN", "INSPECT", "SACK", "SIEVE", "STONE")
		m.await(m.startRun(nil, nil), "completed")
		for query, text := range map[string]string{"{ NOBODY }": "match no node", "{ name:": "invalid selector"} {
			refused := m.Do(apptest.Request{
				Method: http.MethodPost, Path: m.plansPath() + "?" + url.Values{"includeNodesSelector": {query}}.Encode(), Token: m.token,
				Body: zipped(t, files), Header: http.Header{"Content-Type": {"application/zip"}},
			})
			wantFault(t, refused, http.StatusBadRequest, text)
		}
	})
}

func TestProjectForAnotherPlatformIsOneIssue(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		for platform, text := range map[string]string{
			"": "no platformKind, so it is written for snowflake", "platformKind: databricks\n": "written for databricks, and the engine of environment Production is duckdb",
		} {
			files := invalidFiles()
			files["data.yml"] = []byte("defaultStorageMapping: MILL\nfileVersion: 3\n" + platform)
			made := m.plan(files)
			if made.stops() != "other-platform" || len(made.Issues.Warn) != 0 || made.changes() != "" || !strings.Contains(made.Issues.Stop[0].Message, text) {
				t.Errorf("issues %+v, changes %q", made.Issues, made.changes())
			}
			wantFault(t, m.Post(m.token, "/api/v1/plans/"+made.ID+"/deploy", nil), http.StatusBadRequest)
		}
		if other := m.plan(edited("data.yml", "duckdb", "DuckDB")); other.stops() != "" {
			t.Errorf("with another letter case the plan stops because of %+v", other.Issues.Stop)
		}
		files := edited("data.yml", "platformKind: duckdb\n", "")
		files["nodes/MILL-GRAIN.sql"] = invalidFiles()["nodes/MILL-GRAIN.sql"]
		meant := m.planPart(files, url.Values{"allowOtherPlatform": {"true"}})
		if meant.changes() != "GRAIN alter" || meant.stops() != "" || !meant.Scope.AllowOtherPlatform {
			t.Fatalf("changes %q, issues %+v", meant.changes(), meant.Issues)
		}
		m.deployPlan(meant.ID, "{}", "completed")
	})
}

func TestPlanSaysWhatDoesNotCarryOver(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	files := edited("data.yml", "platformKind: duckdb\n", "")
	files["nodes/MILL-GRAIN.sql"] = append(bytes.TrimSpace(files["nodes/MILL-GRAIN.sql"]), "\n  WHERE IFF(1 > 0,\n    NVL(1, 2), 3) = 1\n"...)
	made := m.planPart(files, url.Values{"allowOtherPlatform": {"true"}})
	var found []string
	for _, issue := range made.Issues.Warn {
		if issue.Code == "not-portable" {
			found = append(found, fmt.Sprintf("%s:%d %s: %s", issue.File, issue.Line, issue.Message, issue.Hint))
		}
	}
	last := bytes.Count(files["nodes/MILL-GRAIN.sql"], []byte("\n"))
	want := fmt.Sprintf("nodes/MILL-GRAIN.sql:%d duckdb does not have function IFF: Write CASE WHEN 1 > 0 THEN NVL(1, 2) ELSE 3 END., "+
		"nodes/MILL-GRAIN.sql:%d duckdb does not have function NVL: Write COALESCE(1, 2).", last-1, last)
	if strings.Join(found, ", ") != want {
		t.Errorf("found %q, want %q", found, want)
	}
	if own := m.plan(edited("data.yml", "duckdb", "duckdb")); strings.Contains(fmt.Sprint(own.Issues), "not-portable") {
		t.Errorf("a project of the same platform has %+v", own.Issues)
	}
}

// TestColumnsOfSourcesAreLookedUp deploys and refreshes a node that reads all columns of a source that lists none.
func TestColumnsOfSourcesAreLookedUp(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		files := edited("nodes/MILL-GRAIN.sql", "SELECT", "@preSQL('CREATE TABLE IF NOT EXISTS millrace.\"MILL\".\"WHEAT\" AS SELECT 1 AS id')\nSELECT")
		m.deployPlan(m.plan(files).ID, "{}", "completed")
		m.await(m.startRun(object{"includeNodesSelector": "{ GRAIN }"}, nil), "completed") // creates a table that no node has
		files["locations.yml"] = []byte("defaultStorageMapping: MILL\nfileVersion: 1\nlocations:\n  - MILL\n  - RAW\n")
		files["nodes/RAW-WHEAT.yml"] = []byte("fileVersion: 1\nid: \"31\"\nname: WHEAT\noperation:\n  deployEnabled: true\n  locationName: RAW\n" +
			"  metadata:\n    columns: []\n  name: WHEAT\n  schema: MILL\n  sqlType: Source\n  type: sourceInput\ntype: Node\n")
		//nolint:unqueryvet // the star is what this test is about
		files["nodes/MILL-COPY.sql"] = []byte("@id(\"7d0c0a0e-0000-4000-8000-000000000032\")\n@nodeType(\"Stage\")\nSELECT * FROM {{ ref('RAW', 'WHEAT') }}\n")
		made := m.plan(files)
		added := made.PhasedNodeEdits["addedTable"]["7d0c0a0e-0000-4000-8000-000000000032"]
		if made.stops() != "" || len(added.Steps) == 0 || !strings.Contains(added.Steps[0].SQL, `"id" INTEGER`) {
			t.Fatalf("issues %+v, steps %+v", made.Issues, added.Steps)
		}
		m.deployPlan(made.ID, "{}", "completed")
		run := m.startRun(object{"includeNodesSelector": "{ COPY }"}, nil)
		m.await(run, "completed")

		files["nodes/RAW-WHEAT.yml"] = bytes.ReplaceAll(files["nodes/RAW-WHEAT.yml"], []byte("schema: MILL"), []byte("schema: nowhere"))
		if missing := m.plan(files); missing.stops() != "columns-missing" || !strings.Contains(missing.Issues.Stop[0].Message, "cannot describe it") {
			t.Errorf("issues %+v", missing.Issues)
		}
	})
}
