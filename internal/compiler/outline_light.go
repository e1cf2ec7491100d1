package compiler

import (
	"io/fs"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// readLight reads the names and refs of a project. It returns false if there are errors, for cycles, and for macros that read the
// files of other nodes, which were not parsed.
//
//	read ─► link ─► resolve and render the nodes whose refs only their SQL has ─► connect
func readLight(fsys fs.FS, o Options) (*Compilation, bool) {
	headers := &headerReader{refs: map[string][]sqltext.Ref{}}
	b := begin(fsys, o, projectfile.Options{Seen: headers.seen})
	c := b.next
	headers.setRefs(c.nodes)
	b.link()
	if c.hasTextCycles || len(c.duplicates) > 0 || diagnostic.HasErrors(c.general) || slices.ContainsFunc(c.nodes, (*Node).readsOthers) {
		return nil, false
	}
	for _, n := range c.nodes {
		n.Type, _ = c.Types.Lookup(n.written.Type, n.Kind)
		c.checkType(n)
		c.checkLocation(n)
		if n.HasErrors() {
			return nil, false
		}
		n.upstream = c.refsOf(n, func(r staticRef) bool { return r.isEdge })
	}
	if hidden := newRefSearch(c).nodes(); len(hidden) > 0 && !b.renderHidden(fsys, hidden) {
		return nil, false
	}
	b.connect()
	c.gather()
	return c, !diagnostic.HasErrors(c.Diagnostics)
}

// renderHidden renders nodes to find their refs. Their columns, and so everything upstream of them, are resolved before. It returns
// false if one of them has errors.
func (b *build) renderHidden(fsys fs.FS, hidden []*Node) bool {
	c := b.next
	wanted := map[transform.NodeID]bool{}
	rest := slices.Clone(hidden)
	for len(rest) > 0 {
		n := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		if wanted[n.ID] {
			continue
		}
		wanted[n.ID] = true
		if n.isHeader() && !b.parseHeader(fsys, n) {
			return false
		}
		for _, id := range n.inputs(c) {
			if up, ok := c.byID[id]; ok {
				rest = append(rest, up)
			}
		}
	}
	b.touched = wanted
	b.resolve()
	b.touched = make(map[transform.NodeID]bool, len(hidden))
	for _, n := range hidden {
		b.touched[n.ID] = true
	}
	b.render()
	return !slices.ContainsFunc(hidden, func(n *Node) bool { return n.HasErrors() })
}
