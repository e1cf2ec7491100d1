package compiler

import (
	"github.com/millrace/millrace/internal/lineage"
)

// indexLineage builds the lineage index of all nodes. After an edit it replaces only the touched nodes. Nodes need not
// keep what the index contains.
func (b *build) indexLineage() {
	c := b.next
	for _, n := range b.work() {
		n.lineage.Reads = n.upstream
	}
	if b.previous == nil {
		var all lineage.Builder
		for _, n := range c.nodes {
			all.Add(n.ID, n.lineage)
			n.lineage = lineage.NodeLineage{}
		}
		c.Lineage = all.Build()
		return
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
