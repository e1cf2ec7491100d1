package compiler

import (
	"io/fs"
	"slices"

	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/transform"
)

// Selection selects the nodes that a caller needs completely. An empty Include selects all nodes.
type Selection struct {
	Include, Exclude string
	// WithUpstream adds everything upstream of them, for a caller that reads properties of what they read.
	WithUpstream bool
}

// CompileSelected compiles a project for a caller that needs columns and SQL of the selected nodes only. All nodes have their
// identities, edges, findings and fingerprints. With a cache, the other nodes may have nothing else, and the compilation has no
// lineage. It returns the cache for the next time, nil if there is nothing new to store.
func CompileSelected(fsys fs.FS, o Options, with Cache, s Selection) (*Compilation, []byte) {
	key := cacheKey(with.Build, o)
	if restored, ok := restoreFrom(fsys, o, with, key); ok {
		_, fresh := restored.outline(key)
		if restored.complete(s) {
			return restored.build.next, fresh
		}
	}
	return compileForCache(fsys, o, key)
}

// compileForCache compiles a project completely and returns its cache.
func compileForCache(fsys fs.FS, o Options, key digest) (*Compilation, []byte) {
	files := newSeenFiles()
	b := begin(fsys, o, projectfile.Options{Seen: func(file string, content []byte) *transform.Node {
		files.add(file, digestOf(content))
		return nil
	}})
	b.compile()
	if isInterrupted(o) {
		return b.next, nil
	}
	return b.next, b.next.encodeCache(key, files)
}

// maxSelected is the part of all nodes up to which compiling the selected ones is faster than compiling everything.
const maxSelected = 4

// complete compiles the selected nodes. It returns false if the project must be compiled completely: for many nodes, and if an
// engine must be asked for the columns of sources.
func (r *restorer) complete(s Selection) bool {
	c := r.build.next
	wanted, err := c.pick(s)
	if err != nil {
		return true // the caller selects nodes as well and reports the error
	}
	if len(wanted) > len(c.nodes)/maxSelected || slices.ContainsFunc(c.nodes, func(n *Node) bool { return n.isOpen || n.needsTypes() }) {
		return false
	}
	r.build.touched = map[transform.NodeID]bool{}
	for _, id := range wanted {
		if n := c.byID[transform.NodeID(id)]; n.stored != nil {
			r.loadAgain(n)
		}
	}
	loaded := len(r.build.touched)
	if r.failed || loaded == 0 {
		return !r.failed
	}
	if r.order == nil {
		r.order = r.orderOfInputs()
	}
	if r.resolve(); r.failed || len(r.build.touched) > loaded { // more nodes: one of these has other columns than the cache says
		return false
	}
	upstream := make(map[transform.NodeID][]transform.NodeID, len(r.build.touched))
	for id := range r.build.touched {
		upstream[id] = r.from.byID[id].upstream
	}
	r.build.render()
	r.build.check()
	c.gather()
	return !slices.ContainsFunc(r.build.work(), func(n *Node) bool { return !slices.Equal(n.upstream, upstream[n.ID]) })
}

// pick returns the nodes of a selection.
func (c *Compilation) pick(s Selection) ([]string, error) {
	picked, _, err := selector.Pick(c.catalog, s.Include, s.Exclude)
	if err != nil || !s.WithUpstream {
		return picked.IDs, err
	}
	return c.Graph.Set(picked.IDs...).WithUpstream().Keys(), nil
}

// loadAgain loads a node whose results are known, with its refs.
func (r *restorer) loadAgain(n *Node) {
	if fresh := r.load(n); fresh != nil {
		fresh.Fingerprint = n.Fingerprint
		r.link(fresh, n.mentions)
	}
}

// link finds the refs of a node that was loaded. They are those that the cache has, because its file is the same.
func (r *restorer) link(n *Node, expected []transform.NodeID) {
	r.build.linkNode(n)
	n.mentions = r.build.next.refsOf(n, func(staticRef) bool { return true })
	r.build.next.checkRefs(n)
	r.failed = r.failed || n.readsOthers() || !slices.Equal(n.mentions, expected)
}
