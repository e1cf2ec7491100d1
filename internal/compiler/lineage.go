package compiler

import (
	"github.com/millrace/millrace/internal/lineage"
)

// collectLineage adds the columns of all nodes of a first compilation to the index, which needs a part of the memory. It runs while
// the nodes are rendered, and does not know yet what they read.
func (b *build) collectLineage() {
	if b.previous != nil {
		return
	}
	for _, n := range b.next.nodes {
		b.lineage.Add(n.ID, n.lineage)
		n.lineage = lineage.NodeLineage{}
	}
}

// indexLineage builds the lineage index of all nodes. After an edit it replaces only the touched nodes. Nodes need not
// keep what the index contains.
func (b *build) indexLineage() {
	c := b.next
	if b.previous == nil {
		for _, n := range c.nodes {
			b.lineage.SetReads(n.ID, n.upstream)
		}
		c.Lineage = b.lineage.Build()
		return
	}
	for _, n := range b.work() {
		n.lineage.Reads = n.upstream
	}
	for id := range b.previous.byID {
		if _, still := c.byID[id]; !still {
			c.Lineage = c.Lineage.Without(id)
		}
	}
	for _, n := range b.work() {
		c.Lineage = c.Lineage.Replace(n.ID, n.lineage)
		n.lineage = lineage.NodeLineage{}
	}
}
