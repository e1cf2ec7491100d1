package sqltext

// ReadExpression reads one expression, such as a transform of a column.
func ReadExpression(text string) (Expression, error) { return new(Reader).ReadExpression(text) }

// ReadExpression is the function ReadExpression with the memory of the Reader. The expression is valid until the Reader is used
// again.
func (b *Reader) ReadExpression(text string) (Expression, error) {
	r, err := newReader(text, b)
	if err != nil {
		return Expression{}, err
	}
	found := r.expression()
	if r.err == nil && !r.atEnd() {
		r.unexpected("the end of the expression")
	}
	if r.err != nil {
		return Expression{}, r.err
	}
	return found, nil
}

// shape contains the properties of an expression as a whole. Most of them become fields of an Expression; the zero
// shape has no properties.
type shape struct {
	plain bool
	// star is true for * and t.*, and call for a call, which allows more suffixes.
	star, call bool
	literal    Literal
	cast       string
	function   string
	// castsColumn is true for a cast of one column.
	castsColumn bool
}

// expression reads operands joined by operators. It ends before the first lexeme that cannot continue it; it may read
// nothing.
func (r *reader) expression() Expression {
	found, _ := r.shapedExpression()
	return found
}

func (r *reader) shapedExpression() (Expression, shape) {
	first := r.pos
	var e Expression
	whole := r.terms(&e)
	e.Range = r.rangeFrom(first)
	e.Text = e.Range.Of(r.text)
	e.IsPlainColumn = whole.plain
	e.Cast, e.CastsColumn = whole.cast, whole.castsColumn
	e.Literal = whole.literal
	e.Function = whole.function
	return e, whole
}

// terms reads an expression and adds its references to e. Operators have no precedence here, because no property of an
// expression depends on it.
func (r *reader) terms(e *Expression) shape {
	defer r.leave()
	if !r.enter() {
		return shape{}
	}
	var whole shape
	for first := true; ; first = false {
		before := r.prefixes()
		one, ok := r.operand(e)
		if !ok {
			return shape{}
		}
		if one.star {
			return one // the words after a star modify it
		}
		one = r.suffixes(e, one)
		whole = shape{}
		if first && (before == noPrefix || before == signPrefix && one.literal == NumberLiteral && one.cast == "") {
			whole = one
		}
		last := r.pos
		if !r.operators(e) {
			if r.pos > last {
				whole = shape{} // x IS NULL and similar predicates
			}
			return whole
		}
	}
}

// prefix is the kind of text before an operand.
type prefix uint8

const (
	noPrefix prefix = iota
	signPrefix
	otherPrefix
)

// prefixes skips the prefixes of an operand.
func (r *reader) prefixes() prefix {
	found := noPrefix
	for {
		next := r.prefix()
		if next == noPrefix {
			return found
		}
		found = max(found, next)
		r.advance(1)
	}
}

// prefix reports what kind of prefix is next.
func (r *reader) prefix() prefix {
	l := r.cur()
	switch l.op {
	case noOperator:
		return r.wordPrefix(l.word)
	case '+', '-':
		return signPrefix
	case '~', '!', '@', opOtherLonger: // |/ and ** have no other meaning here
		return otherPrefix
	case '#': // a column by its number
		if r.peek(1).kind == Number {
			return otherPrefix
		}
	case '*': // the results of COLUMNS, as separate values
		if r.peek(1).word == kwColumns && r.peek(2).op == '(' {
			return otherPrefix
		}
	}
	return noPrefix
}

func (r *reader) wordPrefix(word keyword) prefix {
	switch {
	case word == kwNot || word == kwDistinct:
	case word == kwPrior && r.isHierarchical && r.operandFollows() && r.peek(1).isName():
	default:
		return noPrefix
	}
	return otherPrefix
}

// operandFollows reports whether an operand can begin after the current lexeme.
func (r *reader) operandFollows() bool {
	switch l := r.peek(1); l.kind {
	case Operator:
		return l.op == '(' || l.op == '[' || l.op == '{' || l.op == '-' || l.op == '+' || l.op == '?' || l.op == ':'
	case Word:
		return !endsItem(l.word) && !followsOperand(l.word) || r.peek(2).op == '(' && !isReserved(l.word)
	case JinjaStatement:
		return false
	default:
		return true
	}
}

// operand reads one operand; it returns false if none begins here.
func (r *reader) operand(e *Expression) (shape, bool) {
	l := r.cur()
	switch l.kind {
	case String, DollarString:
		r.advance(1)
		return shape{literal: StringLiteral}, true
	case Number:
		r.advance(1)
		return shape{literal: NumberLiteral}, true
	case Parameter:
		r.advance(1)
		return shape{}, true
	case Word:
		return r.wordOperand(e)
	case QuotedIdentifier, JinjaExpression:
		return r.named(e), true
	case Operator:
		return r.bracketOperand(e)
	default:
		return shape{}, false
	}
}

// bracketOperand reads an operand that begins with a mark.
func (r *reader) bracketOperand(e *Expression) (shape, bool) {
	switch r.cur().op {
	case '(':
		return r.parenthesis(e), true
	case '[':
		r.list(e)
	case '{':
		r.object(e, false)
	case '*':
		r.advance(1)
		e.Stars = append(e.Stars, Star{Range: r.rangeFrom(r.pos - 1)})
		return shape{star: true}, true
	case '?':
		r.advance(1)
	case ':': // :name, a parameter of the driver
		if k := r.peek(1).kind; k != Word && k != Number {
			return shape{}, false
		}
		r.advance(2)
	default:
		return shape{}, false
	}
	return shape{}, true
}

// wordOperand reads an operand that begins with an unquoted word.
func (r *reader) wordOperand(e *Expression) (shape, bool) {
	l, next := r.cur(), r.peek(1)
	if next.op == '.' {
		return r.named(e), true
	}
	switch l.word {
	case kwCase:
		r.caseOf(e)
		return shape{}, true
	case kwInterval:
		if r.interval(e) {
			return shape{cast: "INTERVAL"}, true
		}
	case kwArray, kwMap:
		if r.constructor(e, l.word, next.op) {
			return shape{}, true
		}
	case kwGrouping:
		if next.word == kwSets {
			r.advance(2)
			return r.bracketOperand(e)
		}
	default:
		if literal := wordLiteral(l.word); literal != NoLiteral && next.op != '(' {
			r.advance(1)
			return shape{literal: literal}, true
		}
	}
	if isReserved(l.word) || l.word == kwEnd && r.cases > 0 {
		return shape{}, false
	}
	return r.named(e), true
}

func wordLiteral(k keyword) Literal {
	switch k {
	case kwNull:
		return NullLiteral
	case kwTrue, kwFalse:
		return BoolLiteral
	default:
		return NoLiteral
	}
}
