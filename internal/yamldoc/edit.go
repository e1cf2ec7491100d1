package yamldoc

import "slices"

// NewMapping returns an empty mapping.
func NewMapping() *Node { return &Node{Kind: Mapping} }

// NewSequence returns a sequence of items.
func NewSequence(items ...*Node) *Node {
	n := &Node{Kind: Sequence}
	for _, item := range items {
		n.Append(item)
	}
	return n
}

// Text returns a scalar that is a text, even if it looks like another type.
func Text(value string) *Node { return &Node{Value: value, Style: DoubleQuoted} }

// Append adds a child at the end. The child must not have a parent yet.
func (n *Node) Append(child *Node) {
	child.next = nil
	if n.last == nil {
		n.first, n.last = child, child
		return
	}
	n.last.next = child
	n.last = child
}

// Set sets the value of a key in a mapping. It replaces the old value and keeps its comments, or appends an entry.
func (n *Node) Set(key string, value *Node) {
	value.Key = key
	for link := &n.first; *link != nil; link = &(*link).next {
		old := *link
		if old.Key != key {
			continue
		}
		value.KeyStyle, value.KeyLine, value.KeyColumn = old.KeyStyle, old.KeyLine, old.KeyColumn
		if value.Comment == nil {
			value.Comment = old.Comment
		}
		value.next = old.next
		*link = value
		if n.last == old {
			n.last = value
		}
		return
	}
	value.KeyStyle = DoubleQuoted // a key that a program sets is a text
	n.Append(value)
}

// Remove removes the entry with this key from a mapping.
func (n *Node) Remove(key string) {
	var before *Node
	for child := n.first; child != nil; before, child = child, child.next {
		if child.Key == key {
			n.unlink(before, child)
			return
		}
	}
}

// unlink removes a child; before is the previous one, nil for the first.
func (n *Node) unlink(before, child *Node) {
	if before == nil {
		n.first = child.next
	} else {
		before.next = child.next
	}
	if n.last == child {
		n.last = before
	}
	child.next = nil
}

// SetChildren sets the items of a sequence. The items may be old ones in another order.
func (n *Node) SetChildren(items []*Node) {
	n.first, n.last = nil, nil
	for _, item := range items {
		n.Append(item)
	}
}

// Copy returns the node with everything below it, free of its parent.
func (n *Node) Copy() *Node {
	clone := *n
	clone.first, clone.last, clone.next = nil, nil, nil
	if n.Comment != nil {
		clone.Comment = &Comment{Head: slices.Clone(n.Comment.Head), Line: n.Comment.Line}
	}
	for child := range n.Children() {
		clone.Append(child.Copy())
	}
	return &clone
}
