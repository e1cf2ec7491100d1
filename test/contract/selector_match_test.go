package contract_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

type matchedNode struct{ ID, Name, LocationName, NodeType string }

type selectorProblem struct {
	Selector, Message, Hint string
	Offset, Line, Column    int
}

type selectorMatches struct {
	Count, Total int
	Locations    []struct {
		Name  string
		Count int
	}
	Nodes            []matchedNode
	Errors, Warnings []selectorProblem
	Deployed         *struct {
		Count, AddedCount, RemovedCount int
		Added, Removed                  []matchedNode
	}
}

func namesOfMatched(nodes []matchedNode) string {
	list := make([]string, len(nodes))
	for i, n := range nodes {
		list[i] = n.LocationName + "." + n.Name
	}
	return strings.Join(list, " ")
}

func matches(t *testing.T, platform *apptest.Platform, token, path string, body object) selectorMatches {
	t.Helper()
	var found selectorMatches
	platform.Post(token, path+"/matches", body).Want(http.StatusOK).JSON(&found)
	return found
}

// matchFixture is the deployed fixture with a workspace of its project, which has one node less and one node more.
type matchFixture struct {
	*deployedFixture

	workspace string // path
}

func newMatchFixture(t *testing.T, database apptest.Database) *matchFixture {
	t.Helper()
	m := newDeployedFixture(t, database)
	id := m.Post(m.token, "/api/v1/workspaces", object{"project": m.home, "name": "mine"}).Want(http.StatusCreated).Field("id")
	f := &matchFixture{m, "/api/v1/workspaces/" + id}
	b := &workspaceFixture{Platform: m.Platform, t: t, token: m.token, project: m.home, id: id, path: f.workspace}
	b.addDeployedFiles()
	b.create(object{"nodeType": "StageSQL", "name": "FLOUR", "locationName": "WORK", "sql": "@id(\"7d0c0a0e-0000-4000-8000-0000000000ff\")\n@nodeType(\"Stage\")\n" +
		"SELECT s.id FROM {{ ref('MILL', 'SIEVE') }} AS s\n"})
	return f
}

func TestSelectorMatches(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newMatchFixture(t, database)
		all := matches(t, f.Platform, f.token, f.workspace, object{})
		if all.Count != 5 || all.Total != 5 || len(all.Nodes) != 5 || len(all.Locations) != 2 || all.Locations[0].Name != "MILL" || all.Locations[0].Count != 4 {
			t.Errorf("without selectors: %+v", all)
		}
		found := matches(t, f.Platform, f.token, f.workspace, object{"includeSelector": "{ SIEVE }+", "excludeSelector": "{ SIEVE }"})
		if found.Count != 2 || found.Total != 5 || namesOfMatched(found.Nodes) != "MILL.SACK WORK.FLOUR" || found.Nodes[0].NodeType != "Stage" || found.Deployed != nil {
			t.Errorf("downstream of SIEVE: %+v", found)
		}
	})
}

func TestSelectorMatchesOfAnEnvironment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newMatchFixture(t, database)
		environment := environmentsPath + "/" + f.environment
		if got := matches(t, f.Platform, f.token, environment, object{"includeSelector": "{ SIEVE }+"}); namesOfMatched(got.Nodes) != "MILL.SACK MILL.SIEVE" || got.Total != 5 {
			t.Errorf("in the environment: %+v", got)
		}
		if got := matches(t, f.Platform, f.token, f.workspace, object{"limit": 2}); got.Count != 5 || len(got.Nodes) != 2 {
			t.Errorf("with a limit of 2: %+v", got)
		}
		unknown := matches(t, f.Platform, f.token, f.workspace, object{"includeSelector": "{ SIEVE } OR { WHEAT }"})
		if unknown.Count != 1 || len(unknown.Warnings) != 1 || unknown.Warnings[0].Column != 16 || !strings.Contains(unknown.Warnings[0].Message, "WHEAT") {
			t.Errorf("an unknown name: %+v", unknown)
		}
	})
}

// A user gets the position of each error while typing.
func TestSelectorErrorsHavePositions(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newMatchFixture(t, database)
		body := object{"includeSelector": "{ name: ÄPFEL }\nOR { name SIEVE }", "excludeSelector": "+", "environmentID": f.environment}
		for _, path := range []string{f.workspace, environmentsPath + "/" + f.environment} {
			if path != f.workspace {
				delete(body, "environmentID")
			}
			found := matches(t, f.Platform, f.token, path, body)
			if found.Count != 0 || len(found.Nodes) != 0 || len(found.Errors) != 2 {
				t.Fatalf("%s: %+v", path, found)
			}
			in, out := found.Errors[0], found.Errors[1]
			if in.Selector != "include" || in.Line != 2 || in.Column != 11 || in.Offset != 27 || strings.Contains(in.Message, "column") {
				t.Errorf("the include selector: %+v", in)
			}
			if out.Selector != "exclude" || out.Line != 1 || out.Column != 2 || out.Offset != 1 {
				t.Errorf("the exclude selector: %+v", out)
			}
		}
	})
}

// A job that is edited in a workspace would run other nodes after it is deployed.
func TestSelectorMatchesComparedWithDeployed(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newMatchFixture(t, database)
		found := matches(t, f.Platform, f.token, f.workspace, object{"includeSelector": "{ GRAIN }+", "environmentID": f.environment})
		d := found.Deployed
		if found.Count != 5 || d == nil || d.Count != 5 || d.AddedCount != 1 || namesOfMatched(d.Added) != "WORK.FLOUR" ||
			d.RemovedCount != 1 || namesOfMatched(d.Removed) != "MILL.INSPECT" {
			t.Errorf("compared with the environment: %+v, %+v", found, d)
		}
		other := f.NewEnvironment(f.token, f.NewProject(f.token, "Other"), "Other")
		wantFault(t, f.Post(f.token, f.workspace+"/matches", object{"environmentID": other}), http.StatusBadRequest, "project")
		f.Post(f.token, f.workspace+"/matches", object{"environmentID": "4711"}).Want(http.StatusNotFound)
		f.Post(f.token, f.workspace+"/matches", object{"limit": 0}).Want(http.StatusBadRequest)
		f.Post(f.token, f.workspace+"/matches", object{"limit": 10_001}).Want(http.StatusBadRequest)
		f.Post(f.token, f.workspace+"/matches", object{"include": "{ * }"}).Want(http.StatusBadRequest)
	})
}

// After a failed deployment, the environment has nodes of two versions of the project.
func TestGraphAfterAFailedDeployment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		kind := func(expression string) string {
			return m.plan(edited("nodes/MILL-GRAIN.sql", "AS id FROM", "AS id, "+expression+" AS kind FROM")).ID
		}
		m.deployPlan(kind("cast('rye' AS varchar)"), confirm, "completed")
		m.await(m.startRun(nil, nil), "completed")
		m.deployPlan(kind("cast('7' AS integer)"), confirm, "failed") // the rows contain a word
		path := environmentsPath + "/" + m.environment
		if got := matches(t, m.Platform, m.token, path, object{"includeSelector": "+{ SACK }"}); namesOfMatched(got.Nodes) != "MILL.GRAIN MILL.SACK MILL.SIEVE" {
			t.Errorf("upstream of SACK: %+v", got)
		}
		drawn := m.graph(path)
		if !slices.Equal(drawn.edges(), []string{"GRAIN→INSPECT", "GRAIN→SIEVE", "GRAIN→STONE", "SIEVE→SACK"}) {
			t.Errorf("the edges are %q", drawn.edges())
		}
	})
}
