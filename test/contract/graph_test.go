package contract_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

type graphNode struct {
	ID, Name, LocationName, NodeType, NodeTypeName string
	Columns, Tests, Errors, Warnings, Layer        int
	X, Y                                           float64
}

type nodeGraph struct {
	Digest                string
	Total                 int
	Width, Height         float64
	NodeWidth, NodeHeight float64
	Nodes                 []graphNode
	Edges                 []struct {
		From, To string
		Points   [][]float64
	}
}

// graph gets a graph of a workspace or an environment.
func (m *deployedFixture) graph(path string) nodeGraph {
	m.t.Helper()
	var drawn nodeGraph
	m.Get(m.token, path+"/graph").Want(http.StatusOK).JSON(&drawn)
	return drawn
}

func (g *nodeGraph) names() []string {
	list := make([]string, len(g.Nodes))
	for i, n := range g.Nodes {
		list[i] = n.Name
	}
	return list
}

func (g *nodeGraph) node(name string) graphNode {
	for _, n := range g.Nodes {
		if n.Name == name {
			return n
		}
	}
	return graphNode{}
}

// edges returns the edges by the names of their nodes.
func (g *nodeGraph) edges() []string {
	names := map[string]string{}
	for _, n := range g.Nodes {
		names[n.ID] = n.Name
	}
	list := make([]string, len(g.Edges))
	for i, e := range g.Edges {
		list[i] = names[e.From] + "→" + names[e.To]
	}
	slices.Sort(list)
	return list
}

func TestGraphOfAWorkspace(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newMatchFixture(t, database)
		drawn := f.graph(f.workspace)
		if want := []string{"GRAIN", "SACK", "SIEVE", "STONE", "FLOUR"}; !slices.Equal(drawn.names(), want) || drawn.Total != 5 || drawn.Digest == "" {
			t.Errorf("the nodes are %q", drawn.names())
		}
		if want := []string{"GRAIN→SIEVE", "GRAIN→STONE", "SIEVE→FLOUR", "SIEVE→SACK"}; !slices.Equal(drawn.edges(), want) {
			t.Errorf("the edges are %q", drawn.edges())
		}
		grain, sieve, sack := drawn.node("GRAIN"), drawn.node("SIEVE"), drawn.node("SACK")
		if grain.X >= sieve.X || sieve.X >= sack.X || sack.Layer != 2 || sack.X+drawn.NodeWidth != drawn.Width {
			t.Errorf("the drawing is %+v", drawn)
		}
		if grain.Columns != 1 || grain.NodeTypeName != "Stage" || grain.Errors != 0 || grain.LocationName != "MILL" {
			t.Errorf("the node is %+v", grain)
		}
	})
}

func TestGraphOfAnEnvironment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		drawn := m.graph(environmentsPath + "/" + m.environment)
		if drawn.Total != 5 || drawn.node("INSPECT").Tests != 1 || drawn.Digest == "" {
			t.Errorf("the graph of the environment is %+v", drawn)
		}
	})
}

func TestPartsOfAGraph(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newMatchFixture(t, database)
		part := func(query string) []string {
			var drawn nodeGraph
			f.Get(f.token, f.workspace+"/graph?"+query).Want(http.StatusOK).JSON(&drawn)
			return drawn.names()
		}
		for query, want := range map[string][]string{
			"includeSelector=%7B+SIEVE+%7D%2B":                                    {"SACK", "SIEVE", "FLOUR"},
			"includeSelector=%7B+SIEVE+%7D%2B&excludeSelector=%7B+SACK+%7D":       {"SIEVE", "FLOUR"},
			"nodeID=" + sackNode:                                                  {"SACK", "SIEVE"},
			"nodeID=" + sackNode + "&depth=2":                                     {"GRAIN", "SACK", "SIEVE"},
			"nodeID=" + sieveNode:                                                 {"GRAIN", "SACK", "SIEVE", "FLOUR"},
			"nodeID=" + sieveNode + "&includeSelector=%7B+location%3A+WORK+%7D":   {"FLOUR"},
			"nodeID=" + sieveNode + "&depth=1000&excludeSelector=%7B+%2A+%7D":     {},
			"includeSelector=%7B+location%3A+MILL+%7D&nodeID=&depth=&unknown=yes": {"GRAIN", "SACK", "SIEVE", "STONE"},
		} {
			if got := part(query); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		wantFault(t, f.Get(f.token, f.workspace+"/graph?includeSelector=%7B"), http.StatusBadRequest, "include selector", "column 2")
		wantFault(t, f.Get(f.token, f.workspace+"/graph?depth=2"), http.StatusBadRequest, "nodeID")
		wantFault(t, f.Get(f.token, f.workspace+"/graph?depth=0&nodeID="+sackNode), http.StatusBadRequest, "depth")
		wantFault(t, f.Get(f.token, f.workspace+"/graph?nodeID=nobody"), http.StatusNotFound, "nobody")
	})
}

// A client that has the graph gets it only when it has changed.
func TestGraphIsSentOnce(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newMatchFixture(t, database)
		path := f.workspace + "/graph"
		tag := f.Get(f.token, path).Want(http.StatusOK).Header.Get("ETag")
		again := func(tags string) apptest.Response {
			return f.Do(apptest.Request{Method: http.MethodGet, Path: path, Token: f.token, Header: http.Header{"If-None-Match": {tags}}})
		}
		if got := again(tag).Want(http.StatusNotModified); got.Header.Get("ETag") != tag || len(got.Body) != 0 {
			t.Errorf("the ETag is %s, the body %s", got.Header.Get("ETag"), got.Body)
		}
		again(`"other", W/` + tag).Want(http.StatusNotModified)
		f.Delete(f.token, f.workspace+"/nodes/"+sackNode).Want(http.StatusNoContent)
		again(tag).Want(http.StatusOK)
	})
}
