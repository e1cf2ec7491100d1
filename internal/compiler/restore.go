package compiler

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// restorer compiles a project with a cache: it takes the results of nodes whose files are unchanged from the cache, and compiles
// the others and those that depend on what changed. It gives up where only a complete compilation is certain to be right.
type restorer struct {
	fsys  fs.FS
	from  *cache
	files *seenFiles

	build  *build
	order  *graph.Graph[string] // of what nodes read of each other
	loaded []*transform.Node    // nodes that were not compiled but whose columns others read
	failed bool
}

// restore compiles a project with a cache. It returns false if the project must be compiled completely.
func restore(fsys fs.FS, o Options, from *cache) (*restorer, bool) {
	r := &restorer{fsys: fsys, from: from, files: newSeenFiles()}
	r.build = begin(fsys, o, projectfile.Options{Seen: r.seen})
	c := r.build.next
	if len(c.duplicates) > 0 || r.files.settings() != from.settings || !slices.Equal(nodeLocations(c.nodes), from.locations) {
		return nil, false
	}
	r.reuse()
	r.compileMoved()
	if !r.failed && len(r.build.touched) > 0 {
		r.compile()
	}
	if r.failed {
		return nil, false
	}
	r.build.connect()
	if len(c.cycles) > 0 {
		return nil, false
	}
	r.build.check()
	r.fingerprint()
	c.gather()
	return r, !r.failed
}

// seen returns the node of a file that is as it was when the cache was written.
func (r *restorer) seen(file string, content []byte) *transform.Node {
	now := digestOf(content)
	r.files.add(file, now)
	s, known := r.from.byFile[file]
	if !known || s.content != now {
		return nil
	}
	if s.seed != "" && !r.hasSameRows(s) {
		return nil
	}
	s.isReused = true
	return &s.identity
}

// hasSameRows reports whether the CSV of a node is as it was. A node of another type than Seed needs no CSV.
func (r *restorer) hasSameRows(s *storedNode) bool {
	rows, err := projectfile.SeedContent(r.fsys, s.seed, projectfile.Options{})
	if err != nil {
		return s.seedContent == digest{} && !strings.EqualFold(string(s.identity.Type), "seed")
	}
	now := digestOf(rows)
	r.files.add(s.seed, now)
	return now == s.seedContent
}

// reuse fills the nodes whose files are unchanged with the results of the cache.
func (r *restorer) reuse() {
	c := r.build.next
	for _, n := range c.nodes {
		s, known := r.from.byFile[n.File]
		if !known || !s.isReused {
			continue
		}
		delete(r.build.touched, n.ID)
		n.stored, n.findings = s, s.findings
		n.Type, _ = c.Types.Lookup(s.identity.Type, s.identity.Kind)
		n.mentions, n.upstream, n.Fingerprint = s.mentions, s.upstream, s.fingerprint
		n.hasMoreColumns, n.isOpen = s.flags.hasMoreColumns, s.flags.isOpen
	}
}

// compileMoved loads the nodes that name a node that was added, deleted, renamed or moved, so that they are compiled again.
func (r *restorer) compileMoved() {
	moved := r.moved()
	if len(moved.ids) == 0 {
		return
	}
	for _, n := range slices.Clone(r.build.next.nodes) {
		if n.stored == nil {
			continue
		}
		details, ok := n.stored.details()
		if !ok {
			r.failed = true
			return
		}
		if n.stored.flags.dependsOnNames || moved.has(details.names, details.inputs) {
			r.load(n)
		}
	}
}

// moved returns the nodes that are not in both the cache and the project under the same names.
func (r *restorer) moved() mentions {
	m := mentions{ids: map[transform.NodeID]bool{}, names: map[transform.NodeRef]bool{}}
	now := r.build.next.byID
	for _, s := range r.from.nodes {
		if n, exists := now[s.identity.ID]; !s.isReused && (!exists || !sameIdentity(&s.identity, n.Node)) {
			m.add(&s.identity)
		}
	}
	for _, n := range r.build.work() {
		if s, existed := r.from.byID[n.ID]; !existed || !sameIdentity(&s.identity, n.Node) {
			m.add(n.Node)
		}
	}
	return m
}

// sameIdentity reports whether other nodes find both nodes under the same name, and in the same schema of the engine.
func sameIdentity(a, b *transform.Node) bool {
	return a.ID == b.ID && a.Ref() == b.Ref() && a.IsSource == b.IsSource && a.Database == b.Database && a.Schema == b.Schema
}

func (m mentions) has(names []transform.NodeRef, ids []transform.NodeID) bool {
	return slices.ContainsFunc(names, func(ref transform.NodeRef) bool { return m.names[ref] }) ||
		slices.ContainsFunc(ids, func(id transform.NodeID) bool { return m.ids[id] })
}

// compile compiles the nodes that changed, and those that depend on them, as far as the checks, which need the graph.
func (r *restorer) compile() {
	b := r.build
	b.link()
	if b.next.hasTextCycles || slices.ContainsFunc(b.work(), (*Node).readsOthers) {
		r.failed = true
		return
	}
	if r.order = r.orderOfInputs(); len(r.order.Order()) < len(b.next.nodes) {
		r.failed = true
		return
	}
	r.resolve()
	b.render()
}

// orderOfInputs returns the graph of what the SQL of nodes can contain of other nodes.
func (r *restorer) orderOfInputs() *graph.Graph[string] {
	c := r.build.next
	return r.build.graph(func(n *Node) []transform.NodeID {
		if n.stored == nil {
			return n.inputs(c)
		}
		details, ok := n.stored.details()
		r.failed = r.failed || !ok
		return details.inputs
	})
}

// resolve resolves the columns of the nodes to compile, upstream first. If what others can read of a node has changed, its readers
// are compiled, too.
func (r *restorer) resolve() {
	b := r.build
	for _, level := range b.levels(r.order) {
		ready := make([]*Node, 0, 8)
		for _, n := range level.nodes {
			if b.touched[n.ID] {
				ready = append(ready, b.next.byID[n.ID])
			}
		}
		if len(ready) == 0 {
			continue
		}
		r.loadInputs(ready)
		if r.failed {
			return
		}
		eachWorker(ready, func() func(*Node) {
			memory := &resolveMemory{}
			return func(n *Node) { b.next.resolveNode(n, memory) }
		})
		for _, n := range ready {
			if r.exposesOther(n) {
				r.loadReaders(n)
			}
		}
	}
	b.adoptNodes()
	b.next.Renderer = b.next.Renderer.With(r.loaded...)
}

// exposesOther reports whether other nodes can read something else of the node than when the cache was written.
func (r *restorer) exposesOther(n *Node) bool {
	s, existed := r.from.byID[n.ID]
	if !existed {
		return true
	}
	details, ok := s.details()
	return !ok || details.exposed != n.exposedDigest()
}

func (r *restorer) loadReaders(n *Node) {
	for _, id := range r.order.Downstream(string(n.ID)) {
		reader := r.build.next.byID[transform.NodeID(id)]
		if r.build.touched[reader.ID] {
			continue
		}
		if fresh := r.load(reader); fresh != nil {
			r.link(fresh, reader.mentions)
		}
	}
}

// load replaces a node of the cache by one that is read from its file, to be compiled.
func (r *restorer) load(n *Node) *Node {
	written, found := r.read(n.stored)
	if written == nil {
		return nil
	}
	fresh := &Node{Node: written, written: written}
	fresh.report(stepRead, found...)
	r.build.touched[n.ID] = true
	r.build.replace(n, fresh)
	return fresh
}

// loadInputs loads the nodes that the given nodes read and that are not compiled, with their columns.
func (r *restorer) loadInputs(ready []*Node) {
	c := r.build.next
	for _, n := range ready {
		for _, id := range n.inputs(c) {
			if up, ok := c.byID[id]; ok && up.stored != nil && up.visibleColumns == nil {
				r.loadColumns(up)
			}
		}
	}
}

// loadColumns loads what other nodes can read of a node that is not compiled.
func (r *restorer) loadColumns(n *Node) {
	written, _ := r.read(n.stored)
	details, ok := n.stored.details()
	if written == nil || !ok {
		r.failed = true
		return
	}
	n.Node, n.written = written, written
	n.fillMaterialization()
	if n.Kind == transform.SQLNode {
		columns := &cacheReader{in: details.columns}
		filled := *n.Node
		filled.Columns = columns.columns()
		r.failed = r.failed || columns.hasFailed
		n.Node = &filled
	} else {
		n.fillSeedColumns()
	}
	n.setVisibleColumns()
	r.loaded = append(r.loaded, n.Node)
}

// read reads the file of a stored node again. It fails if the file changed meanwhile.
func (r *restorer) read(s *storedNode) (*transform.Node, []diagnostic.Diagnostic) {
	content, err := fs.ReadFile(r.fsys, s.identity.File)
	if err != nil || digestOf(content) != s.content {
		r.failed = true
		return nil, nil
	}
	parser := nodeParser{fsys: r.fsys, types: r.build.next.Types, options: projectfile.Options{Seen: r.seenCSV}}
	return parser.parse(s.identity.File, content)
}

func (r *restorer) seenCSV(file string, content []byte) *transform.Node {
	r.files.add(file, digestOf(content))
	return nil
}

// nodeParser reads single nodes as projectfile.Read does.
type nodeParser struct {
	fsys    fs.FS
	types   *nodetype.Catalog
	options projectfile.Options // for CSVs
}

// parse reads a node from the content of its file.
func (p nodeParser) parse(file string, content []byte) (*transform.Node, []diagnostic.Diagnostic) {
	n, found := projectfile.ParseNode(file, string(content))
	found = append(found, projectfile.ReadSeed(p.fsys, n, p.options)...)
	if t, known := p.types.Lookup(n.Type, n.Kind); known {
		found = append(found, projectfile.ApplyAnnotations(t, n)...)
	}
	return n, diagnostic.Sort(found)
}
