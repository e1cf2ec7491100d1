package sqltext

import "strings"

// typeName reads a type: numeric(10, 2), timestamp with time zone, struct(a int)[], "schema"."type".
func (r *reader) typeName() Range {
	first := r.pos
	if !r.cur().isName() {
		return r.rangeFrom(first)
	}
	head := r.cur()
	r.path()
	for r.err == nil {
		if !r.typeBracket(head) && !r.typeWord(head) {
			break
		}
	}
	return r.rangeFrom(first)
}

// typeBracket reads a part of a type in brackets.
func (r *reader) typeBracket(head lexeme) bool {
	l, next := r.cur(), r.peek(1)
	switch {
	case l.op == '(', l.op == '[' && (next.op == ']' || next.kind == Number && r.peek(2).op == ']'):
		r.skipOne()
	case l.op == '<' && isGeneric(r.textOf(head)):
		r.generic()
	default:
		return false
	}
	return true
}

// typeWord reads a further word of a type.
func (r *reader) typeWord(head lexeme) bool {
	words := 0
	switch l, next := r.cur(), r.peek(1); l.word {
	case kwPrecision, kwVarying, kwUnsigned, kwArray:
		words = 1
	case kwWith, kwWithout:
		switch next.word {
		case kwTime:
			words = 3
		case kwLocal:
			words = 4
		default:
		}
	case kwDatePart, kwTo:
		if head.word == kwInterval {
			words = 1
		}
	default:
	}
	r.advance(words)
	return words > 0
}

// isGeneric reports whether the type has type arguments in angle brackets.
func isGeneric(name string) bool {
	return strings.EqualFold(name, "array") || strings.EqualFold(name, "struct") || strings.EqualFold(name, "map")
}

// generic skips array<struct<a int>>.
func (r *reader) generic() {
	depth := 0
	for !r.atEnd() {
		text := r.textOf(r.cur())
		switch {
		case text == "<":
			depth++
		case text == ">":
			depth--
		case text == ">>":
			depth -= 2
		case r.cur().op == ',' || r.cur().isName() || r.cur().op == ':':
		default:
			return
		}
		r.advance(1)
		if depth <= 0 {
			return
		}
	}
}

// isFrameBound reports whether the word ends a bound of a frame.
func isFrameBound(word string) bool {
	return strings.EqualFold(word, "preceding") || strings.EqualFold(word, "following")
}

// isFrameWord reports whether the word is part of a frame and not a column.
func isFrameWord(word string) bool {
	switch strings.ToUpper(word) {
	case "BETWEEN", "AND", "UNBOUNDED", "CURRENT", "ROW", "EXCLUDE", "PRECEDING", "FOLLOWING":
		return true
	default:
		return false
	}
}
