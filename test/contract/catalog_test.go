package contract_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

type catalogNode struct {
	ID, Name, LocationName, NodeType, Description string
	Columns, DescribedColumns, Tests              int
	FoundColumns                                  []string
}

type catalogList struct {
	Data          []catalogNode
	Total         int
	Documentation struct{ Nodes, DescribedNodes, Columns, DescribedColumns, TestedNodes int }
}

func (m *deployedFixture) catalog(query string) catalogList {
	m.t.Helper()
	var list catalogList
	m.Get(m.token, environmentsPath+"/"+m.environment+"/catalog"+query).Want(http.StatusOK).JSON(&list)
	return list
}

func TestCatalogOfAnEnvironment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		m.deployPlan(m.plan(edited("nodes/MILL-SIEVE.sql", "SELECT g.id,", "@description(\"Sieved flour\")\nSELECT g.id @description(\"Number of the grain\"),")).ID, confirm, "completed")
		all := m.catalog("?orderBy=name")
		var names []string
		for _, n := range all.Data {
			names = append(names, n.Name)
		}
		if !slices.Equal(names, []string{"GRAIN", "INSPECT", "SACK", "SIEVE", "STONE"}) || all.Total != 5 {
			t.Fatalf("the nodes are %q of %d", names, all.Total)
		}
		if d := all.Documentation; d.Nodes != 5 || d.Columns != 7 || d.DescribedNodes != 1 || d.DescribedColumns != 1 || d.TestedNodes != 1 {
			t.Errorf("the documentation is %+v", d)
		}
		if n := all.Data[1]; n.ID != inspectNode || n.Tests != 1 || n.Columns != 1 {
			t.Errorf("INSPECT is %+v", n)
		}
		m.wantFound()
		wantFault(t, m.Get(m.token, environmentsPath+"/"+m.environment+"/catalog/nobody"), http.StatusNotFound, "node nobody was not found")
	})
}

// wantFound searches the catalog.
func (m *deployedFixture) wantFound() {
	m.t.Helper()
	for query, want := range map[string]string{"?q=flour": "SIEVE", "?q=slept": "STONE", "?q=grain+number": "SIEVE", "?q=mill.sack": "SACK"} {
		if found := m.catalog(query); len(found.Data) != 1 || found.Data[0].Name != want || found.Documentation.Nodes != 5 {
			m.t.Errorf("%s finds %+v", query, found)
		}
	}
	if found := m.catalog("?q=slept").Data[0].FoundColumns; !slices.Equal(found, []string{"slept"}) {
		m.t.Errorf("the found columns are %q", found)
	}
}

func TestCatalogNode(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		type reference struct{ NodeID, Name, LocationName string }
		var got struct {
			ID, Name, Schema     string
			Columns              []struct{ Name, DataType, Transform string }
			Tests                []struct{ Name, SQL string }
			Upstream, Downstream []reference
			Jobs                 []struct{ ID, Name string }
			IsLineageComplete    bool
		}
		m.Get(m.token, environmentsPath+"/"+m.environment+"/catalog/"+sieveNode).Want(http.StatusOK).JSON(&got)
		if got.Name != "SIEVE" || len(got.Columns) != 2 || got.Columns[1].Name != "number" || !got.IsLineageComplete {
			t.Errorf("the node is %+v", got)
		}
		if len(got.Upstream) != 1 || got.Upstream[0].NodeID != grainNode || len(got.Downstream) != 1 || got.Downstream[0].Name != "SACK" {
			t.Errorf("its neighbors are %+v and %+v", got.Upstream, got.Downstream)
		}
		if len(got.Jobs) != 1 || got.Jobs[0].Name != "Sacks" {
			t.Errorf("its jobs are %+v", got.Jobs)
		}
	})
}

// The history of a node has its last refreshes, newest first.
func TestNodeHistory(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		good := m.startRun(nil, nil)
		m.await(good, "completed")
		bad := m.startRun(nil, object{"number": "none"})
		m.await(bad, "failed")
		flawed := m.startRun(object{"includeNodesSelector": "{ INSPECT }"}, object{"flaw": 2})
		m.await(flawed, "completed")
		type nodeRun struct {
			RunID        int64
			State        string
			FailedTests  int
			StartTime    string
			Milliseconds *int64
			Rows         *int64
		}
		history := func(node string) []nodeRun {
			var got struct {
				NodeID string
				Data   []nodeRun
			}
			m.Get(m.token, environmentsPath+"/"+m.environment+"/nodes/"+node+"/history").Want(http.StatusOK).JSON(&got)
			return got.Data
		}
		sieve := history(sieveNode)
		if len(sieve) < 2 || asJSON(t, sieve[0].RunID) != bad || sieve[0].State != "failed" || asJSON(t, sieve[1].RunID) != good || sieve[1].State != "complete" {
			t.Fatalf("SIEVE has %+v", sieve)
		}
		if sieve[1].Rows == nil || *sieve[1].Rows != 3 || sieve[1].StartTime == "" {
			t.Errorf("the good run of SIEVE is %s", asJSON(t, sieve[1]))
		}
		if sack := history(sackNode); sack[0].State != "skipped" || sack[0].Rows != nil {
			t.Errorf("SACK has %s", asJSON(t, sack[0]))
		}
		if inspect := history(inspectNode); asJSON(t, inspect[0].RunID) != flawed || inspect[0].State != "testsFailed" || inspect[0].FailedTests != 1 {
			t.Errorf("INSPECT has %s", asJSON(t, inspect[0]))
		}
		wantFault(t, m.Get(m.token, environmentsPath+"/"+m.environment+"/nodes/nobody/history"), http.StatusNotFound, "node nobody was not found")
	})
}

type lineageEdge struct {
	FromNodeID, FromColumn, ToNodeID, ToColumn, Use, Expression string
	Depth                                                       int
}

type columnTrace struct {
	Start struct{ NodeID, Node, Column string }
	Nodes []struct {
		NodeID, Name string
		Columns      []struct{ Name string }
		Jobs         []struct{ Name string }
		Tests        int
	}
	Edges   []lineageEdge
	Opaque  []struct{ NodeID, Reason string }
	HasMore bool
}

func TestColumnLineage(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		m.deployPlan(m.plan(edited("nodes/MILL-SACK.sql", "SELECT s.id FROM {{ ref('MILL', 'SIEVE') }} AS s",
			"SELECT s.id + s.number AS code, s.id FROM {{ ref('MILL', 'SIEVE') }} AS s WHERE s.number > 0")).ID, confirm, "completed")
		trace := func(node, query string) columnTrace {
			var got columnTrace
			m.Get(m.token, environmentsPath+"/"+m.environment+"/nodes/"+node+"/columnLineage?column="+query).Want(http.StatusOK).JSON(&got)
			return got
		}
		up := trace(sackNode, "code")
		wantEdges(t, up.Edges,
			lineageEdge{FromNodeID: sieveNode, FromColumn: "id", ToNodeID: sackNode, ToColumn: "code", Use: "transform", Depth: 1},
			lineageEdge{FromNodeID: sieveNode, FromColumn: "number", ToNodeID: sackNode, ToColumn: "code", Use: "transform", Depth: 1},
			lineageEdge{FromNodeID: sieveNode, FromColumn: "number", ToNodeID: sackNode, Use: "filter", Depth: 1},
			lineageEdge{FromNodeID: grainNode, FromColumn: "id", ToNodeID: sieveNode, ToColumn: "id", Use: "passThrough", Depth: 2},
		)
		if up.Start.Node != "MILL.SACK" || up.Nodes[0].NodeID != sackNode || len(up.Nodes) != 3 || len(up.Nodes[0].Jobs) != 1 {
			t.Errorf("the start is %+v, the nodes are %+v", up.Start, up.Nodes)
		}
		down := trace(grainNode, "id&direction=downstream&depth=1")
		if !down.HasMore || len(down.Edges) != 3 || down.Edges[0].Depth != 1 {
			t.Errorf("one step downstream are %+v", down)
		}
		if whole := trace(grainNode, "ID&direction=downstream"); whole.HasMore || len(whole.Nodes) != 5 {
			t.Errorf("downstream are %+v", whole.Nodes)
		}
		path := environmentsPath + "/" + m.environment + "/nodes/" + grainNode + "/columnLineage?column="
		wantFault(t, m.Get(m.token, path+"nothing"), http.StatusNotFound, `has no column "nothing"`)
		wantFault(t, m.Get(m.token, path+"id&direction=sideways"), http.StatusBadRequest, "direction")
		wantFault(t, m.Get(m.token, path+"id&depth=0"), http.StatusBadRequest, "depth")
	})
}

// wantEdges compares edges without their expressions.
func wantEdges(t *testing.T, got []lineageEdge, want ...lineageEdge) {
	t.Helper()
	for _, w := range want {
		if !slices.ContainsFunc(got, func(g lineageEdge) bool {
			g.Expression = ""
			return g == w
		}) {
			t.Errorf("%+v is missing in %+v", w, got)
		}
	}
	if len(got) != len(want) {
		t.Errorf("there are %d edges, want %d: %+v", len(got), len(want), got)
	}
}
