package sqltext

import "strings"

// parenthesis reads the text in parentheses: a query, an expression, a list of them, or nothing.
func (r *reader) parenthesis(e *Expression) shape {
	if r.beginsQuery(r.pos + 1) {
		e.Subqueries = append(e.Subqueries, r.nestedQuery())
		return shape{}
	}
	end := r.match()
	r.advance(1)
	inner := r.terms(e)
	if r.pos != end || inner.star {
		inner = shape{}
		r.inside(e, end)
	}
	r.pos = r.behind(end)
	inner.call = false
	return inner
}

// behind returns the index after a bracket, or the current position after an error.
func (r *reader) behind(end int) int {
	if r.err != nil {
		return r.pos
	}
	return min(end+1, len(r.lexemes)-1)
}

// named reads a column, a call or any other operand that begins with a name.
func (r *reader) named(e *Expression) shape {
	first := r.pos
	if r.typedLiteral() {
		cast := Range{int(r.lexemes[first].start), int(r.lexemes[r.pos-2].end)}
		return shape{literal: StringLiteral, cast: cast.Of(r.text)}
	}
	name := r.path()
	switch next := r.cur(); {
	case next.op == '(' && r.isOuterMark():
		r.advance(3)
	case next.op == '(':
		return r.call(e, first, name)
	case next.op == '.' && r.peek(1).op == '*':
		r.advance(2)
		e.Stars = append(e.Stars, Star{Qualifier: name, Range: r.rangeFrom(first)})
		return shape{star: true}
	case next.op == '.' && r.peek(1).kind == Parameter: // a column of a file by its number
		r.advance(2)
		return shape{}
	case len(name) == 1 && r.lexemes[first].word == kwNiladic:
		return shape{function: strings.ToUpper(name[0].Text)}
	}
	return r.column(e, first, name)
}

// isOuterMark reports whether (+) follows, the old syntax of an outer join.
func (r *reader) isOuterMark() bool {
	return r.peek(1).op == '+' && r.peek(2).op == ')'
}

// column adds a reference, unless it is a parameter of a lambda or Jinja produces its name.
func (r *reader) column(e *Expression, first int, name []Identifier) shape {
	if name[len(name)-1].Dynamic {
		e.HasJinja = true
		return shape{plain: len(name) > 1}
	}
	if r.isBound(name[0]) {
		return shape{}
	}
	r.keep(e, ColumnRef{name, r.rangeFrom(first)})
	return shape{plain: true}
}

// columnsAtOnce is the number of references that the reader allocates at once for an expression.
const columnsAtOnce = 2

// keep adds a reference to an expression. The memory for the first few comes from the buffer of the reader.
func (r *reader) keep(e *Expression, column ColumnRef) {
	if room := len(r.columns); e.Columns == nil && room+columnsAtOnce <= cap(r.columns) {
		r.columns = r.columns[:room+columnsAtOnce]
		e.Columns = r.columns[room : room : room+columnsAtOnce]
	}
	e.Columns = append(e.Columns, column)
}

// typedLiteral reads a type and a string: DATE '2020-01-01', TIMESTAMP WITH TIME ZONE '…'.
func (r *reader) typedLiteral() bool {
	if r.cur().kind != Word {
		return false
	}
	words := 1
	if l := r.cur(); (l.word == kwTimestamp || l.word == kwTime) && (r.peek(1).word == kwWith || r.peek(1).word == kwWithout) {
		words = 4
		if r.peek(2).word == kwLocal {
			words = 5
		}
	}
	if r.peek(words).kind != String {
		return false
	}
	r.advance(words + 1)
	return true
}

// caseOf reads CASE … END.
func (r *reader) caseOf(e *Expression) {
	r.cases++
	defer func() { r.cases-- }()
	r.advance(1)
	for !r.skipWord(kwEnd) {
		if k := r.cur().word; k == kwWhen || k == kwThen || k == kwElse {
			r.advance(1)
		}
		before := r.pos
		r.terms(e)
		if r.pos == before && !isCaseWord(r.cur().word) {
			r.unexpected("END of CASE")
			return
		}
	}
}

func isCaseWord(k keyword) bool {
	return k == kwWhen || k == kwThen || k == kwElse || k == kwEnd
}

// interval reads INTERVAL with its amount and unit; it returns false if the word is a name here.
func (r *reader) interval(e *Expression) bool {
	switch next := r.peek(1); {
	case next.kind == String || next.kind == Number || next.kind == JinjaExpression || next.kind == Parameter:
	case next.op == '(' || next.op == '-':
	case next.kind == Word && r.peek(2).word == kwDatePart:
	default:
		return false
	}
	r.advance(1)
	r.prefixes()
	r.operand(e)
	if r.cur().word == kwDatePart {
		r.advance(1)
		if r.cur().word == kwTo && r.peek(1).word == kwDatePart {
			r.advance(2)
		}
	}
	return true
}

// constructor reads ARRAY[…] and MAP {…}; it returns false if the word is a name here.
func (r *reader) constructor(e *Expression, word keyword, next byte) bool {
	switch {
	case next == '[' && word == kwArray:
		r.advance(1)
		r.list(e)
	case next == '{' && word == kwMap:
		r.advance(1)
		r.object(e, true)
	default:
		return false
	}
	return true
}

// list reads [a, b], an index, a slice or a comprehension, [f(x) FOR x IN y IF z].
func (r *reader) list(e *Expression) {
	end := r.match()
	r.brackets++
	bound := len(r.bound)
	r.bindComprehension(end)
	r.advance(1)
	r.inside(e, end)
	r.bound = r.bound[:bound]
	r.brackets--
	r.pos = r.behind(end)
}

// bindComprehension binds x in [… FOR x IN …].
func (r *reader) bindComprehension(end int) {
	for i := r.pos + 1; i < end; i++ {
		if m := int(r.lexemes[i].match); m > i {
			i = m
			continue
		}
		if r.lexemes[i].word == kwFor && r.lexemes[i+1].kind == Word && r.lexemes[i+2].word == kwIn {
			r.bind(r.lexemes[i+1])
		}
	}
}

// object reads {'a': x, b: y}. The keys of a map are expressions, those of a structure are names.
func (r *reader) object(e *Expression, isMap bool) {
	end := r.match()
	brackets := r.brackets
	r.brackets = 0
	r.advance(1)
	for r.pos < end && r.err == nil {
		if l := r.cur(); r.peek(1).op == ':' && (l.isName() || l.kind == String || l.kind == Number) {
			if isMap && l.isName() {
				r.column(e, r.pos, r.path())
				r.advance(1)
			} else {
				r.advance(2)
			}
		}
		r.element(e, end)
	}
	r.brackets = brackets
	r.pos = r.behind(end)
}
