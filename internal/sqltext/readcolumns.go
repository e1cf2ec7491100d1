package sqltext

import (
	"fmt"
	"strings"
)

// selectColumns reads the select list of one part; it returns false if it cannot read any of it.
func (n *nodeReader) selectColumns(found *NodeSelect, isFirst bool) bool {
	start := n.peekBack().end
	n.modifier(found)
	found.Columns = make([]SelectColumn, 0, n.entries())
	for {
		column, ok := n.selectColumn(isFirst)
		if n.node.Opaque != "" {
			return false
		}
		if ok {
			found.Columns = append(found.Columns, column)
			found.HasStar = found.HasStar || column.IsStar
		}
		if !n.skipOp(',') || n.endsPart() || isReserved(n.cur().word) {
			break // a comma after the last column is allowed
		}
	}
	n.lists = append(n.lists, Range{int(start), int(n.cur().start)})
	return true
}

// modifier reads DISTINCT, ALL and TOP.
func (n *nodeReader) modifier(found *NodeSelect) {
	first := n.pos
	var unused Select
	n.selectModifier(&unused)
	found.SelectModifier = n.stripped(n.rangeFrom(first))
}

// selectColumn reads one column with its annotations.
func (n *nodeReader) selectColumn(isFirst bool) (SelectColumn, bool) {
	first := n.pos
	item := n.item()
	if n.err != nil || item.Range.IsEmpty() || !n.endsColumn() {
		n.unreadable(first)
		return SelectColumn{}, false
	}
	column := SelectColumn{
		Name: item.Name, NameGiven: item.NameGiven, Range: item.Range,
		Expression: n.stripped(item.Expr.Range),
	}
	if item.Name.Text == "" {
		item.Name = n.impliedName(&item.Expr, isFirst)
		column.Name = item.Name
	}
	if item.Star != nil {
		column.IsStar, column.Star, n.hasStar = true, item.Star, true
		column.Expression = n.stripped(item.Star.Range)
	}
	n.attach(&column, first, isFirst)
	switch {
	case item.Name.Dynamic:
		n.opaque("Jinja produces the name of a column")
	case item.Name.Text == "" && item.Expr.HasJinja:
		n.opaque("a Jinja expression without an alias may represent several columns")
	case item.Name.Text == "" && !column.IsStar && isFirst:
		n.problem(ColumnUnnamed, item.Range, fmt.Sprintf("the column %s has no name", shortened(column.Expression)),
			"name it with AS")
	}
	return column, true
}

// shortened truncates an expression for a message.
func shortened(expression string) string {
	const longest = 60
	if len(expression) > longest {
		expression = strings.ToValidUTF8(expression[:longest], "") + "…"
	}
	return fmt.Sprintf("%q", expression)
}

// endsColumn reports whether a column can end here.
func (n *nodeReader) endsColumn() bool { return n.cur().op == ',' || n.endsList() }

// endsList reports whether the select list can end here.
func (n *nodeReader) endsList() bool {
	l := n.cur()
	return n.endsPart() || beginsClause(l.word)
}

// unreadable skips to the end of a column that the reader does not understand, and reports it.
func (n *nodeReader) unreadable(first int) {
	offset := int(n.cur().start)
	if n.err != nil {
		offset = n.err.Offset
		n.err = nil
	}
	n.pos = first
	for !n.endsPart() && n.cur().op != ',' && (n.cur().word != kwFrom || n.peekBack().word == kwDistinct) {
		if n.cur().kind == JinjaStatement {
			n.opaque("the select list contains a Jinja statement")
			return
		}
		n.skipOne()
	}
	for ; n.used < len(n.annotations) && n.annotations[n.used].before <= n.pos; n.used++ {
		if a := &n.annotations[n.used]; a.before > first {
			a.isColumn = true // one problem for the column is enough
		}
	}
	where := n.rangeFrom(first)
	if where.contains(offset) {
		where.Start = offset
	}
	n.problem(ColumnUnreadable, where, "the column cannot be read from here on",
		"check for a missing comma, operator or alias; write AS before an alias that is a keyword, and put it in quotes")
}

// attach adds the annotations after a column to it. Annotations inside the column belong to it too, but are reported as
// misplaced.
func (n *nodeReader) attach(column *SelectColumn, first int, isFirst bool) {
	for ; n.used < len(n.annotations) && n.annotations[n.used].before <= n.pos; n.used++ {
		a := &n.annotations[n.used]
		if a.before <= first || a.isNode {
			continue
		}
		a.isColumn = true
		column.Annotations = append(column.Annotations, a.Annotation)
		column.Range.End = max(column.Range.End, a.Range.End)
		switch {
		case a.before < n.pos:
			n.problem(AnnotationMisplaced, a.Range, fmt.Sprintf("@%s is inside the column", a.Name),
				"write it after the column and its alias, before the comma")
		case !isFirst:
			n.problem(AnnotationMisplaced, a.Range, fmt.Sprintf("@%s is in a further part of a set operation", a.Name),
				"annotate the column in the first SELECT; the others only add rows")
		}
	}
}
