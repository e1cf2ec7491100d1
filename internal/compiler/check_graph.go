package compiler

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// checkCycles reports nodes that depend on each other, with the path of the cycle.
func (c *Compilation) checkCycles() []diagnostic.Diagnostic {
	var found []diagnostic.Diagnostic
	for _, cycle := range c.Graph.Cycles() {
		names := make([]string, len(cycle))
		for i, id := range cycle {
			names[i] = c.byID[transform.NodeID(id)].Ref().String()
		}
		first := c.byID[transform.NodeID(cycle[0])]
		found = append(found, diagnostic.Diagnostic{
			Code: diagnostic.Cycle, Severity: diagnostic.Error, Node: first.Ref().String(),
			Message: "these nodes depend on each other: " + strings.Join(names, " → "),
			Hint:    "remove one ref from the cycle, or write it as ref_no_link if the order does not matter",
		}.At(first.File, first.At))
	}
	return found
}

// checkObjects reports two nodes that map to one object in the engine.
func (c *Compilation) checkObjects() []diagnostic.Diagnostic {
	var found []diagnostic.Diagnostic
	owners := make(map[string]*Node, len(c.nodes))
	for _, n := range c.nodes {
		name := c.Renderer.Name(n.Ref())
		key := c.Renderer.Dialect().Comparable(name)
		first, taken := owners[key]
		if !taken {
			owners[key] = n
			continue
		}
		if first.Ref() == n.Ref() || first.IsSource && n.IsSource {
			continue // reported as a duplicate name; two sources may read one object
		}
		found = append(found, diagnostic.Diagnostic{
			Code: diagnostic.SameObject, Severity: diagnostic.Warning, Node: n.Ref().String(),
			Message: fmt.Sprintf("%s and %s both map to %s", n.Ref(), first.Ref(), name),
			Hint:    "map their locations to different schemas",
		}.At(n.File, n.At))
	}
	return found
}
