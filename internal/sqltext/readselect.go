package sqltext

// selectClauses reads SELECT … FROM … and the clauses that belong to it. FROM may come first.
func (r *reader) selectClauses() *Select {
	first := r.pos
	found := &Select{FromFirst: r.cur().word == kwFrom}
	for r.err == nil {
		if !r.clause(found) && !r.laterClause(found) {
			break
		}
	}
	found.Range = r.rangeFrom(first)
	return found
}

// clause reads one clause; it returns false if none begins here.
func (r *reader) clause(found *Select) bool {
	switch l, next := r.cur(), r.peek(1); {
	case l.word == kwSelect && len(found.Items) == 0:
		r.advance(1)
		r.selectList(found)
	case l.word == kwFrom && found.From == nil:
		r.advance(1)
		found.From = r.from()
	case l.word == kwWhere:
		r.advance(1)
		found.Where = append(found.Where, r.condition())
	case l.word == kwGroup && next.word == kwBy:
		r.advance(2)
		r.groupBy(found)
	default:
		return false
	}
	return true
}

// laterClause reads one of the clauses after GROUP BY.
func (r *reader) laterClause(found *Select) bool {
	switch l, next := r.cur(), r.peek(1); {
	case l.word == kwHaving:
		r.advance(1)
		found.Having = append(found.Having, r.condition())
	case l.word == kwQualify:
		r.advance(1)
		found.Qualify = append(found.Qualify, r.condition())
	case l.word == kwWindow && next.isName():
		r.advance(1)
		r.windows(found)
	case l.word == kwStart && next.word == kwWith, l.word == kwConnect && next.word == kwBy:
		r.advance(2)
		found.Hierarchy = append(found.Hierarchy, r.condition())
	case l.word == kwUsing && next.word == kwSample:
		r.advance(2)
		r.sample()
	default:
		return false
	}
	return true
}

// condition reads a required expression.
func (r *reader) condition() Expression {
	found := r.expression()
	if found.Range.IsEmpty() {
		r.unexpected("an expression")
	}
	return found
}

// selectList reads the text between SELECT and the next clause.
func (r *reader) selectList(found *Select) {
	r.selectModifier(found)
	found.Items = r.itemList(r.entries())
	for r.err == nil {
		item := r.item()
		if item.Range.IsEmpty() {
			if len(found.Items) == 0 || r.peekBack().op != ',' {
				r.unexpected("a column of the select list")
			}
			return // a comma after the last column is allowed
		}
		found.Items = append(found.Items, item)
		if !r.skipOp(',') {
			return
		}
	}
}

// selectModifier reads the modifiers between SELECT and the list.
func (r *reader) selectModifier(found *Select) {
	switch l, next := r.cur(), r.peek(1); {
	case l.word == kwDistinct && next.word == kwOn && r.peek(2).op == '(':
		r.advance(2)
		var on Expression
		r.parenthesis(&on)
		found.Distinct = true
		found.DistinctOn = append(found.DistinctOn, on)
	case l.word == kwDistinct:
		r.advance(1)
		found.Distinct = true
	case l.word == kwAll:
		r.advance(1)
	case l.word == kwAs && next.kind == Word: // SELECT AS STRUCT
		r.advance(2)
	}
	if r.cur().word == kwTop && r.peek(1).kind == Number {
		r.advance(2)
	}
}

func (r *reader) groupBy(found *Select) {
	if r.cur().word == kwAll && !r.operandFollows() {
		r.advance(1)
		found.GroupByAll = true
		return
	}
	if !r.skipWord(kwAll) {
		r.skipWord(kwDistinct)
	}
	for r.err == nil {
		found.GroupBy = append(found.GroupBy, r.condition())
		if !r.skipOp(',') {
			break
		}
	}
	if r.cur().word == kwWith && r.peek(1).kind == Word {
		r.advance(2) // WITH ROLLUP
	}
}

// windows reads WINDOW w AS (…), v AS (…).
func (r *reader) windows(found *Select) {
	for r.err == nil {
		name := r.identifier()
		if !r.skipWord(kwAs) || r.cur().op != '(' {
			r.unexpected("AS and a window in parentheses")
			return
		}
		first := r.pos
		var window Expression
		r.window(&window)
		window.Range = r.rangeFrom(first)
		window.Text = window.Range.Of(r.text)
		found.Windows = append(found.Windows, window)
		found.WindowNames = append(found.WindowNames, name)
		if !r.skipOp(',') {
			return
		}
	}
}
