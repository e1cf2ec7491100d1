package sqltext

// structure reads the query of the node: WITH, the parts of a set operation, and the list and the rest of each part.
func (n *nodeReader) structure() {
	if n.cur().kind == JinjaStatement {
		n.opaque("a Jinja statement precedes the query")
		return
	}
	n.skipWith()
	start := n.pos
	first, ok := n.part(true)
	if !ok {
		return
	}
	n.node.NodeSelect = first
	for {
		operator, byName, ok := n.setOperator()
		if !ok {
			n.node.Tail = n.tail(start)
			return
		}
		if byName {
			operator += " BY NAME"
		}
		next, ok := n.part(false)
		if !ok {
			return
		}
		n.node.Unions = append(n.node.Unions, NodeUnion{Operator: operator, NodeSelect: next})
	}
}

// opaque marks the select list as opaque.
func (n *nodeReader) opaque(reason string) {
	n.node.Opaque = reason
	n.node.NodeSelect = NodeSelect{}
	n.node.Unions = nil
}

// skipWith skips the WITH clause and stores its text.
func (n *nodeReader) skipWith() {
	if n.cur().word != kwWith {
		return
	}
	first := n.pos
	n.advance(1)
	for !n.atEnd() && n.cur().op != ';' && !n.beginsBareQuery(n.pos) && (n.cur().op != '(' || n.peekBack().op != ')') {
		n.skipOne()
	}
	if n.depth == 0 {
		n.node.With = n.rangeFrom(first)
		n.node.CTE = n.stripped(n.node.With)
	}
}

// part reads one part of a set operation.
func (n *nodeReader) part(isFirst bool) (NodeSelect, bool) {
	first := n.pos
	var found NodeSelect
	var ok bool
	switch l := n.cur(); {
	case l.op == '(' && n.depth < deepestNest:
		found, ok = n.partInParentheses(isFirst)
	case l.word == kwSelect:
		n.advance(1)
		ok = n.selectColumns(&found, isFirst)
		found.Join = n.stripped(n.rest())
	case l.word == kwFrom:
		found, ok = n.fromFirst(isFirst)
	default:
		n.selectMissing()
		return NodeSelect{}, false
	}
	if n.node.Opaque != "" || !ok {
		return NodeSelect{}, false
	}
	found.Range = n.rangeFrom(first)
	return found, true
}

func (n *nodeReader) selectMissing() {
	l := n.cur()
	if l.kind == JinjaExpression || l.kind == JinjaStatement {
		n.opaque("Jinja produces the query")
		return
	}
	n.problem(SelectMissing, l.rangeOf(), "there is no SELECT where the query should begin", "write a SELECT behind the annotations")
}

// partInParentheses reads (SELECT …). The text after the parentheses belongs to the whole query and not to the part.
func (n *nodeReader) partInParentheses(isFirst bool) (NodeSelect, bool) {
	end := n.match()
	n.depth++
	n.advance(1)
	n.skipWith()
	found, ok := n.part(isFirst)
	n.depth--
	if !ok {
		return found, false
	}
	n.pos = end + 1
	found.Parenthesized = true
	n.rest()
	return found, true
}

// fromFirst reads FROM t SELECT a, and FROM t, which selects all columns.
func (n *nodeReader) fromFirst(isFirst bool) (NodeSelect, bool) {
	first := n.pos
	for !n.endsPart() && n.cur().word != kwSelect {
		n.skipOne()
	}
	from := n.rangeFrom(first)
	found := NodeSelect{Join: n.stripped(from)}
	if !n.skipWord(kwSelect) {
		found.Columns = []SelectColumn{{Expression: "*", IsStar: true, Star: &Star{}, Range: Range{from.Start, from.Start}}}
		found.HasStar = true
		return found, true
	}
	ok := n.selectColumns(&found, isFirst)
	if rest := n.stripped(n.rest()); rest != "" {
		found.Join += "\n" + rest
	}
	return found, ok
}

// rest skips the clauses after the select list, up to the next part.
func (n *nodeReader) rest() Range {
	first := n.pos
	for !n.endsPart() {
		n.skipOne()
	}
	found := n.rangeFrom(first)
	for len(n.silent) > 0 && n.silent[0].End <= int(n.cur().start) {
		if piece := n.silent[0]; piece.Start >= found.End && !found.IsEmpty() {
			found.End = piece.End
		}
		n.silent = n.silent[1:]
	}
	return found
}

// endsPart reports whether the next part begins here or the text ends.
func (n *nodeReader) endsPart() bool {
	switch l := n.cur(); l.word {
	case kwUnion, kwIntersect, kwExcept:
		return true
	case kwMinus:
		return mayEndRelation(kwMinus, n.peek(1))
	default:
		return n.atEnd() || l.op == ';' || l.op == ')'
	}
}
