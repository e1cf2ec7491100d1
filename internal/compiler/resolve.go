package compiler

import (
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// resolve finds the columns of the touched nodes and their origin, upstream first. If the columns of a node changed,
// the nodes that read it are touched, too.
func (b *build) resolve() {
	g := b.next.texts
	for _, level := range b.levels(g) {
		ready := make([]*Node, 0, len(level.nodes))
		for _, n := range level.nodes {
			if b.touched[n.ID] {
				ready = append(ready, b.next.byID[n.ID])
			}
		}
		level.eachWorker(ready, func() func(*Node) {
			memory := &resolveMemory{}
			return func(n *Node) { b.next.resolveNode(n, memory) }
		})
		for _, n := range ready {
			if b.columnsChanged(n) {
				b.touchReaders(g.Downstream(string(n.ID)))
			}
		}
	}
	b.adoptNodes()
}

// resolveMemory is memory that the nodes of one worker use one after the other.
type resolveMemory struct {
	sql     sqltext.Reader
	lineage lineage.Resolver
}

func (c *Compilation) resolveNode(n *Node, memory *resolveMemory) {
	n.Type, _ = c.Types.Lookup(n.written.Type, n.Kind)
	n.fillMaterialization()
	if n.Kind == transform.SQLNode {
		c.resolveSQL(n, memory)
	} else {
		n.fillSeedColumns()
		n.lineage = memory.lineage.FromYAMLNode(n.written, columnCatalog{c})
		n.isOpen = n.IsSource && len(n.Columns) == 0 && n.observed == nil
		n.hasMoreColumns = n.isOpen || len(n.Columns) == 0 && diagnostic.HasErrors(n.findings[stepRead]) // its file could not be parsed
	}
	n.Opaque = n.lineage.Opaque
	n.setVisibleColumns()
}

// fillMaterialization sets the materialization if the file does not name one.
func (n *Node) fillMaterialization() {
	if n.written.Materialization != "" || n.written.IsSource || n.Type == nil {
		return
	}
	n.changeable().Materialization = nodetype.Materialization(n.Type)
}

// changeable returns the node for changes. The node as written stays as it is.
func (n *Node) changeable() *transform.Node {
	if n.Node == n.written {
		changed := *n.written
		n.Node = &changed
	}
	return n.Node
}

// columnCatalog provides lineage with the columns of upstream nodes.
type columnCatalog struct{ *Compilation }

func (c columnCatalog) Columns(ref transform.NodeRef) (id transform.NodeID, columns []lineage.Column, complete bool) {
	n, ok := c.byRef[ref]
	if !ok {
		return "", nil, false
	}
	if n.visibleColumns == nil {
		return n.ID, nil, false // on a cycle, and not yet resolved
	}
	return n.ID, n.visibleColumns, !n.hasMoreColumns
}

// setVisibleColumns records the columns that other nodes can read.
func (n *Node) setVisibleColumns() {
	if len(n.Columns) == 0 && n.observed != nil {
		n.visibleColumns = n.observed
		return
	}
	n.visibleColumns = make([]lineage.Column, len(n.Columns))
	for i := range n.Columns {
		column := &n.Columns[i]
		n.visibleColumns[i] = lineage.Column{ID: column.ID, Name: column.Name, DataType: column.DataType}
	}
}

// columnsChanged reports whether the columns, or anything else that the readers of a node see of it, have changed.
func (b *build) columnsChanged(n *Node) bool {
	if b.previous == nil {
		return false // everything is touched in this case
	}
	before, existed := b.previous.byID[n.ID]
	if !existed || before.hasMoreColumns != n.hasMoreColumns {
		return true
	}
	return !slices.Equal(before.visibleColumns, n.visibleColumns) || before.exposedDigest() != n.exposedDigest()
}

func (b *build) touchReaders(ids []string) {
	for _, id := range ids {
		id := transform.NodeID(id)
		if b.touched[id] {
			continue
		}
		b.touched[id] = true
		b.replace(b.next.byID[id], b.next.byID[id].withoutResults())
		b.next.checkRefs(b.next.byID[id])
	}
}

// replace replaces a node with another of the same id and name.
func (b *build) replace(old, with *Node) {
	c := b.next
	c.byID[with.ID] = with
	if c.byRef[with.Ref()] == old {
		c.byRef[with.Ref()] = with
	}
	i, _ := slices.BinarySearchFunc(c.nodes, with, byLocationAndName)
	c.nodes[i] = with
}

// adoptNodes hands the resolved nodes to the project and to the renderer.
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
