package yamldoc

import "iter"

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes.
const (
	Scalar Kind = iota
	Mapping
	Sequence
)

// String names the kind the way a message does.
func (k Kind) String() string {
	switch k {
	case Mapping:
		return "mapping"
	case Sequence:
		return "list"
	default:
		return "value"
	}
}

// Style is how a scalar was written.
type Style uint8

// The styles of scalars.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
)

// Node is a value of a document: a scalar, a mapping or a sequence. An entry of a mapping is a node with a key. A node
// belongs to one parent.
type Node struct {
	Kind     Kind
	Style    Style // of a scalar
	KeyStyle Style

	Key                string
	KeyLine, KeyColumn int32

	// Value is the text of a scalar, without quotes and indentation.
	Value string

	// Line and Column are the position of the value, from 1, columns in characters. For a block they are those of the
	// first character of the text: every further line of it starts in the same column.
	Line, Column int32

	Comment *Comment // nil for none

	first, last, next *Node
}

// Comment has the comments above and next to a node, each line with its #.
type Comment struct {
	Head []string
	Line string
}

// Children returns the entries of a mapping or the items of a sequence, in the order of the document.
func (n *Node) Children() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for child := n.first; child != nil; child = child.next {
			if !yield(child) {
				return
			}
		}
	}
}

// Len returns the number of children.
func (n *Node) Len() int {
	count := 0
	for range n.Children() {
		count++
	}
	return count
}

// Get returns the entry of a mapping with this key, nil if there is none.
func (n *Node) Get(key string) *Node {
	if n == nil || n.Kind != Mapping {
		return nil
	}
	for child := n.first; child != nil; child = child.next {
		if child.Key == key {
			return child
		}
	}
	return nil
}
