package compiler

import (
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

// resolve finds the columns of the touched nodes and where they come from, upstream first. When the columns of a node are
// not what they were, the nodes that read it are touched too.
func (b *build) resolve() {
	g := b.next.texts
	for _, level := range b.levels(g) {
		ready := make([]*Node, 0, len(level.nodes))
		for _, n := range level.nodes {
			if b.touched[n.ID] {
				ready = append(ready, b.next.byID[n.ID])
			}
		}
		level.each(ready, b.next.resolveNode)
		for _, n := range ready {
			if b.columnsMoved(n) {
				b.touchReaders(g.Downstream(string(n.ID)))
			}
		}
	}
	b.adoptNodes()
}

func (c *Compilation) resolveNode(n *Node) {
	n.Type, _ = c.Types.Lookup(n.written.Type, n.Kind)
	n.fillMaterialization()
	if n.Kind == transform.SQLNode {
		c.resolveSQL(n)
	} else {
		n.lineage = lineage.FromYAMLNode(n.written, columnCatalog{c})
		n.hasMoreColumns = len(n.Columns) == 0 && diagnostic.HasErrors(n.findings[stepRead]) // its file was not understood
	}
	n.Opaque = n.lineage.Opaque
	n.offer()
}

// fillMaterialization says what the node becomes when its file does not.
func (n *Node) fillMaterialization() {
	if n.written.Materialization != "" || n.written.IsSource || n.Type == nil {
		return
	}
	filled := *n.written
	filled.Materialization = nodetype.Materialization(n.Type)
	n.Node = &filled
}

// columnCatalog tells lineage what the columns of a node upstream are.
type columnCatalog struct{ *Compilation }

func (c columnCatalog) Columns(ref transform.NodeRef) (id transform.NodeID, columns []lineage.Column, complete bool) {
	n, ok := c.byRef[ref]
	if !ok {
		return "", nil, false
	}
	if n.offers == nil {
		return n.ID, nil, false // on a cycle, and not resolved yet
	}
	return n.ID, n.offers, !n.hasMoreColumns
}

// offer notes what others can read of the node.
func (n *Node) offer() {
	n.offers = make([]lineage.Column, len(n.Columns))
	for i := range n.Columns {
		column := &n.Columns[i]
		n.offers[i] = lineage.Column{ID: column.ID, Name: column.Name, DataType: column.DataType}
	}
}

// columnsMoved reports whether those who read a node see other columns than before.
func (b *build) columnsMoved(n *Node) bool {
	if b.previous == nil {
		return false // everything is touched anyway
	}
	before, existed := b.previous.byID[n.ID]
	if !existed || before.hasMoreColumns != n.hasMoreColumns {
		return true
	}
	return !slices.Equal(before.offers, n.offers)
}

func (b *build) touchReaders(ids []string) {
	for _, id := range ids {
		id := transform.NodeID(id)
		if b.touched[id] {
			continue
		}
		b.touched[id] = true
		b.replace(b.next.byID[id], b.next.byID[id].again())
		b.next.checkRefs(b.next.byID[id])
	}
}

// replace puts a node into the place of another with the same id and name.
func (b *build) replace(old, with *Node) {
	c := b.next
	c.byID[with.ID] = with
	if c.byRef[with.Ref()] == old {
		c.byRef[with.Ref()] = with
	}
	i, _ := slices.BinarySearchFunc(c.nodes, with, byPlace)
	c.nodes[i] = with
}

// adoptNodes makes the resolved nodes those of the project and of the renderer.
func (b *build) adoptNodes() {
	c := b.next
	nodes := make([]*transform.Node, 0, len(c.nodes))
	changed := make([]*transform.Node, 0, len(b.touched))
	for _, n := range c.nodes {
		nodes = append(nodes, n.Node)
		if b.touched[n.ID] {
			changed = append(changed, n.Node)
		}
	}
	c.Project.Nodes = nodes
	c.Renderer = c.Renderer.With(changed...)
	if b.previous == nil {
		return
	}
	var gone []transform.NodeID
	for id := range b.previous.byID {
		if _, still := c.byID[id]; !still {
			gone = append(gone, id)
		}
	}
	if len(gone) > 0 {
		c.Renderer = c.Renderer.Without(gone...)
	}
}
