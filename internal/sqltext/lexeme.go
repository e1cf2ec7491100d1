package sqltext

// lexeme is a token with a meaning for the readers, and its derived properties.
type lexeme struct {
	start, end int32
	// match is the index of the matching bracket, for brackets.
	match int32
	kind  Kind
	// word is set for words that are keywords.
	word keyword
	// op is the mark itself for an operator of one byte, and one of the constants below for a longer one.
	op byte
}

// Operators of more than one byte, as bytes that no operator begins with.
const (
	noOperator    byte = 0
	opCast        byte = 'a' + iota // ::
	opArrow                         // ->
	opNamed                         // => and :=
	opOtherLonger                   // the rest
	endOfText     byte = 'z'        // no operator: the text after the last lexeme
)

func operatorOf(text string) byte {
	if len(text) == 1 {
		return text[0]
	}
	switch text {
	case "::":
		return opCast
	case "->":
		return opArrow
	case "=>", ":=":
		return opNamed
	default:
		return opOtherLonger
	}
}

// closingOf returns the bracket that closes the given one; 0 if it is not an opening bracket.
func closingOf(op byte) byte {
	switch op {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	default:
		return 0
	}
}

// isName reports whether the lexeme can be a part of a name.
func (l lexeme) isName() bool {
	return l.kind == Word || l.kind == QuotedIdentifier || l.kind == JinjaExpression
}

func (l lexeme) rangeOf() Range { return Range{int(l.start), int(l.end)} }

// lexer collects lexemes and matches brackets.
type lexer struct {
	text    string
	lexemes []lexeme
	open    []int32
	// unbalanced is the offset of an unbalanced bracket; -1 if there is none.
	unbalanced int
	// isHierarchical is true if there is a CONNECT; without one, PRIOR is a name.
	isHierarchical bool
	// statement is the offset of the first Jinja statement; -1 if there is none.
	statement int
}

// newLexer returns a lexer that uses the memory of the buffer if it is large enough.
func newLexer(text string, buffer []lexeme) lexer {
	if size := len(text)/5 + 8; cap(buffer) < size {
		buffer = make([]lexeme, 0, size)
	}
	return lexer{text: text, lexemes: buffer[:0], unbalanced: -1, statement: -1}
}

// add appends a token, unless SQL ignores it.
func (x *lexer) add(token Token) {
	l := lexeme{start: int32(token.Start), end: int32(token.End), match: -1, kind: token.Kind} //nolint:gosec // maxText fits
	switch token.Kind {
	case Space, LineComment, BlockComment, JinjaComment:
		return
	case JinjaStatement:
		if x.statement < 0 {
			x.statement = token.Start
		}
		if len(x.open) > 0 {
			return // inside brackets a semicolon separates nothing that the readers use
		}
	case JinjaExpression:
		if printsNothing(token.in(x.text)) {
			return
		}
	case Word:
		l.word = keywordOf(token.in(x.text))
		x.isHierarchical = x.isHierarchical || l.word == kwConnect
	case AnnotationName: // for SQL it is an operator and a name
		x.lexemes = append(x.lexemes, lexeme{start: l.start, end: l.start + 1, match: -1, kind: Operator, op: '@'})
		l.start++
		l.kind = Word
	case Operator:
		l.op = operatorOf(token.in(x.text))
		x.matchBracket(&l)
	default:
	}
	x.lexemes = append(x.lexemes, l)
}

func (x *lexer) matchBracket(l *lexeme) {
	index := int32(len(x.lexemes)) //nolint:gosec // maxText fits
	switch l.op {
	case '(', '[', '{':
		x.open = append(x.open, index)
	case ')', ']', '}':
		last := len(x.open) - 1
		if last < 0 || closingOf(x.lexemes[x.open[last]].op) != l.op {
			if x.unbalanced < 0 {
				x.unbalanced = int(l.start)
			}
			return
		}
		l.match = x.open[last]
		x.lexemes[l.match].match = index
		x.open = x.open[:last]
	}
}

// finish appends an end marker after the last lexeme, so that the readers always have a current lexeme.
func (x *lexer) finish() {
	if len(x.open) > 0 && x.unbalanced < 0 {
		x.unbalanced = int(x.lexemes[x.open[len(x.open)-1]].start)
	}
	size := int32(len(x.text)) //nolint:gosec // maxText fits
	x.lexemes = append(x.lexemes, lexeme{start: size, end: size, match: -1, kind: Operator, op: endOfText})
}
