package compiler

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/transform"
)

// Compilation is a compiled project. It is immutable, so any number of goroutines may read it.
type Compilation struct {
	Project     *transform.Project // its nodes have their columns resolved
	Diagnostics []diagnostic.Diagnostic
	Graph       *graph.Graph[string] // of node ids
	Lineage     *lineage.Index
	Types       *nodetype.Catalog
	Renderer    *render.Renderer

	options       Options
	nodes         []*Node // by location and name
	byID          map[transform.NodeID]*Node
	byRef         map[transform.NodeRef]*Node
	texts         *graph.Graph[string] // of all refs in the nodes' own texts: decides whose columns are resolved first
	hasTextCycles bool                 // texts has cycles
	catalog       *selector.NodeIndex
	panels        *panels
	general       []diagnostic.Diagnostic // findings of the reader and the renderer about no node in particular
	duplicates    []diagnostic.Diagnostic // nodes that share an id or a name
	cycles        []diagnostic.Diagnostic // nodes that depend on each other
	projectWide   []diagnostic.Diagnostic // about the project as a whole
}

// Nodes returns the nodes of the project by location and name. Of nodes with one id it has only the first.
func (c *Compilation) Nodes() []*Node { return c.nodes }

// Node finds a node by its id.
func (c *Compilation) Node(id transform.NodeID) (*Node, bool) {
	n, ok := c.byID[id]
	return n, ok
}

// Select returns the nodes that match include and do not match exclude. An empty include selects all nodes.
func (c *Compilation) Select(include, exclude string) (selector.Result, []selector.Warning, error) {
	return selector.Pick(c.catalog, include, exclude)
}

// NodeIndex returns the index that selectors search.
func (c *Compilation) NodeIndex() *selector.NodeIndex { return c.catalog }

// Find returns the nodes that a user may mean by a name: an id, LOCATION.NAME, LOCATION-NAME or NAME, ignoring case.
func (c *Compilation) Find(name string) []*Node {
	if n, ok := c.byID[transform.NodeID(name)]; ok {
		return []*Node{n}
	}
	var found []*Node
	for _, n := range c.nodes {
		if n.isCalled(name) {
			found = append(found, n)
		}
	}
	return found
}

func (n *Node) isCalled(name string) bool {
	if strings.EqualFold(n.Name, name) {
		return true
	}
	if len(name) != len(n.Location)+1+len(n.Name) {
		return false
	}
	separator := name[len(n.Location)]
	return (separator == '.' || separator == '-') &&
		strings.EqualFold(name[:len(n.Location)], n.Location) && strings.EqualFold(name[len(n.Location)+1:], n.Name)
}

// checkProject reports the problems of the project as a whole. They depend on which nodes exist and on what these read,
// not on other properties of the nodes.
func (c *Compilation) checkProject() []diagnostic.Diagnostic {
	return slices.Concat(c.checkDuplicateParts(), c.cycles, c.checkObjects(), c.checkMappings(), c.checkPackages(),
		c.checkJobs(), c.checkSubgraphs())
}

// gather collects the findings of all steps, and those about the project as a whole, in one list.
func (c *Compilation) gather() {
	list := slices.Concat(c.general, c.duplicates, c.projectWide)
	for _, n := range c.nodes {
		for _, found := range n.findings {
			list = append(list, found...)
		}
	}
	c.Diagnostics = diagnostic.Sort(list)
}
