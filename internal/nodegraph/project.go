package nodegraph

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/selector"
)

// Project is a set of nodes that selectors can match. It is immutable.
type Project struct {
	nodes     []*compiler.Node     // by location and name
	graph     *graph.Graph[string] // of these nodes
	index     *selector.NodeIndex  // may contain further nodes, which are never selected
	locations []string             // in the order of the project, each once
}

// DeployedNode is a node in the compilation that it belongs to.
type DeployedNode struct {
	*compiler.Node

	In *compiler.Compilation
}

// OfCompilation returns the project with all nodes of a compilation.
func OfCompilation(c *compiler.Compilation) *Project {
	p := &Project{nodes: c.Nodes(), graph: c.Graph, index: c.NodeIndex(), locations: c.Project.Locations}
	return p.completed()
}

// OfNodes returns the project of nodes that were deployed, which may come from several compilations.
func OfNodes(nodes []DeployedNode) *Project {
	if len(nodes) == 0 {
		return &Project{graph: graph.Build[string](nil, nil), index: selector.NewNodeIndex(nil, nil, nil)}
	}
	p := &Project{nodes: make([]*compiler.Node, len(nodes))}
	ids := make(map[string]bool, len(nodes))
	for i, n := range nodes {
		p.nodes[i] = n.Node
		ids[string(n.ID)] = true
		if i == 0 || n.In != nodes[i-1].In {
			p.locations = append(p.locations, n.In.Project.Locations...)
		}
	}
	slices.SortFunc(p.nodes, func(a, b *compiler.Node) int {
		return cmp.Or(cmp.Compare(a.Location, b.Location), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	first := nodes[0].In
	if !slices.ContainsFunc(nodes, func(n DeployedNode) bool { return n.In != first }) {
		p.graph, p.index = first.Graph.Sub(func(id string) bool { return ids[id] }), first.NodeIndex()
		return p.completed()
	}
	p.graph = joined(nodes)
	selectable := make([]selector.Node, len(p.nodes))
	for i, n := range p.nodes {
		selectable[i] = n.Selectable()
	}
	p.index = selector.NewNodeIndex(selectable, first.SelectableSubgraphs(), p.graph)
	return p.completed()
}

// joined returns the graph of nodes of several compilations. Each node has the upstream nodes of its own one.
func joined(nodes []DeployedNode) *graph.Graph[string] {
	keys := make([]string, len(nodes))
	var edges []graph.Edge[string]
	for i, n := range nodes {
		keys[i] = string(n.ID)
		for _, up := range n.In.Graph.Upstream(keys[i]) {
			edges = append(edges, graph.Edge[string]{From: up, To: keys[i]})
		}
	}
	return graph.Build(keys, edges)
}

// completed adds the locations that only nodes name, in the order of the nodes.
func (p *Project) completed() *Project {
	listed := p.locations
	p.locations = nil
	seen := map[string]bool{}
	add := func(location string) {
		if !seen[location] {
			seen[location] = true
			p.locations = append(p.locations, location)
		}
	}
	for _, location := range listed {
		add(location)
	}
	for _, n := range p.nodes {
		add(n.Location)
	}
	return p
}

// Nodes returns the nodes by location and name.
func (p *Project) Nodes() []*compiler.Node { return p.nodes }

// LocationCount is the number of nodes in a location.
type LocationCount struct {
	Location string
	Nodes    int
}

// CountLocations counts nodes by location, in the order of the project. Locations without any are left out.
func (p *Project) CountLocations(nodes []*compiler.Node) []LocationCount {
	counts := map[string]int{}
	for _, n := range nodes {
		counts[n.Location]++
	}
	var list []LocationCount
	for _, location := range p.locations {
		if counts[location] > 0 {
			list = append(list, LocationCount{location, counts[location]})
		}
	}
	return list
}
