package sqltext

// setOperator reads UNION ALL BY NAME and similar operators.
func (r *reader) setOperator() (operator string, byName, ok bool) {
	switch r.cur().word {
	case kwUnion:
		operator = "UNION"
	case kwIntersect:
		operator = "INTERSECT"
	case kwExcept:
		operator = "EXCEPT"
	case kwMinus:
		if !mayEndRelation(kwMinus, r.peek(1)) {
			return "", false, false
		}
		operator = "MINUS"
	default:
		return "", false, false
	}
	r.advance(1)
	switch {
	case r.skipWord(kwAll):
		operator += " ALL"
	case r.skipWord(kwDistinct):
		operator += " DISTINCT"
	}
	if r.cur().word == kwBy && r.peek(1).word == kwName {
		r.advance(2)
		byName = true
	}
	return operator, byName, true
}

// tail reads the clauses of a whole set operation: order and limits.
func (r *reader) tail(found *Query) {
	for r.err == nil {
		switch l := r.cur(); {
		case l.word == kwOrder:
			r.advance(1)
			r.skipWord(kwBy)
			found.OrderBy = r.orderList()
		case l.word == kwLimit || l.word == kwOffset:
			r.advance(1)
			r.limit(found)
		case l.word == kwFetch:
			r.fetch()
		case l.word == kwUsing && r.peek(1).word == kwSample:
			r.advance(2)
			r.sample()
		case l.word == kwFor && r.peek(1).kind == Word: // FOR UPDATE OF t SKIP LOCKED
			for r.cur().kind == Word || r.cur().op == ',' {
				r.advance(1)
			}
		default:
			return
		}
	}
}

// orderList reads the text after ORDER BY.
func (r *reader) orderList() []Expression {
	var found []Expression
	for r.err == nil {
		if r.skipWord(kwAll) {
			r.direction()
			break
		}
		one := r.expression()
		if one.Range.IsEmpty() {
			break
		}
		found = append(found, one)
		r.direction()
		if !r.skipOp(',') {
			break
		}
	}
	return found
}

// direction skips ASC, DESC and NULLS FIRST.
func (r *reader) direction() {
	if !r.skipWord(kwAsc) {
		r.skipWord(kwDesc)
	}
	if next := r.peek(1).word; r.cur().word == kwNulls && (next == kwFirst || next == kwLast) {
		r.advance(2)
	}
}

// limit reads LIMIT 10, LIMIT ALL, LIMIT 10 PERCENT, OFFSET 5 ROWS.
func (r *reader) limit(found *Query) {
	if !r.skipWord(kwAll) {
		found.Limit = append(found.Limit, r.expression())
		r.skipOp('%')
	}
	if r.skipOp(',') {
		found.Limit = append(found.Limit, r.expression())
	}
	if l := r.cur(); l.word == kwRows || l.kind == Word && l.word == noKeyword {
		r.advance(1) // ROW, ROWS, PERCENT
	}
}

// fetch skips FETCH FIRST 10 ROWS ONLY.
func (r *reader) fetch() {
	for r.cur().kind == Word && !isReserved(r.cur().word) || r.cur().kind == Number {
		r.advance(1)
		if r.skipWord(kwWith) {
			r.advance(1) // WITH TIES
		}
	}
}

// sample skips the size and the method of a sample: 10%, 10 PERCENT (bernoulli), reservoir(20 ROWS).
func (r *reader) sample() {
	for !r.atEnd() && r.err == nil {
		switch l := r.cur(); {
		case l.op == '(':
			r.skipOne()
		case l.kind == Number || l.op == '%' || l.kind == Parameter:
			r.advance(1)
		case l.kind == Word && !endsRelation(l.word) && l.word != kwAs && (r.peek(1).op == '(' || r.peekBack().kind == Number):
			r.advance(1)
		default:
			return
		}
	}
}
