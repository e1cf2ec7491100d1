package planner

import (
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/transform"
)

// order returns all nodes of the graph, each after its upstream nodes. It is an error if a selected node is on a cycle.
func (b *builder) order() ([]string, error) {
	order := b.compilation.Graph.Order()
	if len(order) == b.compilation.Graph.Len() {
		return order, nil
	}
	for _, cycle := range b.compilation.Graph.Cycles() {
		if !slices.ContainsFunc(cycle, func(id string) bool { return b.chosen[id] }) {
			continue
		}
		names := make([]string, len(cycle))
		for i, id := range cycle {
			if n, ok := b.compilation.Node(transform.NodeID(id)); ok {
				names[i] = n.Ref().String()
			}
		}
		return nil, cycleFault(names)
	}
	return order, nil
}

// walk visits the nodes in order and finds, for each selected node, the selected ones that it depends on: directly, or through
// nodes that are not selected.
type walk struct {
	compilation *compiler.Compilation
	position    map[string]int          // of selected nodes in the plan
	behind      map[string]map[int]bool // of unselected nodes: the positions that their readers depend on
}

func newWalk(c *compiler.Compilation, size int) *walk {
	return &walk{compilation: c, position: make(map[string]int, size), behind: map[string]map[int]bool{}}
}

func (w *walk) visit(id string, chosen bool) []int {
	upstream := map[int]bool{}
	for _, up := range w.compilation.Graph.Upstream(id) {
		if at, ok := w.position[up]; ok {
			upstream[at] = true
			continue
		}
		maps.Copy(upstream, w.behind[up])
	}
	if !chosen {
		if len(upstream) > 0 {
			w.behind[id] = upstream
		}
		return nil
	}
	w.position[id] = len(w.position)
	return slices.Sorted(maps.Keys(upstream))
}
