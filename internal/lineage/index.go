package lineage

import (
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// Index is the lineage of all nodes of a project. It never changes; any number of goroutines may read it. Make one with
// a Builder.
type Index struct {
	numbers map[transform.NodeID]int32
	records []*record
}

// Len returns the number of nodes that were added.
func (x *Index) Len() int {
	n := 0
	for _, r := range x.records {
		if r.added {
			n++
		}
	}
	return n
}

// Has reports whether the node was added.
func (x *Index) Has(node transform.NodeID) bool {
	r := x.record(node)
	return r != nil && r.added
}

// Node returns the lineage that was added for a node, with its inputs in order.
func (x *Index) Node(node transform.NodeID) (NodeLineage, bool) {
	r := x.record(node)
	if r == nil || !r.added {
		return NodeLineage{}, false
	}
	n := NodeLineage{Reads: x.nodes(r.reads), Opaque: r.opaque, Uses: x.inputs(linksOf(r.in, wholeNode))}
	for _, own := range r.own {
		n.Columns = append(n.Columns, ColumnLineage{r.columns.ids[own], x.inputs(linksOf(r.in, own))})
	}
	return n, true
}

// Opaque returns the reason why the column lineage of a node is not complete, "" when it is.
func (x *Index) Opaque(node transform.NodeID) string {
	if r := x.record(node); r != nil {
		return r.opaque
	}
	return ""
}

func (x *Index) record(node transform.NodeID) *record {
	if n, ok := x.numbers[node]; ok {
		return x.records[n]
	}
	return nil
}

// nodes returns the ids for numbers of nodes, ascending.
func (x *Index) nodes(numbers []int32) []transform.NodeID {
	var ids []transform.NodeID
	for _, n := range numbers {
		ids = append(ids, x.records[n].id)
	}
	slices.Sort(ids)
	return ids
}

func (x *Index) inputs(links []link) []Input {
	var inputs []Input
	for _, l := range links {
		at := x.endpoint(l.node, l.column)
		inputs = append(inputs, Input{at.Node, at.Column, l.use})
	}
	slices.SortFunc(inputs, Input.compare)
	return inputs
}

func (x *Index) endpoint(node, column int32) Endpoint {
	r := x.records[node]
	if column == wholeNode {
		return Endpoint{Node: r.id}
	}
	return Endpoint{Node: r.id, Column: r.columns.ids[column]}
}
