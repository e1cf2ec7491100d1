package compiler

import (
	"fmt"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// index builds the lookups by id and by name, and reports duplicates. Of nodes with one id the original keeps it; its
// copies are reported and left out, because no reference can reach them.
func (c *Compilation) index(all []*Node) {
	c.byID = make(map[transform.NodeID]*Node, len(all))
	c.byRef = make(map[transform.NodeRef]*Node, len(all))
	c.nodes = make([]*Node, 0, len(all))
	c.duplicates = nil
	keepers := originals(all)
	for _, n := range all {
		if original := keepers[n.ID]; original != n {
			c.duplicates = append(c.duplicates, duplicateID(n, original))
			continue
		}
		c.byID[n.ID] = n
		c.nodes = append(c.nodes, n)
		if first, taken := c.byRef[n.Ref()]; taken {
			c.duplicates = append(c.duplicates, duplicateName(n, first))
			continue
		}
		c.byRef[n.Ref()] = n
	}
}

func duplicateName(n, first *Node) diagnostic.Diagnostic {
	return diagnostic.Diagnostic{
		Code: diagnostic.DuplicateName, Severity: diagnostic.Error, Node: n.Ref().String(),
		Message: fmt.Sprintf("location %s already has a node %s, in %s", n.Location, n.Name, first.File),
		Hint:    "rename one of them or move it to another location",
	}.At(n.File, n.At)
}

// checkDuplicateParts reports jobs, subgraphs, environments and node types that share an id.
func (c *Compilation) checkDuplicateParts() []diagnostic.Diagnostic {
	var found []diagnostic.Diagnostic
	seen := map[string]string{}
	add := func(kind, id, file string) {
		key := kind + " " + id
		if first, taken := seen[key]; taken {
			found = append(found, diagnostic.Diagnostic{
				Code: diagnostic.DuplicateID, Severity: diagnostic.Error, File: file, Line: 1, Column: 1,
				Message: fmt.Sprintf("%s id %s is also used in %s", kind, id, first),
				Hint:    "give each " + kind + " an id of its own",
			})
			return
		}
		seen[key] = file
	}
	for _, j := range c.Project.Jobs {
		add("job", string(j.ID), j.File)
	}
	for _, s := range c.Project.Subgraphs {
		add("subgraph", string(s.ID), s.File)
	}
	for _, e := range c.Project.Environments {
		add("environment", e.ID, e.File)
	}
	for _, t := range c.Project.NodeTypes {
		add("node type", string(t.ID), t.File)
	}
	return found
}
