package yamldoc

import "slices"

// Equal reports whether two documents have the same content, including comments, however they are formatted.
func (d *Document) Equal(other *Document) bool {
	return d.Root.Equal(other.Root) && slices.Equal(d.comments(), other.comments())
}

// Equal reports whether two trees have the same values of the same types, ignoring positions, styles and the order of
// keys.
func (n *Node) Equal(other *Node) bool {
	if n.Kind != other.Kind || n.Len() != other.Len() {
		return false
	}
	switch n.Kind {
	case Scalar:
		return n.Type() == other.Type() && (n.Value == other.Value || n.canonical() == other.canonical())
	case Sequence:
		for a, b := n.first, other.first; a != nil; a, b = a.next, b.next {
			if !a.Equal(b) {
				return false
			}
		}
		return true
	default:
		return equalEntries(ordered(n), ordered(other))
	}
}

// canonical returns the text that is written for a scalar.
func (n *Node) canonical() string { return canonicalWord(n.Value, n.Type()) }

func equalEntries(a, b []*Node) bool {
	return slices.EqualFunc(a, b, func(x, y *Node) bool { return x.Key == y.Key && x.Equal(y) })
}

// comments returns all comment lines, sorted.
func (d *Document) comments() []string {
	list := slices.Concat(d.Head, d.Foot)
	list = d.Root.collectComments(list)
	list = slices.DeleteFunc(list, func(line string) bool { return line == "" })
	slices.Sort(list)
	return list
}

func (n *Node) collectComments(list []string) []string {
	if n.Comment != nil {
		list = append(append(list, n.Comment.Head...), n.Comment.Line)
	}
	for child := range n.Children() {
		list = child.collectComments(list)
	}
	return list
}
