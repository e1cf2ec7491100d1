package lineage_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// in writes an input in short.
func in(node, column string, use lineage.Use) lineage.Input {
	return lineage.Input{Node: transform.NodeID(node), Column: transform.ColumnID(column), Use: use}
}

// from writes the lineage of a column in short.
func from(column string, inputs ...lineage.Input) lineage.ColumnLineage {
	return lineage.ColumnLineage{Column: transform.ColumnID(column), Inputs: inputs}
}

func at(node, column string) lineage.Endpoint {
	return lineage.Endpoint{Node: transform.NodeID(node), Column: transform.ColumnID(column)}
}

// chain returns a project of four nodes: raw → clean → joined ← lookup.
func chain() *lineage.Index {
	var b lineage.Builder
	b.Add("joined", lineage.NodeLineage{
		Reads: []transform.NodeID{"lookup", "clean"},
		Columns: []lineage.ColumnLineage{
			from("key", in("clean", "id", lineage.PassThrough)),
			from("label", in("lookup", "text", lineage.Transform), in("clean", "code", lineage.Transform)),
		},
		Uses: []lineage.Input{in("clean", "code", lineage.Join), in("lookup", "code", lineage.Join)},
	})
	b.Add("raw", lineage.NodeLineage{Columns: []lineage.ColumnLineage{from("id"), from("code"), from("junk")}})
	b.Add("clean", lineage.NodeLineage{
		Reads: []transform.NodeID{"raw"},
		Columns: []lineage.ColumnLineage{
			from("id", in("raw", "id", lineage.PassThrough)),
			from("code", in("raw", "code", lineage.Transform)),
		},
		Uses: []lineage.Input{in("raw", "junk", lineage.Filter)},
	})
	b.Add("lookup", lineage.NodeLineage{
		Columns: []lineage.ColumnLineage{from("code"), from("text")},
		Opaque:  "table function read_csv",
	})
	return b.Build()
}

func TestUpstreamAndDownstream(t *testing.T) {
	t.Parallel()
	x := chain()
	cases := []struct {
		title string
		trace lineage.Trace
		want  []string
	}{
		{"up, values only", x.Upstream(at("joined", "label"), lineage.Reach{}), []string{
			"1 clean.code -> joined.label transform", "1 lookup.text -> joined.label transform", "2 raw.code -> clean.code transform",
		}},
		{"up, one step", x.Upstream(at("joined", "label"), lineage.Reach{Depth: 1}), []string{
			"1 clean.code -> joined.label transform", "1 lookup.text -> joined.label transform", "more",
		}},
		{"up, uses shown", x.Upstream(at("joined", "key"), lineage.Reach{Uses: lineage.UsesShown}), []string{
			"1 clean.code -> joined. join", "1 lookup.code -> joined. join", "1 clean.id -> joined.key passThrough",
			"2 raw.junk -> clean. filter", "2 raw.id -> clean.id passThrough",
		}},
		{"up, uses followed", x.Upstream(at("joined", "key"), lineage.Reach{Uses: lineage.UsesFollowed}), []string{
			"1 clean.code -> joined. join", "1 lookup.code -> joined. join", "1 clean.id -> joined.key passThrough",
			"2 raw.junk -> clean. filter", "2 raw.code -> clean.code transform", "2 raw.id -> clean.id passThrough",
		}},
		{"up, whole node", x.Upstream(at("clean", ""), lineage.Reach{Uses: lineage.UsesShown}), []string{
			"1 raw.junk -> clean. filter", "1 raw.code -> clean.code transform", "1 raw.id -> clean.id passThrough",
		}},
		{"down, values only", x.Downstream(at("raw", "code"), lineage.Reach{}), []string{
			"1 raw.code -> clean.code transform", "2 clean.code -> joined.label transform",
		}},
		{"down, a filter is the end", x.Downstream(at("raw", "junk"), lineage.Reach{Uses: lineage.UsesShown}), []string{
			"1 raw.junk -> clean. filter",
		}},
		{"down, through a filter", x.Downstream(at("raw", "junk"), lineage.Reach{Uses: lineage.UsesFollowed}), []string{
			"1 raw.junk -> clean. filter", "2 clean.code -> joined. join", "2 clean.id -> joined.key passThrough",
			"2 clean.code -> joined.label transform",
		}},
		{"down, whole node", x.Downstream(at("lookup", ""), lineage.Reach{}), []string{"1 lookup.text -> joined.label transform"}},
		{"unknown node", x.Upstream(at("nobody", "x"), lineage.Reach{}), nil},
		{"unknown column", x.Upstream(at("raw", "x"), lineage.Reach{}), nil},
	}
	for _, c := range cases {
		t.Run(c.title, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, printTrace(c.trace)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func printTrace(trace lineage.Trace) []string {
	var lines []string
	for _, s := range trace.Steps {
		lines = append(lines, fmt.Sprintf("%d %s.%s -> %s.%s %s", s.Depth, s.From.Node, s.From.Column, s.To.Node, s.To.Column, s.Use))
	}
	if trace.HasMore {
		lines = append(lines, "more")
	}
	return lines
}

func TestTraceReportsOpaqueNodes(t *testing.T) {
	t.Parallel()
	got := chain().Upstream(at("joined", "label"), lineage.Reach{}).Opaque
	if diff := cmp.Diff([]lineage.Opaque{{Node: "lookup", Reason: "table function read_csv"}}, got); diff != "" {
		t.Error(diff)
	}
	if got := chain().Opaque("lookup"); got != "table function read_csv" {
		t.Errorf("Opaque returned %q", got)
	}
}

func TestTraceAsJSON(t *testing.T) {
	t.Parallel()
	got, err := json.Marshal(chain().Upstream(at("joined", "key"), lineage.Reach{Depth: 1}))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"start":{"node":"joined","column":"key"},"upstream":true,"steps":[{"from":{"node":"clean","column":"id"},` +
		`"to":{"node":"joined","column":"key"},"use":"passThrough","depth":1}],"opaque":[],"hasMore":true}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	var back lineage.Trace
	if err := json.Unmarshal(got, &back); err != nil || back.Steps[0].Use != lineage.PassThrough {
		t.Errorf("read back as %+v, %v", back, err)
	}
	if json.Unmarshal([]byte(`{"steps":[{"use":"steal"}]}`), &back) == nil {
		t.Error("a use that does not exist was read")
	}
}

func TestNodeTraces(t *testing.T) {
	t.Parallel()
	x := chain()
	up := []lineage.NodeStep{{From: "clean", To: "joined", Depth: 1}, {From: "lookup", To: "joined", Depth: 1}, {From: "raw", To: "clean", Depth: 2}}
	if diff := cmp.Diff(up, x.NodeUpstream("joined", 0)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(up[:2], x.NodeUpstream("joined", 1)); diff != "" {
		t.Error(diff)
	}
	down := []lineage.NodeStep{{From: "raw", To: "clean", Depth: 1}, {From: "clean", To: "joined", Depth: 2}}
	if diff := cmp.Diff(down, x.NodeDownstream("raw", 0)); diff != "" {
		t.Error(diff)
	}
	if x.NodeDownstream("nobody", 0) != nil {
		t.Error("an unknown node has downstream nodes")
	}
}

func TestNodeReturnsTheAddedLineage(t *testing.T) {
	t.Parallel()
	want := lineage.NodeLineage{
		Reads: []transform.NodeID{"clean", "lookup"},
		Columns: []lineage.ColumnLineage{
			from("key", in("clean", "id", lineage.PassThrough)),
			from("label", in("clean", "code", lineage.Transform), in("lookup", "text", lineage.Transform)),
		},
		Uses: []lineage.Input{in("clean", "code", lineage.Join), in("lookup", "code", lineage.Join)},
	}
	got, ok := chain().Node("joined")
	if diff := cmp.Diff(want, got); diff != "" || !ok {
		t.Error(diff, ok)
	}
}

func TestReplaceDoesNotChangeTheOldIndex(t *testing.T) {
	t.Parallel()
	before := chain()
	after := before.Replace("clean", lineage.NodeLineage{
		Reads:   []transform.NodeID{"lookup", "new"},
		Columns: []lineage.ColumnLineage{from("id", in("new", "n", lineage.Transform)), from("code", in("lookup", "extra", lineage.PassThrough))},
	})
	if !sameIndex(chain(), before) {
		t.Error("the old index changed")
	}
	want := []string{"1 clean.id -> joined.key passThrough", "2 new.n -> clean.id transform"}
	if diff := cmp.Diff(want, printTrace(after.Upstream(at("joined", "key"), lineage.Reach{}))); diff != "" {
		t.Error(diff)
	}
	if got := printTrace(after.Downstream(at("raw", ""), lineage.Reach{Uses: lineage.UsesFollowed})); got != nil {
		t.Errorf("raw still goes into %v", got)
	}
	if got := after.NodeDownstream("lookup", 1); len(got) != 2 {
		t.Errorf("lookup is read by %v", got)
	}
	if after.Has("new") || !after.Has("clean") || after.Len() != 4 {
		t.Error("a node that was only named counts as added")
	}
}

// sameIndex compares the lineage of every node of the chain in two indexes.
func sameIndex(a, b *lineage.Index) bool {
	for _, node := range []transform.NodeID{"raw", "clean", "joined", "lookup"} {
		endpoint := lineage.Endpoint{Node: node}
		reach := lineage.Reach{Uses: lineage.UsesFollowed}
		if !cmp.Equal(a.Upstream(endpoint, reach), b.Upstream(endpoint, reach)) || !cmp.Equal(a.Downstream(endpoint, reach), b.Downstream(endpoint, reach)) {
			return false
		}
	}
	return true
}

func TestWithout(t *testing.T) {
	t.Parallel()
	x := chain().Without("clean")
	if x.Has("clean") || x.Len() != 3 {
		t.Error("clean is still there")
	}
	if got := printTrace(x.Downstream(at("raw", ""), lineage.Reach{})); got != nil {
		t.Errorf("raw still goes into %v", got)
	}
	want := []string{"1 clean.id -> joined.key passThrough"}
	if diff := cmp.Diff(want, printTrace(x.Upstream(at("joined", "key"), lineage.Reach{}))); diff != "" {
		t.Error(diff)
	}
	if chain().Without("nobody").Len() != 4 {
		t.Error("removing an unknown node changed the index")
	}
}

func TestCyclesEnd(t *testing.T) {
	t.Parallel()
	var b lineage.Builder
	b.Add("a", lineage.NodeLineage{
		Reads:   []transform.NodeID{"b", "a"},
		Columns: []lineage.ColumnLineage{from("x", in("b", "x", lineage.PassThrough), in("a", "x", lineage.Transform))},
	})
	b.Add("b", lineage.NodeLineage{
		Reads:   []transform.NodeID{"a"},
		Columns: []lineage.ColumnLineage{from("x", in("a", "x", lineage.PassThrough))},
	})
	x := b.Build()
	x = x.Replace("a", mustNode(t, x, "a"))
	up := x.Upstream(at("a", "x"), lineage.Reach{})
	want := []string{"1 a.x -> a.x transform", "1 b.x -> a.x passThrough", "2 a.x -> b.x passThrough"}
	if diff := cmp.Diff(want, printTrace(up)); diff != "" {
		t.Error(diff)
	}
	if got := len(up.Tree().Branches); got != 2 {
		t.Errorf("the tree has %d branches", got)
	}
	if got := len(x.NodeUpstream("b", 0)); got != 3 {
		t.Errorf("%d steps up from b", got)
	}
}

func mustNode(t *testing.T, x *lineage.Index, node transform.NodeID) lineage.NodeLineage {
	t.Helper()
	n, ok := x.Node(node)
	if !ok {
		t.Fatalf("there is no node %s", node)
	}
	return n
}

func TestTheEmptyIndex(t *testing.T) {
	t.Parallel()
	var b lineage.Builder
	x := b.Build()
	if x.Len() != 0 || len(x.Upstream(at("a", "b"), lineage.Reach{}).Steps) != 0 || x.NodeUpstream("a", 0) != nil {
		t.Error("an empty index has nodes")
	}
	x = x.Replace("a", lineage.NodeLineage{Columns: []lineage.ColumnLineage{from("x", in("b", "y", lineage.PassThrough))}})
	if x.Len() != 1 || len(x.Downstream(at("b", "y"), lineage.Reach{}).Steps) != 1 {
		t.Error("a node added to an empty index is missing")
	}
}
