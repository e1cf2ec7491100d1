package render

import (
	"maps"

	"github.com/millrace/millrace/internal/transform"
)

// index finds nodes by id and by name. It consists of a base that is built once and a small layer of changes, so that
// an edit of one node in ten thousand copies almost nothing. Both are immutable once they are in use.
type index struct {
	base    *baseIndex
	changed map[transform.NodeID]*transform.Node // nil for a removed node
	names   map[transform.NodeRef]*transform.Node
}

type baseIndex struct {
	nodes  []*transform.Node
	byID   map[transform.NodeID]*transform.Node
	byName map[transform.NodeRef]*transform.Node
	more   map[transform.NodeRef][]*transform.Node // further nodes with the same name

	suggester suggester
}

func newIndex(nodes []*transform.Node) index {
	base := &baseIndex{
		nodes:  nodes,
		byID:   make(map[transform.NodeID]*transform.Node, len(nodes)),
		byName: make(map[transform.NodeRef]*transform.Node, len(nodes)),

		suggester: suggester{nodes: nodes},
	}
	for _, n := range nodes {
		if _, taken := base.byID[n.ID]; !taken {
			base.byID[n.ID] = n
		}
		base.add(n)
	}
	return index{base: base}
}

func (b *baseIndex) add(n *transform.Node) {
	if _, taken := b.byName[n.Ref()]; !taken {
		b.byName[n.Ref()] = n
		return
	}
	if b.more == nil {
		b.more = map[transform.NodeRef][]*transform.Node{}
	}
	b.more[n.Ref()] = append(b.more[n.Ref()], n)
}

// node finds a node by its id; nil if there is none.
func (x index) node(id transform.NodeID) *transform.Node {
	if n, changed := x.changed[id]; changed {
		return n
	}
	return x.base.byID[id]
}

// named finds a node by its location and name; nil if there is none.
func (x index) named(ref transform.NodeRef) *transform.Node {
	if n := x.names[ref]; n != nil {
		return n
	}
	n := x.base.byName[ref]
	if n == nil || x.isCurrent(n) {
		return n
	}
	for _, other := range x.base.more[ref] {
		if x.isCurrent(other) {
			return other
		}
	}
	return nil
}

// isCurrent reports whether a node of the base is neither changed nor removed.
func (x index) isCurrent(n *transform.Node) bool {
	_, changed := x.changed[n.ID]
	return !changed
}

// maxLayer is the number of changes after which a new base is built.
const maxLayer = 256

// with returns an index with nodes added or replaced by id, and other nodes removed.
func (x index) with(put []*transform.Node, removed []transform.NodeID) index {
	next := index{base: x.base, changed: maps.Clone(x.changed)}
	if next.changed == nil {
		next.changed = make(map[transform.NodeID]*transform.Node, len(put)+len(removed))
	}
	for _, n := range put {
		next.changed[n.ID] = n
	}
	for _, id := range removed {
		next.changed[id] = nil
	}
	if len(next.changed) > maxLayer {
		return newIndex(next.merged())
	}
	next.names = make(map[transform.NodeRef]*transform.Node, len(next.changed))
	for _, n := range next.changed {
		if n != nil {
			next.names[n.Ref()] = n
		}
	}
	return next
}

// merged returns all nodes: changed nodes at the positions of those that they replace, new nodes by id at the end.
func (x index) merged() []*transform.Node {
	nodes := make([]*transform.Node, 0, len(x.base.nodes)+len(x.changed))
	for _, n := range x.base.nodes {
		if current := x.node(n.ID); current != nil {
			nodes = append(nodes, current)
		}
	}
	for _, id := range sortedKeys(x.changed) {
		if n := x.changed[id]; n != nil && x.base.byID[id] == nil {
			nodes = append(nodes, n)
		}
	}
	return nodes
}
