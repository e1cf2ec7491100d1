package compiler

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// staticRef is a call of ref() or one of its family that a text of a node contains.
type staticRef struct {
	node    transform.NodeRef
	literal bool // false: the node is known only after rendering
	isEdge  bool // false for ref_no_link
	source  int  // the source group whose join contains it, -1 for other texts
	at      diagnostic.Position
	call    string // the call as the file of a SQL node contains it; empty for other texts
}

// link finds the nodes that the touched nodes mention. The macros of a SQL node are rendered first, because they may
// produce refs.
func (b *build) link() {
	each(b.work(), func(n *Node) {
		if n.refs == nil { // otherwise it is touched because of another node; its own text is unchanged
			b.linkNode(n)
		}
	})
	each(b.work(), func(n *Node) {
		n.mentions = b.next.refsOf(n, func(staticRef) bool { return true })
		b.next.checkRefs(n)
	})
	if b.sameNodes && b.sameForTouched(func(before, now *Node) bool { return slices.Equal(before.mentions, now.mentions) }) {
		return
	}
	b.next.texts = b.graph(func(n *Node) []transform.NodeID { return n.mentions })
	b.next.hasTextCycles = len(b.next.texts.Order()) < len(b.next.nodes)
}

// linkNode finds the refs in the texts of a node.
func (b *build) linkNode(n *Node) {
	if n.Kind == transform.SQLNode {
		b.linkSQL(n)
		return
	}
	n.refs = yamlRefs(n.written)
}

func (b *build) linkSQL(n *Node) {
	expanded, found := b.next.Renderer.Expand(n.written)
	n.expanded = expanded
	n.report(stepLink, found...)
	whole := textOf{text: expanded.Text, at: diagnostic.Position{Line: 1, Column: 1}, source: -1, isExpanded: expanded.Text != n.written.SQL.Text}
	n.refs = make([]staticRef, 0, 4)
	if whole.isExpanded {
		n.written.SQL.Read = nil // the expanded text is read in its place
	}
	if read := n.written.SQL.Read; read != nil && !whole.isExpanded && len(n.findings[stepRead]) == 0 && !strings.Contains(whole.text, "endraw") {
		n.keepRefs(whole, read.Refs)
		return
	}
	n.addRefs(whole)
}

// textOf is one text of a node with its position.
type textOf struct {
	text   string
	at     diagnostic.Position
	source int
	// isExpanded says that the text is not that of the file, but what its macros made of it.
	isExpanded bool
}

// addRefs finds the refs of a text.
func (n *Node) addRefs(t textOf) { n.keepRefs(t, sqltext.Refs(t.text)) }

// keepRefs adds the refs that were found in a text.
func (n *Node) keepRefs(t textOf, found []sqltext.Ref) {
	for i := range found {
		r := &found[i]
		if r.Context == sqltext.InComment && !r.IsEdge() {
			continue // it may name a node that no longer exists
		}
		at := t.at.Inside(t.text, r.Call.Start)
		if t.isExpanded {
			at = n.positionIn(t.text, r.Call.Start)
		}
		call := ""
		if n.Kind == transform.SQLNode && !t.isExpanded {
			call = r.Call.Of(t.text)
		}
		n.refs = append(n.refs, staticRef{
			call:    call,
			node:    transform.NodeRef{Location: r.Location, Name: r.Node},
			literal: r.Literal,
			isEdge:  r.IsEdge(),
			source:  t.source,
			at:      at,
		})
	}
}

// yamlRefs returns the refs in all texts of a YAML node that become part of its SQL.
func yamlRefs(w *transform.Node) []staticRef {
	n := Node{Node: w, refs: make([]staticRef, 0, 2)}
	for i := range w.Sources {
		s := &w.Sources[i]
		n.addRefs(textOf{text: s.Join, at: s.JoinAt, source: i})
		if w.OverrideSQL {
			n.addRefs(textOf{text: s.CustomSQL, at: s.At, source: i})
		}
	}
	n.addRefs(textOf{text: w.CTE, at: w.At, source: -1})
	for i := range w.Columns {
		for _, s := range w.Columns[i].Sources {
			n.addRefs(textOf{text: s.Transform, at: s.At, source: -1})
		}
	}
	return n.refs
}

// refsOf returns the nodes that the texts of a node name in refs for which counts returns true. A node may name itself,
// which means its previous content.
func (c *Compilation) refsOf(n *Node, counts func(staticRef) bool) []transform.NodeID {
	ids := make([]transform.NodeID, 0, len(n.refs))
	for _, r := range n.refs {
		if other, ok := c.byRef[r.node]; ok && other.ID != n.ID && counts(r) {
			ids = append(ids, other.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
