package lineage

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// wholeNode is the column number of the node as a whole.
const wholeNode int32 = -1

// record is the index entry of one node. Nodes and columns are numbers here, because a project of 10,000 nodes has some
// hundred thousand edges, each of them stored twice.
type record struct {
	id      transform.NodeID
	added   bool   // false: other nodes name it, but it was not added
	opaque  string // NodeLineage.Opaque
	columns columnTable
	own     []int32 // the columns it has, in their order
	reads   []int32 // nodes
	readBy  []int32 // nodes
	in      []link  // from columns upstream, sorted
	out     []link  // to columns downstream, sorted
}

// numbering assigns numbers to nodes and to columns of nodes.
type numbering interface {
	number(node transform.NodeID) int32
	column(node int32, column transform.ColumnID) int32
}

// fill stores the lineage of a node in its record, except for its downstream links.
func (r *record) fill(n NodeLineage, names numbering) {
	r.added, r.opaque = true, n.Opaque
	r.fillReads(n.Reads, names)
	r.fillColumns(n, names)
}

func (r *record) fillReads(reads []transform.NodeID, names numbering) {
	r.reads = make([]int32, 0, len(reads))
	for _, node := range reads {
		r.reads = append(r.reads, names.number(node))
	}
	slices.Sort(r.reads)
	r.reads = slices.Compact(r.reads)
}

func (r *record) fillColumns(n NodeLineage, names numbering) {
	count := len(n.Uses)
	for _, column := range n.Columns {
		count += len(column.Inputs)
	}
	r.in = make([]link, 0, count)
	r.connect(wholeNode, n.Uses, names)

	self := names.number(r.id)
	r.own = make([]int32, 0, len(n.Columns))
	for _, column := range n.Columns {
		own := names.column(self, column.Column)
		r.connect(own, column.Inputs, names)
		if !slices.Contains(r.own, own) {
			r.own = append(r.own, own)
		}
	}
	sortLinks(r.in)
	r.in = slices.Compact(r.in)
}

func (r *record) connect(own int32, inputs []Input, names numbering) {
	var node int32
	for i, in := range inputs {
		if i == 0 || in.Node != inputs[i-1].Node { // most inputs of a column come from one node
			node = names.number(in.Node)
		}
		r.in = append(r.in, link{own: own, node: node, column: names.column(node, in.Column), use: in.Use})
	}
}

// clone returns a copy of the record that can be changed. The lists are shared, so a change must replace a list as a
// whole.
func (r *record) clone() *record {
	copied := *r
	copied.columns = r.columns.clone()
	return &copied
}

// link is one end of an edge, as seen from the node at the other end.
type link struct {
	own    int32 // column of this node, or wholeNode
	node   int32 // the other node
	column int32 // its column, or wholeNode
	use    Use
}

func (l link) compare(other link) int {
	return cmp.Or(
		cmp.Compare(l.own, other.own),
		cmp.Compare(l.node, other.node),
		cmp.Compare(l.column, other.column),
		cmp.Compare(l.use, other.use),
	)
}

func sortLinks(links []link) { slices.SortFunc(links, link.compare) }

// linksOf returns the links of one column in a sorted list.
func linksOf(links []link, own int32) []link {
	byOwn := func(l link, own int32) int { return cmp.Compare(l.own, own) }
	start, _ := slices.BinarySearchFunc(links, own, byOwn)
	end, _ := slices.BinarySearchFunc(links[start:], own+1, byOwn)
	return links[start : start+end]
}
