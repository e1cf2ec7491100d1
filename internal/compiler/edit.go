package compiler

import (
	"io/fs"
	"path"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// Edit compiles the project after files were changed, added or deleted. The paths name these files; fsys has the new
// state of all files. After a change of nodes, Edit recompiles only what depends on them; jobs and subgraphs cost
// almost nothing. After a change of any other file, and for a project with duplicate ids or names, with cycles or with
// macros that read the files of other nodes, Edit compiles everything.
func (c *Compilation) Edit(fsys fs.FS, changed ...string) *Compilation {
	parts, nodes := splitParts(changed)
	if len(parts) > 0 && !slices.ContainsFunc(nodes, isNoNode) {
		next, ok := c.editParts(fsys, parts)
		switch {
		case !ok:
			return Compile(fsys, c.options)
		case len(nodes) == 0:
			return next
		}
		return next.Edit(fsys, nodes...)
	}
	if len(c.duplicates)+len(c.cycles) > 0 || c.hasTextCycles || slices.ContainsFunc(c.nodes, (*Node).readsOthers) || slices.ContainsFunc(changed, isNoNode) {
		return Compile(fsys, c.options)
	}
	next := *c
	project := *c.Project
	next.Project = &project
	b := &build{next: &next, previous: c, touched: map[transform.NodeID]bool{}}
	all := b.replaceChanged(fsys, changed)
	slices.SortStableFunc(all, byLocationAndName)
	if next.index(all); len(next.duplicates) > 0 {
		return Compile(fsys, c.options)
	}
	if b.compile(); len(next.cycles) > 0 || next.hasTextCycles || slices.ContainsFunc(b.work(), (*Node).readsOthers) {
		return Compile(fsys, c.options)
	}
	return &next
}

// splitParts splits the changed files into jobs and subgraphs on one side and all other files on the other.
func splitParts(changed []string) (parts, others []string) {
	for _, file := range changed {
		if isPart(file) {
			parts = append(parts, file)
			continue
		}
		others = append(others, file)
	}
	return parts, others
}

func isNoNode(file string) bool { return path.Dir(file) != projectfile.NodesFolder }

// replaceChanged updates the list of nodes from the changed files, and touches every node that mentions a node that was
// added, deleted, renamed or moved.
func (b *build) replaceChanged(fsys fs.FS, changed []string) []*Node {
	written, read := projectfile.ReadNodes(fsys, changed, b.next.Types)
	b.next.general = slices.DeleteFunc(slices.Clone(b.previous.general), func(d diagnostic.Diagnostic) bool {
		return slices.Contains(changed, d.File)
	})
	all := b.adopt(written, read)
	renamed := mentions{ids: map[transform.NodeID]bool{}, names: map[transform.NodeRef]bool{}}
	renamed.note(b.previous, changed, written)
	b.sameNodes = len(renamed.ids) == 0
	for _, n := range b.previous.nodes {
		switch {
		case slices.Contains(changed, n.File):
		case renamed.in(n):
			b.touched[n.ID] = true
			all = append(all, n.withoutResults())
		default:
			all = append(all, n)
		}
	}
	return all
}

// mentions are the nodes whose names changed, in the project or in the engine.
type mentions struct {
	ids   map[transform.NodeID]bool
	names map[transform.NodeRef]bool
}

func (m mentions) note(before *Compilation, changed []string, written []*transform.Node) {
	old := map[string]*transform.Node{}
	for _, n := range before.nodes {
		if slices.Contains(changed, n.File) {
			old[n.File] = n.Node
		}
	}
	for _, n := range written {
		was, existed := old[n.File]
		if existed && was.ID == n.ID && was.Ref() == n.Ref() && before.Renderer.MappingOf(was) == before.Renderer.MappingOf(n) {
			delete(old, n.File)
			continue
		}
		m.add(n)
	}
	for _, n := range old {
		m.add(n)
	}
}

func (m mentions) add(n *transform.Node) {
	m.ids[n.ID] = true
	m.names[n.Ref()] = true
}

// in reports whether a node mentions any of them in a ref or as the source of a column.
func (m mentions) in(n *Node) bool {
	if len(m.ids) == 0 {
		return false
	}
	if n.hasLostRef() || slices.ContainsFunc(n.refs, func(r staticRef) bool { return m.names[r.node] }) || m.inResult(n.Create) || m.inResult(n.Run) {
		return true
	}
	for i := range n.Columns {
		for _, source := range n.Columns[i].Sources {
			if slices.ContainsFunc(source.References, func(r transform.ColumnRef) bool { return m.ids[r.Node] }) {
				return true
			}
		}
	}
	return false
}

// hasLostRef reports whether a ref of the node names no existing node. The hint about it depends on which nodes exist.
func (n *Node) hasLostRef() bool {
	isLost := func(d diagnostic.Diagnostic) bool {
		return d.Code == diagnostic.UnknownNode || d.Code == diagnostic.UnknownLocation
	}
	return slices.ContainsFunc(n.findings[stepResolve], isLost) || slices.ContainsFunc(n.findings[stepRender], isLost)
}

func (m mentions) inResult(r *render.Result) bool {
	return r != nil && slices.ContainsFunc(r.Refs, func(ref render.Ref) bool { return m.names[ref.Node] })
}
