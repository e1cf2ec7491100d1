package sqltext

import "strings"

// maxBound is the maximum number of recorded parameters, so that a lookup is cheap.
const maxBound = 50

// bind records a parameter.
func (r *reader) bind(l lexeme) {
	if len(r.bound) < maxBound {
		r.bound = append(r.bound, r.textOf(l))
	}
}

// isBound reports whether the name is a parameter of a lambda.
func (r *reader) isBound(name Identifier) bool {
	for _, bound := range r.bound {
		if strings.EqualFold(bound, name.Text) {
			return true
		}
	}
	return false
}

// bindLambda reads the parameters of a lambda, if an argument begins with one: x -> x + 1, (x, y) -> x + y,
// lambda x, y: x + y.
func (r *reader) bindLambda(end int, function string) {
	if r.cur().word == kwLambda && r.peek(1).kind == Word {
		r.bindKeywordLambda(end)
		return
	}
	arrow := r.arrow()
	if arrow == 0 || arrow >= end {
		return
	}
	bound := len(r.bound)
	for i := r.pos; i < arrow; i++ {
		before := r.lexemes[max(i-1, 0)].op
		if r.lexemes[i].kind == Word && (i == r.pos || before == '(' || before == ',') {
			r.bind(r.lexemes[i])
		}
	}
	if r.cur().op != '(' && !takesLambda(function) && !r.recurs(arrow, end) {
		r.bound = r.bound[:bound] // an arrow into JSON
		return
	}
	r.pos = arrow + 1
}

func (r *reader) bindKeywordLambda(end int) {
	r.advance(1)
	for r.pos < end && r.cur().kind == Word {
		r.bind(r.cur())
		r.advance(1)
		r.skipOp(',')
	}
	r.skipOp(':')
}

// arrow returns the index of the arrow after possible parameters; 0 if there is none.
func (r *reader) arrow() int {
	switch {
	case r.cur().op == '(' && r.lexemes[r.match()+1].op == opArrow:
		return r.match() + 1
	case r.cur().kind != Word:
		return 0
	case r.peek(1).op == opArrow:
		return r.pos + 1
	case r.peek(1).kind == Word && r.peek(2).op == opArrow: // a parameter with its type
		return r.pos + 2
	default:
		return 0
	}
}

// recurs reports whether the current word occurs again after the arrow, like a parameter.
func (r *reader) recurs(arrow, end int) bool {
	name := r.textOf(r.cur())
	depth := 0
	for i := arrow + 1; i < end; i++ {
		switch l := r.lexemes[i]; {
		case l.op == ',' && depth == 0:
			return false
		case closingOf(l.op) != 0:
			depth++
		case l.op == ')' || l.op == ']' || l.op == '}':
			depth--
		case l.kind == Word && r.lexemes[i-1].op != '.' && strings.EqualFold(r.textOf(l), name):
			return true
		}
	}
	return false
}

// takesLambda reports whether the function takes a lambda. It is needed for a lambda that does not use its parameter.
func takesLambda(function string) bool {
	switch strings.ToUpper(function) {
	case "LIST_TRANSFORM", "LIST_FILTER", "LIST_REDUCE", "LIST_APPLY", "ARRAY_TRANSFORM", "ARRAY_FILTER", "ARRAY_REDUCE",
		"ARRAY_APPLY", "APPLY", "FILTER", "TRANSFORM", "REDUCE", "ANY_MATCH", "ALL_MATCH", "NONE_MATCH", "ZIP_WITH",
		"MAP_FILTER", "MAP_ZIP_WITH", "TRANSFORM_KEYS", "TRANSFORM_VALUES", "ARRAY_SORT":
		return true
	default:
		return false
	}
}
