package selector

import (
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/graph"
)

// Node has the properties of a node that selectors can match.
type Node struct {
	ID, Name, Location, NodeTypeID, NodeTypeName string
}

// Subgraph is a saved list of nodes.
type Subgraph struct {
	ID, Name string
	NodeIDs  []string
}

// NodeIndex is the set of nodes that selectors are resolved against. It is immutable; any number of goroutines may use
// it.
type NodeIndex struct {
	graph   *graph.Graph[string]
	nodes   graph.Set[string] // the graph may have nodes that are not in the index
	indexes map[key]*index
}

// NewNodeIndex indexes nodes and subgraphs. The graph has the dependencies; nil means none. Paths through a node that
// is only in the graph count, but the node itself is never selected.
func NewNodeIndex(nodes []Node, subgraphs []Subgraph, g *graph.Graph[string]) *NodeIndex {
	c := &NodeIndex{indexes: map[key]*index{}}
	for _, k := range keys {
		c.indexes[k] = &index{}
	}
	ids := make([]string, 0, len(nodes))
	for _, n := range nodes {
		ids = append(ids, n.ID)
		c.addNode(n)
	}
	for _, s := range subgraphs {
		c.addSubgraph(s)
	}
	c.graph = covering(g, ids)
	c.nodes = c.graph.Set(ids...)
	return c
}

func (c *NodeIndex) check() error {
	if c == nil {
		return fault.New(fault.Internal, "a selector was resolved without an index of nodes")
	}
	return nil
}

func (c *NodeIndex) addNode(n Node) {
	c.indexes[nameKey].add(n.Name, n.ID)
	c.indexes[locationKey].add(n.Location, n.ID)
	c.indexes[nodeIDKey].add(n.ID, n.ID)
	for _, value := range n.typeNames() {
		c.indexes[nodeTypeKey].add(value, n.ID)
	}
}

// typeNames returns the names of a node's type: its name, its id, and for a type of a package, whose id is alias:::id,
// the id within the package.
func (n Node) typeNames() []string {
	names := []string{n.NodeTypeName, n.NodeTypeID}
	if _, inPackage, found := strings.Cut(n.NodeTypeID, ":::"); found {
		names = append(names, inPackage)
	}
	return names
}

func (c *NodeIndex) addSubgraph(s Subgraph) {
	c.indexes[subgraphKey].add(s.Name, s.NodeIDs...)
	c.indexes[subgraphKey].add(s.ID, s.NodeIDs...)
}

// covering returns a graph that has all the nodes: g itself if it has them.
func covering(g *graph.Graph[string], ids []string) *graph.Graph[string] {
	if g == nil {
		return graph.Build(ids, nil)
	}
	if g.Set(ids...).Len() == distinct(ids) {
		return g
	}
	return graph.Build(append(g.Nodes(), ids...), g.Edges())
}

func distinct(ids []string) int {
	seen := make(map[string]struct{}, len(ids))
	for _, id := range ids {
		seen[id] = struct{}{}
	}
	return len(seen)
}
