package catalog_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/catalog"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
)

// shop is a project of three nodes in a row, with a job for the last one.
func shop(t *testing.T) (nodes []catalog.Node, named func(name string) catalog.Node) {
	t.Helper()
	files := map[string]string{
		"data.yml":       "fileVersion: 3\nplatformKind: duckdb\n",
		"locations.yml":  "fileVersion: 1\nlocations:\n  - RAW\n  - MART\n",
		"jobs/Daily.yml": "name: Daily\nid: \"1\"\nincludeSelector: \"{ REVENUE }\"\nexcludeSelector: \"\"\n",
		"jobs/Wrong.yml": "name: Wrong\nid: \"2\"\nincludeSelector: \"{ name\"\nexcludeSelector: \"\"\n",
		"nodes/RAW-ORDERS.sql": "@id(\"orders\")\n@nodeType(\"View\")\n" +
			"SELECT 1 AS id, 2 AS amount @description(\"What the customer paid\"), 'new' AS state\n",
		"nodes/RAW-PAID.sql": "@id(\"paid\")\n@nodeType(\"View\")\n@description(\"Orders with a payment\")\n" +
			"SELECT o.id, o.amount AS paid FROM {{ ref('RAW', 'ORDERS') }} AS o WHERE o.state = 'paid'\n",
		"nodes/MART-REVENUE.sql": "@id(\"revenue\")\n@nodeType(\"Stage\")\n" +
			"SELECT p.id @testNotNull, p.paid * 2 AS revenue FROM {{ ref('RAW', 'PAID') }} AS p\n",
	}
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	compiled := compiler.Compile(fsys, compiler.Options{})
	for _, n := range compiled.Nodes() {
		nodes = append(nodes, catalog.Node{Node: n, In: compiled})
	}
	named = func(name string) catalog.Node {
		at := slices.IndexFunc(nodes, func(n catalog.Node) bool { return n.Name == name })
		if at < 0 {
			t.Fatalf("there is no node %s: %v", name, compiled.Diagnostics)
		}
		return nodes[at]
	}
	return nodes, named
}

func TestDocumentationIsCounted(t *testing.T) {
	t.Parallel()
	nodes, _ := shop(t)
	got := catalog.Document(nodes)
	got.Columns = 0 // node types add columns of their own
	if want := (catalog.Documentation{Nodes: 3, DescribedNodes: 1, DescribedColumns: 1, TestedNodes: 1}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestFindComparesNamesDescriptionsAndColumns(t *testing.T) {
	t.Parallel()
	nodes, _ := shop(t)
	for text, want := range map[string]string{
		"":                "MART.REVENUE RAW.ORDERS RAW.PAID",
		"raw":             "RAW.ORDERS RAW.PAID",
		"payment":         "RAW.PAID",
		"customer":        "RAW.ORDERS amount",
		"mart id":         "MART.REVENUE id",
		"orders revenue":  "",
		"PAID  raw":       "RAW.ORDERS amount RAW.PAID paid",
		"no such word":    "",
		"customer amount": "RAW.ORDERS amount",
	} {
		var lines []string
		for _, found := range catalog.Find(nodes, text) {
			lines = append(lines, strings.Join(append([]string{found.Ref().String()}, found.Columns...), " "))
		}
		slices.Sort(lines)
		if got := strings.Join(lines, " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestNeighborsAreThoseOfTheGraph(t *testing.T) {
	t.Parallel()
	_, named := shop(t)
	names := func(list []*compiler.Node) string {
		var names []string
		for _, n := range list {
			names = append(names, n.Name)
		}
		return strings.Join(names, " ")
	}
	paid := named("PAID")
	if up, down := names(paid.Upstream()), names(paid.Downstream()); up != "ORDERS" || down != "REVENUE" {
		t.Errorf("got %q and %q", up, down)
	}
}

func TestAColumnIsFollowedWithTheJobsOfItsNodes(t *testing.T) {
	t.Parallel()
	_, named := shop(t)
	trace, err := named("ORDERS").Follow(catalog.TraceRequest{Column: "AMOUNT", Downstream: true})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, n := range trace.Nodes {
		line := n.Name
		for _, c := range n.Columns {
			line += " " + c.Name
		}
		for _, job := range n.Jobs {
			line += " job " + job.Name
		}
		lines = append(lines, line)
	}
	if got, want := strings.Join(lines, "; "), "ORDERS amount; PAID paid; REVENUE revenue job Daily"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	near, err := named("REVENUE").Follow(catalog.TraceRequest{Column: "revenue", Depth: 1})
	if err != nil || len(near.Nodes) != 2 || !near.HasMore {
		t.Errorf("got %d nodes with more %t: %v", len(near.Nodes), near.HasMore, err)
	}
	if _, err = named("ORDERS").Follow(catalog.TraceRequest{Column: "total"}); !fault.Is(err, fault.NotFound) {
		t.Errorf("got %v, want not found", err)
	}
}
