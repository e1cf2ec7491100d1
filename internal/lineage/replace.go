package lineage

import (
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// Replace returns the index with another lineage for one node, which may be new. It changes that node and the nodes
// directly upstream, before and after; it shares all other nodes with this index.
func (x *Index) Replace(node transform.NodeID, n NodeLineage) *Index {
	e := x.edit()
	at := e.number(node)
	e.removeLinks(at)
	e.own(at).fill(n, e)
	e.addLinks(at)
	return e.index
}

// Without returns the index without one node. Nodes that read it keep their lineage.
func (x *Index) Without(node transform.NodeID) *Index {
	at, ok := x.numbers[node]
	if !ok {
		return x
	}
	e := x.edit()
	e.removeLinks(at)
	r := e.own(at)
	r.added, r.opaque, r.own, r.reads, r.in = false, "", nil, nil, nil
	return e.index
}

// editor builds an index from another. A record is copied before its first change.
type editor struct {
	index  *Index
	copied map[int32]bool
	isMine bool // the map of numbers was copied too
}

func (x *Index) edit() *editor {
	return &editor{
		index:  &Index{numbers: x.numbers, records: slices.Clone(x.records)},
		copied: map[int32]bool{},
	}
}

// own returns a record that may be changed.
func (e *editor) own(n int32) *record {
	if !e.copied[n] {
		e.index.records[n] = e.index.records[n].clone()
		e.copied[n] = true
	}
	return e.index.records[n]
}

func (e *editor) number(node transform.NodeID) int32 {
	if n, ok := e.index.numbers[node]; ok {
		return n
	}
	if !e.isMine {
		e.index.numbers = maps.Clone(e.index.numbers)
		e.isMine = true
	}
	if e.index.numbers == nil {
		e.index.numbers = map[transform.NodeID]int32{}
	}
	n := narrow(len(e.index.records))
	e.index.numbers[node] = n
	e.index.records = append(e.index.records, &record{id: node})
	e.copied[n] = true
	return n
}

func (e *editor) column(node int32, column transform.ColumnID) int32 {
	if n := e.index.records[node].columns.find(column); n >= 0 {
		return n
	}
	return e.own(node).columns.add(column)
}

// removeLinks removes the links of a node from the lists of the upstream nodes.
func (e *editor) removeLinks(at int32) {
	r := e.index.records[at]
	for _, upstream := range r.reads {
		up := e.own(upstream)
		up.readBy = slices.DeleteFunc(slices.Clone(up.readBy), func(n int32) bool { return n == at })
	}
	for _, upstream := range linkedNodes(r.in) {
		up := e.own(upstream)
		up.out = slices.DeleteFunc(slices.Clone(up.out), func(l link) bool { return l.node == at })
	}
}

// addLinks adds the links of a node to the lists of the upstream nodes.
func (e *editor) addLinks(at int32) {
	r := e.index.records[at]
	for _, upstream := range r.reads {
		up := e.own(upstream)
		up.readBy = append(slices.Clip(up.readBy), at)
	}
	for _, upstream := range linkedNodes(r.in) {
		up := e.own(upstream)
		up.out = slices.Clip(up.out)
		for _, l := range r.in {
			if l.node == upstream {
				up.out = append(up.out, link{own: l.column, node: at, column: l.own, use: l.use})
			}
		}
		sortLinks(up.out)
	}
}

// linkedNodes returns the nodes at the other ends of links, each once.
func linkedNodes(links []link) []int32 {
	var nodes []int32
	for _, l := range links {
		nodes = append(nodes, l.node)
	}
	slices.Sort(nodes)
	return slices.Compact(nodes)
}
