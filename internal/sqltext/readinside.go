package sqltext

// inside reads everything before a closing bracket: expressions, commas, and the words of the many forms of calls.
func (r *reader) inside(e *Expression, end int) {
	for r.pos < end && r.err == nil {
		r.element(e, end)
	}
}

// element reads up to and including the next comma.
func (r *reader) element(e *Expression, end int) {
	for r.pos < end && r.err == nil {
		if r.skipOp(',') {
			return
		}
		before := r.pos
		if one := r.terms(e); one.star {
			r.starModifiers(&e.Stars[len(e.Stars)-1])
		}
		r.connectives(e, end)
		if r.pos == before {
			e.Skipped = true
			r.skipOne()
		}
	}
}

// connectives skips the words after an expression, up to the next one.
func (r *reader) connectives(e *Expression, end int) {
	for r.pos < end && r.err == nil && r.cur().op != ',' {
		if r.opening() || !r.closing(e) {
			return
		}
	}
}

// opening skips words that precede another expression: ORDER BY, FROM, FOR and others.
func (r *reader) opening() bool {
	switch r.cur().word {
	case kwOrder, kwPartition, kwGroup:
		r.advance(1)
		r.skipWord(kwBy)
	case kwFrom, kwFor, kwLimit, kwSeparator, kwPlacing, kwWhere, kwIf, kwIn:
		r.advance(1)
	default:
		l := r.cur()
		if l.op != opNamed && (r.brackets == 0 || l.op != ':') {
			return false
		}
		r.advance(1)
	}
	return true
}

// closing skips words that end an expression. A word cannot begin an operand directly after another one, so an
// unknown word is skipped as well.
func (r *reader) closing(e *Expression) bool {
	l, next := r.cur(), r.peek(1)
	switch l.word {
	case kwNulls:
		r.advance(1)
		if next.word == kwFirst || next.word == kwLast {
			r.advance(1)
		}
	case kwIgnore, kwRespect:
		r.advance(1)
		r.skipWord(kwNulls)
	case kwAs, kwUsing:
		r.advance(1)
		if r.cur().isName() {
			r.identifier()
		}
	case kwRows, kwRange, kwGroups:
		r.frame(e)
	case kwAsc, kwDesc:
		r.advance(1)
	default:
		if l.kind != Word {
			return false
		}
		e.Skipped = true
		r.advance(1)
	}
	return true
}
