package sqltext

import "strings"

// tail returns the text after the first select list, to the end of the query that begins at a lexeme. It removes the
// parentheses around the first part, because the caller puts a SELECT with another list before the tail.
func (n *nodeReader) tail(first int) string {
	found := n.node.NodeSelect
	if len(n.node.Unions) == 0 && !found.Parenthesized {
		return found.Join
	}
	end := int(n.peekBack().end)
	for n.lexemes[first].op == '(' {
		first++
	}
	if n.lexemes[first].word == kwFrom || len(n.lists) == 0 {
		return found.Join + n.stripped(Range{found.Range.End, end}) // the list follows FROM
	}
	return n.withoutClosers(Range{n.lists[0].End, max(n.lists[0].End, end)})
}

// withoutClosers returns a part of the text without annotations, and without the closing parentheses of earlier opening
// ones.
func (n *nodeReader) withoutClosers(r Range) string {
	var out strings.Builder
	from := r.Start
	for _, l := range n.lexemes[:n.pos] {
		isCloser := l.op == ')' && int(l.start) >= r.Start && int(n.lexemes[l.match].start) < r.Start
		if isCloser {
			appendPiece(&out, n.stripped(Range{from, int(l.start)}))
			from = int(l.end)
		}
	}
	appendPiece(&out, n.stripped(Range{from, max(from, r.End)}))
	return strings.TrimSpace(out.String())
}
