package lineage_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

const randomNodes = 8

func drawNode(t *rapid.T) transform.NodeID {
	return transform.NodeID(fmt.Sprint("n", rapid.IntRange(0, randomNodes-1).Draw(t, "node")))
}

func drawInput(t *rapid.T, uses ...lineage.Use) lineage.Input {
	column := transform.ColumnID(fmt.Sprint("c", rapid.IntRange(0, 40).Draw(t, "column")))
	return lineage.Input{Node: drawNode(t), Column: column, Use: rapid.SampledFrom(uses).Draw(t, "use")}
}

func drawLineage(t *rapid.T) lineage.NodeLineage {
	n := lineage.NodeLineage{}
	for range rapid.IntRange(0, 3).Draw(t, "reads") {
		n.Reads = append(n.Reads, drawNode(t))
	}
	for i := range rapid.SampledFrom([]int{0, 1, 3, 40}).Draw(t, "columns") {
		column := lineage.ColumnLineage{Column: transform.ColumnID(fmt.Sprint("c", i))}
		for range rapid.IntRange(0, 2).Draw(t, "inputs") {
			column.Inputs = append(column.Inputs, drawInput(t, lineage.PassThrough, lineage.Transform))
		}
		n.Columns = append(n.Columns, column)
	}
	for range rapid.IntRange(0, 2).Draw(t, "uses") {
		n.Uses = append(n.Uses, drawInput(t, lineage.Filter, lineage.Join))
	}
	return n
}

// TestEditsEqualBuilding builds the same project by edits and in one step.
func TestEditsEqualBuilding(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var b lineage.Builder
		edited := b.Build()
		nodes := map[transform.NodeID]lineage.NodeLineage{}
		for range rapid.IntRange(1, 12).Draw(rt, "edits") {
			node := drawNode(rt)
			if rapid.IntRange(0, 4).Draw(rt, "remove") == 0 {
				delete(nodes, node)
				edited = edited.Without(node)
				continue
			}
			nodes[node] = drawLineage(rt)
			edited = edited.Replace(node, nodes[node])
		}
		for node, n := range nodes {
			b.Add(node, n)
		}
		built := b.Build()
		if diff := cmp.Diff(everything(built), everything(edited)); diff != "" {
			rt.Fatal(diff)
		}
		checkClosure(rt, built, nodes)
	})
}

// everything returns all lineage of an index.
func everything(x *lineage.Index) []any {
	list := []any{x.Len()}
	for i := range randomNodes {
		node := transform.NodeID(fmt.Sprint("n", i))
		n, ok := x.Node(node)
		list = append(list, n, ok, x.NodeUpstream(node, 0), x.NodeDownstream(node, 2))
		for _, uses := range []lineage.Uses{lineage.UsesLeftOut, lineage.UsesShown, lineage.UsesFollowed} {
			reach := lineage.Reach{Uses: uses}
			list = append(list, x.Upstream(lineage.Endpoint{Node: node}, reach), x.Downstream(lineage.Endpoint{Node: node}, reach))
			list = append(list, x.Upstream(lineage.Endpoint{Node: node, Column: "c1"}, reach), x.Downstream(lineage.Endpoint{Node: node, Column: "c1"}, reach))
		}
	}
	return list
}

// checkClosure compares the columns upstream of one with those that a plain search finds.
func checkClosure(t *rapid.T, x *lineage.Index, nodes map[transform.NodeID]lineage.NodeLineage) {
	start := lineage.Endpoint{Node: drawNode(t), Column: "c0"}
	want := map[lineage.Endpoint]bool{}
	for open := []lineage.Endpoint{start}; len(open) > 0; open = open[1:] {
		for _, column := range nodes[open[0].Node].Columns {
			if column.Column != open[0].Column {
				continue
			}
			for _, in := range column.Inputs {
				endpoint := lineage.Endpoint{Node: in.Node, Column: in.Column}
				if !want[endpoint] {
					want[endpoint] = true
					open = append(open, endpoint)
				}
			}
		}
	}
	got := map[lineage.Endpoint]bool{}
	trace := x.Upstream(start, lineage.Reach{})
	for _, step := range trace.Steps {
		got[step.From] = true
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
	if !slices.IsSortedFunc(trace.Steps, func(a, b lineage.Step) int { return a.Depth - b.Depth }) {
		t.Fatal("steps are not in the order of depth")
	}
}
