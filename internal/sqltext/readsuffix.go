package sqltext

// suffixes reads the suffixes of an operand: casts, indexes, fields, paths, windows.
func (r *reader) suffixes(e *Expression, one shape) shape {
	for r.err == nil {
		switch l := r.cur(); {
		case l.op != noOperator:
			next, ok := r.markSuffix(e, one, l.op)
			if !ok {
				return one
			}
			one = next
		case l.kind == String && (one.literal == StringLiteral || one.call):
			r.advance(1) // adjacent literals are one operand; so is DECIMAL(5, 2) '1.50'
		case l.word == kwCollate:
			r.advance(1)
			if r.cur().isName() {
				r.path()
			}
			one = shape{}
		case one.call && r.callSuffix(e, l):
		default:
			return one
		}
	}
	return one
}

// markSuffix reads a suffix that begins with a mark; it returns false if the mark does not begin one.
func (r *reader) markSuffix(e *Expression, one shape, op byte) (shape, bool) {
	switch next := r.peek(1); {
	case op == opCast:
		r.advance(1)
		return shape{cast: r.typeName().Of(r.text), castsColumn: one.plain || one.castsColumn}, true
	case op == '[':
		r.list(e)
	case op == '.' && (next.isName() || next.op == '*'):
		r.field(e)
	case op == ':' && r.beginsPath(one):
		r.semiPath(e)
	default:
		return shape{}, false
	}
	return shape{}, true
}

// field reads .name or .name(…) after an operand that is not a name.
func (r *reader) field(e *Expression) {
	r.advance(1)
	if r.skipOp('*') {
		return
	}
	r.identifier()
	if r.cur().op == '(' {
		r.arguments(e, noKeyword, "")
	}
}

// beginsPath reports whether a colon begins a path into semi-structured data, as in src:customer.name. In brackets the
// colon is a slice, and after a literal it ends a key.
func (r *reader) beginsPath(one shape) bool {
	return r.brackets == 0 && one.literal == NoLiteral && r.peek(1).isName()
}

// semiPath reads :customer.items[0].name.
func (r *reader) semiPath(e *Expression) {
	r.advance(1)
	r.path()
	for r.cur().op == '[' {
		r.list(e)
		if r.cur().op == '.' && r.peek(1).isName() {
			r.advance(1)
			r.path()
		}
	}
}

// callSuffix reads the suffixes of a call: FILTER, WITHIN GROUP, IGNORE NULLS, OVER.
func (r *reader) callSuffix(e *Expression, l lexeme) bool {
	next := r.peek(1)
	switch {
	case l.word == kwOver && next.op == '(':
		r.advance(1)
		r.window(e)
		e.IsWindow = true
	case l.word == kwOver && next.isName():
		r.advance(1)
		r.windowName(e)
		e.IsWindow = true
	case l.word == kwFilter && next.op == '(':
		r.advance(1)
		r.clauseIn(e)
	case l.word == kwWithin && next.word == kwGroup && r.peek(2).op == '(':
		r.advance(2)
		r.clauseIn(e)
	case (l.word == kwIgnore || l.word == kwRespect) && next.word == kwNulls:
		r.advance(2)
	default:
		return false
	}
	return true
}

// clauseIn reads parentheses that begin with words, such as (WHERE x > 0) and (ORDER BY y).
func (r *reader) clauseIn(e *Expression) {
	end := r.match()
	r.advance(1)
	if k := r.cur().word; k == kwWhere || k == kwOrder {
		r.opening()
	}
	r.inside(e, end)
	r.pos = r.behind(end)
}

// window reads the parentheses of OVER or of a named window.
func (r *reader) window(e *Expression) {
	end := r.match()
	r.advance(1)
	if r.namesWindow() {
		r.windowName(e)
	}
	for r.pos < end && r.err == nil {
		if k := r.cur().word; (k == kwRows || k == kwRange || k == kwGroups) && r.peekBack().op != ',' {
			r.frame(e)
			continue
		}
		if k := r.cur().word; k == kwPartition || k == kwOrder {
			r.opening()
		}
		r.element(e, end)
	}
	r.pos = r.behind(end)
}

// windowName reads the name of a window that the WINDOW clause defines.
func (r *reader) windowName(e *Expression) {
	name := r.identifier()
	e.NamedWindows = append(e.NamedWindows, name)
	e.HasJinja = e.HasJinja || name.Dynamic
}

// namesWindow reports whether the parentheses begin with the name of another window.
func (r *reader) namesWindow() bool {
	l, next := r.cur(), r.peek(1)
	if !l.isName() || l.word == kwPartition || l.word == kwOrder {
		return false
	}
	switch next.word {
	case kwPartition, kwOrder, kwRows, kwRange, kwGroups:
		return true
	default:
		return next.op == ')'
	}
}

// frame reads ROWS BETWEEN … to the closing parenthesis. Its words are not columns, but its bounds may contain columns.
func (r *reader) frame(e *Expression) {
	r.advance(1)
	for !r.atEnd() && r.cur().op != ')' && r.err == nil {
		if r.beginsBound() {
			if _, ok := r.operand(e); ok {
				continue
			}
		}
		r.skipOne()
	}
}

// beginsBound reports whether a bound of a frame begins here: an operand that is not a word of the frame.
func (r *reader) beginsBound() bool {
	if r.cur().kind != Word || r.cur().word == kwInterval {
		return true
	}
	return isFrameBound(r.textOf(r.peek(1))) && !isFrameWord(r.textOf(r.cur()))
}
