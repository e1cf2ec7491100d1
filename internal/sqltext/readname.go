package sqltext

import "strings"

// identifier reads one part of a name. Words and Jinja that touch each other are one part: pre_{{ x }}_post.
func (r *reader) identifier() Identifier {
	first := r.pos
	r.advance(1)
	for r.touches() && (r.cur().kind == JinjaExpression || r.peekBack().kind == JinjaExpression) {
		r.advance(1)
	}
	if r.pos == first+1 {
		return identifierOf(r.text, r.lexemes[first])
	}
	return Identifier{Text: r.rangeFrom(first).Of(r.text), Dynamic: true}
}

// touches reports whether the next lexeme continues the name without white space between.
func (r *reader) touches() bool {
	l := r.cur()
	return (l.kind == Word || l.kind == Number || l.kind == JinjaExpression) && l.start == r.peekBack().end
}

func (r *reader) peekBack() lexeme { return r.lexemes[max(r.pos-1, 0)] }

// identifierOf removes the quotes from a name.
func identifierOf(text string, l lexeme) Identifier {
	written := text[l.start:l.end]
	switch l.kind {
	case QuotedIdentifier, String:
		return Identifier{Text: unquote(written), Quoted: true, Dynamic: hasJinja(written)}
	case JinjaExpression:
		return Identifier{Text: written, Dynamic: true}
	default:
		return Identifier{Text: written}
	}
}

// unquote removes the quotes from a quoted name or a literal without prefix.
func unquote(written string) string {
	if len(written) < 2 {
		return written
	}
	quote := written[:1]
	inner := written[1 : len(written)-1]
	if !strings.Contains(inner, quote) {
		return inner
	}
	return strings.ReplaceAll(inner, quote+quote, quote)
}

func hasJinja(text string) bool {
	return strings.Contains(text, "{{") || strings.Contains(text, "{%")
}

// names reads names between parentheses, (a, b), and skips what follows each, such as a type.
func (r *reader) names() []Identifier {
	end := r.match()
	r.advance(1)
	var found []Identifier
	for r.pos < end {
		if r.cur().isName() || r.cur().kind == String {
			found = append(found, r.identifier())
		}
		r.skipTo(end, ',')
		r.skipOp(',')
	}
	r.pos = end + 1
	return found
}

// skipTo skips to the mark, or to the given end, past brackets.
func (r *reader) skipTo(end int, op byte) {
	for r.pos < end && r.cur().op != op {
		r.skipOne()
	}
}

// skipOne skips the next lexeme, or the brackets that it opens.
func (r *reader) skipOne() {
	if closingOf(r.cur().op) != 0 && r.match() > r.pos {
		r.pos = r.match()
	}
	r.advance(1)
}

// path reads a name of several parts: a.b.c. Any word may follow a dot.
func (r *reader) path() []Identifier {
	first := len(r.parts)
	r.parts = append(r.parts, r.identifier())
	for r.cur().op == '.' && r.peek(1).isName() {
		r.advance(1)
		r.parts = append(r.parts, r.identifier())
	}
	return r.parts[first:len(r.parts):len(r.parts)]
}
