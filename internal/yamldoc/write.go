package yamldoc

import (
	"slices"
	"strings"
)

// Write returns a tree in the one form that this program writes.
func Write(root *Node) []byte {
	w := &writer{}
	w.root(root)
	return w.b
}

// Bytes returns the document with its comments in the one form that this program writes.
func (d *Document) Bytes() []byte {
	w := &writer{}
	w.lines(d.Head, 0)
	if len(d.Head) > 0 && (!d.IsHeadClose || !d.canBeClose()) {
		w.b = append(w.b, '\n')
	}
	w.root(d.Root)
	w.lines(d.Foot, 0)
	return w.b
}

// canBeClose reports whether the head can be directly above the first entry: not above another comment, because the two
// would merge.
func (d *Document) canBeClose() bool {
	if isEmpty(d.Root) {
		return true
	}
	first := ordered(d.Root)[0]
	return first.Comment == nil || len(first.Comment.Head) == 0
}

type writer struct {
	b []byte
}

func (w *writer) root(n *Node) {
	if isEmpty(n) {
		w.inline(n, 0)
		return
	}
	w.block(n, 0)
}

// isEmpty reports whether a node has no children to write: a scalar or an empty collection.
func isEmpty(n *Node) bool { return n.first == nil }

// block writes the children of a collection, each on its own lines.
func (w *writer) block(n *Node, indent int) {
	for _, child := range ordered(n) {
		w.head(n.Kind, child, indent)
		w.indent(indent)
		w.child(n.Kind, child, indent)
	}
}

// child writes an entry or an item from its key or dash on.
func (w *writer) child(parent Kind, n *Node, indent int) {
	if parent == Sequence {
		w.item(n, indent)
		return
	}
	w.entry(n, indent)
}

// ordered returns the entries of a mapping sorted by key, and the items of a sequence unchanged.
func ordered(n *Node) []*Node {
	children := slices.Collect(n.Children())
	if n.Kind == Mapping {
		slices.SortStableFunc(children, func(a, b *Node) int { return strings.Compare(a.Key, b.Key) })
	}
	return children
}

// head writes the comments above an entry or an item.
func (w *writer) head(parent Kind, n *Node, indent int) {
	if n.Comment == nil {
		return
	}
	w.lines(n.Comment.Head, indent)
	if parent == Sequence && !isEmpty(n) && n.Comment.Line != "" {
		w.lines([]string{n.Comment.Line}, indent) // an item has no line of its own for it
	}
}

func (w *writer) lines(lines []string, indent int) {
	for _, line := range lines {
		if line != "" {
			w.indent(indent)
		}
		w.b = append(w.b, line...)
		w.b = append(w.b, '\n')
	}
}

func (w *writer) indent(count int) {
	for range count {
		w.b = append(w.b, ' ')
	}
}

func (w *writer) entry(n *Node, indent int) {
	w.key(n, indent)
	w.b = append(w.b, ':')
	if isEmpty(n) {
		w.b = append(w.b, ' ')
		w.inline(n, indent)
		return
	}
	w.endLine(n)
	w.block(n, indent+2)
}

// item writes an item from its dash on. A collection begins on the line of the dash, unless a comment comes first.
func (w *writer) item(n *Node, indent int) {
	w.b = append(w.b, '-')
	if isEmpty(n) {
		w.b = append(w.b, ' ')
		w.inline(n, indent)
		return
	}
	children := ordered(n)
	if first := children[0]; first.Comment != nil && len(first.Comment.Head) > 0 {
		w.b = append(w.b, '\n')
		w.block(n, indent+2)
		return
	}
	w.b = append(w.b, ' ')
	for i, child := range children {
		if i > 0 {
			w.head(n.Kind, child, indent+2)
			w.indent(indent + 2)
		}
		w.child(n.Kind, child, indent+2)
	}
}

// endLine writes the comment next to a node and ends the line.
func (w *writer) endLine(n *Node) {
	if n.Comment != nil && n.Comment.Line != "" {
		w.b = append(w.b, ' ')
		w.b = append(w.b, n.Comment.Line...)
	}
	w.b = append(w.b, '\n')
}
