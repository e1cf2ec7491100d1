package sqltext

// operators skips operators between two operands, and predicates without a second operand, such as IS NULL. It reports
// whether an operand must follow.
func (r *reader) operators(e *Expression) bool {
	for first := true; ; first = false {
		l := r.cur()
		switch l.kind {
		case Operator:
			if first || !r.skipOp(opCast) {
				return r.operatorMark(l)
			}
			r.typeName() // x IS NULL::integer
		case JinjaExpression:
			if !r.operandFollows() {
				return false
			}
			e.HasJinja = true
			r.advance(1)
			return true
		case Word:
			follows, ok := r.operatorWord(l)
			if !ok || follows {
				return follows
			}
		default:
			return false
		}
	}
}

func (r *reader) operatorMark(l lexeme) bool {
	switch l.op {
	case '+', '-', '*', '/', '%', '^', '&', '|', '=', '<', '>', '~', '#', '!', '?', '@', opArrow, opOtherLonger:
		r.advance(1)
		return true
	default:
		return false
	}
}

// operatorWord reads an operator that is a word. The first result reports whether an operand follows, the second
// whether there was an operator.
func (r *reader) operatorWord(l lexeme) (follows, ok bool) {
	switch l.word {
	case kwAnd, kwOr, kwIn, kwLike, kwIlike, kwBetween:
		r.advance(1)
	case kwRlike, kwRegexp, kwGlob, kwDiv, kwXor, kwMod, kwOverlaps, kwEscape:
		if !r.operandFollows() {
			return false, false
		}
		r.advance(1)
	case kwSimilar:
		r.advance(1)
		r.skipWord(kwTo)
	case kwNot:
		return r.negatedOperator()
	case kwIs:
		return r.isOperator(), true
	case kwIsnull, kwNotnull:
		r.advance(1)
		return false, true
	case kwCollate: // for a predicate; the collation of an operand is read with the operand
		r.advance(1)
		r.path()
		return false, true
	default:
		ok = r.longOperator(l)
		return ok, ok
	}
	if k := r.cur().word; k == kwSymmetric || k == kwAsymmetric {
		r.advance(1)
	}
	return true, true
}

// longOperator reads AT TIME ZONE and OPERATOR(schema.+).
func (r *reader) longOperator(l lexeme) bool {
	switch {
	case l.word == kwAt && r.peek(1).word == kwTime:
		r.advance(3)
	case l.word == kwOperator && r.peek(1).op == '(':
		r.advance(1)
		r.skipOne()
	default:
		return false
	}
	return true
}

// negatedOperator reads NOT IN, NOT LIKE, … and NOT NULL.
func (r *reader) negatedOperator() (follows, ok bool) {
	r.advance(1)
	if r.skipWord(kwNull) {
		return false, true
	}
	return r.operatorWord(r.cur())
}

// isOperator reads IS and its predicate; it returns true if another operand must follow.
func (r *reader) isOperator() bool {
	r.advance(1)
	r.skipWord(kwNot)
	switch r.cur().word {
	case kwNull, kwTrue, kwFalse, kwUnknown:
		r.advance(1)
		return false
	case kwDistinct:
		r.advance(1)
		r.skipWord(kwFrom)
		return true
	case kwJSON:
		r.advance(1)
		if r.cur().kind == Word && !endsItem(r.cur().word) && r.cur().word != kwAnd {
			r.advance(1)
		}
		return false
	case kwOf:
		r.advance(1)
		r.skipOne()
		return false
	default:
		return true
	}
}
