package compiler

import (
	"io/fs"
	"slices"
	"sync"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/transform"
)

// Compile compiles the project in a folder.
func Compile(fsys fs.FS, o Options) *Compilation {
	b := begin(fsys, o, projectfile.Options{})
	b.compile()
	return b.next
}

// begin reads the project and prepares to compile all of its nodes.
func begin(fsys fs.FS, o Options, reading projectfile.Options) *build {
	project, read := projectfile.Read(fsys, reading)
	c := &Compilation{Project: project, options: o}
	c.Types = nodetype.NewCatalog(project.NodeTypes, o.platform(project))
	c.panels = newPanels()
	b := &build{next: c, touched: make(map[transform.NodeID]bool, len(project.Nodes))}
	all := b.adopt(project.Nodes, read)
	target, found := o.target(project)
	c.general = append(c.general, found...)
	renderer, found := render.New(project, c.Types, target)
	c.Renderer = renderer
	c.general = append(c.general, found...)
	slices.SortStableFunc(all, byLocationAndName)
	c.index(all)
	return b
}

// build is the state while the next compilation is built.
type build struct {
	next      *Compilation
	previous  *Compilation              // nil for a first compilation
	touched   map[transform.NodeID]bool // the nodes to compile; the previous compilation provides the rest
	sameNodes bool                      // the previous compilation has the same nodes with the same names
	lineage   lineage.Builder           // of a first compilation
}

// adopt creates nodes from what the reader has read, and assigns its findings to them.
func (b *build) adopt(written []*transform.Node, read []diagnostic.Diagnostic) []*Node {
	byFile := make(map[string]*Node, len(written))
	all := make([]*Node, 0, len(written))
	for _, w := range written {
		n := &Node{Node: w, written: w}
		b.touched[w.ID] = true
		byFile[w.File] = n
		all = append(all, n)
	}
	for _, d := range read {
		if n, ok := byFile[d.File]; ok {
			n.report(stepRead, d)
			continue
		}
		b.next.general = append(b.next.general, d)
	}
	return all
}

// compile runs all steps over the nodes. Each step processes the touched nodes only.
func (b *build) compile() {
	b.link()
	b.resolve()
	var collecting sync.WaitGroup
	collecting.Go(b.collectLineage)
	b.render()
	collecting.Wait()
	b.index()
	b.check()
	b.fingerprint()
	b.next.gather()
}

// index builds the graph and the lineage index at the same time, because each needs one processor.
func (b *build) index() {
	var both sync.WaitGroup
	both.Go(b.connect)
	both.Go(b.indexLineage)
	both.Wait()
}

// connect builds the graph of what the nodes read, and what depends on it. If an edit leaves every edge as it was, both
// are reused.
func (b *build) connect() {
	c := b.next
	if b.sameNodes && b.sameForTouched(func(before, now *Node) bool {
		return slices.Equal(before.upstream, now.upstream) && before.Type == now.Type
	}) {
		return
	}
	c.Graph = b.graph(func(n *Node) []transform.NodeID { return n.upstream })
	c.catalog = c.selectors()
	c.cycles = c.checkCycles()
	c.projectWide = c.checkProject()
}

// sameForTouched compares each touched node with its previous version.
func (b *build) sameForTouched(same func(before, now *Node) bool) bool {
	for _, n := range b.work() {
		before, existed := b.previous.byID[n.ID]
		if !existed || !same(before, n) {
			return false
		}
	}
	return true
}

// work returns the nodes to process.
func (b *build) work() []*Node {
	list := make([]*Node, 0, len(b.touched))
	for _, n := range b.next.nodes {
		if b.touched[n.ID] {
			list = append(list, n)
		}
	}
	return list
}

// graph builds a graph of all nodes from the upstream nodes of each.
func (b *build) graph(upstream func(*Node) []transform.NodeID) *graph.Graph[string] {
	nodes := b.next.nodes
	keys := make([]string, 0, len(nodes))
	edges := make([]graph.Edge[string], 0, 2*len(nodes))
	for _, n := range nodes {
		keys = append(keys, string(n.ID))
		for _, up := range upstream(n) {
			edges = append(edges, graph.Edge[string]{From: string(up), To: string(n.ID)})
		}
	}
	return graph.Build(keys, edges)
}

// selectors builds the index that selectors search.
func (c *Compilation) selectors() *selector.NodeIndex {
	nodes := make([]selector.Node, 0, len(c.nodes))
	for _, n := range c.nodes {
		nodes = append(nodes, n.Selectable())
	}
	return selector.NewNodeIndex(nodes, c.SelectableSubgraphs(), c.Graph)
}

// Selectable returns the properties of the node that selectors can match.
func (n *Node) Selectable() selector.Node {
	item := selector.Node{ID: string(n.ID), Name: n.Name, Location: n.Location, NodeTypeID: string(n.Node.Type)}
	if n.Type != nil {
		item.NodeTypeName = n.Type.Name
	}
	return item
}

// SelectableSubgraphs returns the subgraphs that selectors can name.
func (c *Compilation) SelectableSubgraphs() []selector.Subgraph {
	subgraphs := make([]selector.Subgraph, 0, len(c.Project.Subgraphs))
	for _, s := range c.Project.Subgraphs {
		steps := make([]string, 0, len(s.Steps))
		for _, id := range s.Steps {
			steps = append(steps, string(id))
		}
		subgraphs = append(subgraphs, selector.Subgraph{ID: string(s.ID), Name: s.Name, NodeIDs: steps})
	}
	return subgraphs
}
