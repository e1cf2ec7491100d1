package sqltext

import "strings"

// call reads the arguments of a function whose name has been read.
func (r *reader) call(e *Expression, first int, name []Identifier) shape {
	word := noKeyword
	if len(name) == 1 {
		word = r.lexemes[first].word
	}
	function := name[len(name)-1].Text
	if word == kwColumns {
		r.pos = r.behind(r.match())
		e.Stars = append(e.Stars, Star{Opaque: "COLUMNS chooses columns by a pattern", Range: r.rangeFrom(first)})
		return shape{}
	}
	if name[len(name)-1].Dynamic {
		e.HasJinja = true
	}
	cast, castsColumn := r.arguments(e, word, function)
	return shape{call: true, cast: cast, castsColumn: castsColumn, function: strings.ToUpper(function)}
}

// arguments reads the parentheses of a call. For a cast it returns the type, and whether it casts a column.
func (r *reader) arguments(e *Expression, word keyword, function string) (cast string, castsColumn bool) {
	if r.beginsQuery(r.pos + 1) {
		e.Subqueries = append(e.Subqueries, r.nestedQuery())
		return "", false
	}
	defer r.leave()
	if !r.enter() {
		return "", false
	}
	brackets := r.brackets
	r.brackets = 0 // a colon in a call is not a slice
	end := r.match()
	r.advance(1)
	r.leadingWords(word, end)
	if isCast(word) {
		cast, castsColumn = r.castType(e, end)
	}
	part := r.cur().kind != String // DATE_TRUNC('month', year) names its part as a string
	for r.pos < end && r.err == nil {
		part = r.argument(e, end, callee{function, part})
	}
	r.brackets = brackets
	r.pos = r.behind(end)
	return cast, castsColumn
}

func isCast(word keyword) bool { return word == kwCast || word == kwTryCast || word == kwSafeCast }

// leadingWords skips words that may precede the first argument of some functions and are not columns.
func (r *reader) leadingWords(word keyword, end int) {
	switch l := r.cur(); {
	case word == kwCount && l.op == '*' && r.pos+1 == end:
		r.advance(1)
	case word == kwExtract && r.peek(1).word == kwFrom:
		r.advance(2)
	case word == kwTrim && (l.word == kwBoth || l.word == kwLeading || l.word == kwTrailing) && r.peek(1).op != ',' && r.peek(1).op != ')':
		r.advance(1)
		r.skipWord(kwFrom)
	case l.word == kwAll && r.operandFollows() && r.peek(1).op != '(':
		r.advance(1)
	}
}

// castType reads x AS type.
func (r *reader) castType(e *Expression, end int) (cast string, castsColumn bool) {
	one := r.terms(e)
	if r.pos >= end || !r.skipWord(kwAs) {
		return "", false
	}
	return r.typeName().Of(r.text), one.plain || one.castsColumn
}

// callee is what the reader of an argument needs to know about the function.
type callee struct {
	function string
	// mayTakePart is true if one of the remaining arguments may be a part of a date.
	mayTakePart bool
}

// argument reads one argument with its comma. It reports whether a part of a date may follow.
func (r *reader) argument(e *Expression, end int, to callee) bool {
	l, next := r.cur(), r.peek(1)
	if l.kind == Word && next.op == opNamed {
		r.advance(2)
	}
	if to.mayTakePart && l.word == kwDatePart && (next.op == ',' || next.op == ')') && takesDatePart(to.function) {
		r.advance(1)
		to.mayTakePart = false
	}
	bound := len(r.bound)
	r.bindLambda(end, to.function)
	r.element(e, end)
	r.bound = r.bound[:bound]
	return to.mayTakePart
}

// takesDatePart reports whether a bare YEAR among the arguments is a part of a date and not a column.
func takesDatePart(function string) bool {
	switch strings.ToUpper(function) {
	case "DATEADD", "DATEDIFF", "DATE_ADD", "DATE_DIFF", "DATE_PART", "DATEPART", "DATE_TRUNC", "TIMEADD", "TIMEDIFF",
		"TIMESTAMPADD", "TIMESTAMPDIFF", "TIMESTAMP_ADD", "TIMESTAMP_DIFF", "TIMESTAMP_TRUNC", "DATETIME_DIFF", "TRUNC",
		"LAST_DAY", "TIME_SLICE", "DATE_SUB", "DATESUB", "DATE_BUCKET", "DATENAME":
		return true
	default:
		return false
	}
}
