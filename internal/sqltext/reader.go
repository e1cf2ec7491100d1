package sqltext

import "fmt"

// The limits of what is read. A text beyond them is rejected, not cut.
const (
	maxText     = 4 << 20
	deepestNest = 200
)

// ReadError says where a text could not be read.
type ReadError struct {
	Offset  int
	Message string
}

// Error returns the message and the offset.
func (e *ReadError) Error() string { return fmt.Sprintf("at byte %d: %s", e.Offset, e.Message) }

// reader walks over lexemes. After the first error it is at the end of the text, so that every loop ends; a caller that
// reads something in brackets can take the error for that part alone and continue after them.
type reader struct {
	text    string
	lexemes []lexeme
	pos     int
	err     *ReadError
	depth   int
	// cases is how many CASE are open, brackets is how many [ are.
	cases, brackets int
	// isHierarchical says that the text has a CONNECT BY.
	isHierarchical bool
	// bound are the names of lambda parameters in scope, which are not columns.
	bound []string
	// parts and columns are where names and references are kept, so that each needs no allocation of its own.
	parts   []Identifier
	columns []ColumnRef
}

// newReader takes a text apart. It rejects what no reader can walk: too long, brackets that do not match, Jinja
// statements, which may leave out or repeat any part.
func newReader(text string) (*reader, *ReadError) {
	if len(text) > maxText {
		return nil, &ReadError{maxText, fmt.Sprintf("the text is longer than %d bytes", maxText)}
	}
	lexer := newLexer(text)
	scanner := NewScanner(text)
	for {
		token, ok := scanner.Next()
		if !ok {
			break
		}
		if token.Unterminated && token.Kind != BlockComment {
			return nil, &ReadError{token.Start, "the token that begins here does not end"}
		}
		lexer.add(token)
	}
	lexer.finish()
	if lexer.unbalanced >= 0 {
		return nil, &ReadError{lexer.unbalanced, "a bracket is unbalanced"}
	}
	if lexer.statement >= 0 {
		return nil, &ReadError{lexer.statement, "a Jinja statement has to be rendered first"}
	}
	found := &reader{text: text, lexemes: lexer.lexemes, isHierarchical: lexer.isHierarchical}
	found.reserve()
	return found, nil
}

// reserve reserves memory for the names of an ordinary text.
func (r *reader) reserve() {
	room := min(len(r.lexemes)/4, 1000)
	r.parts = make([]Identifier, 0, room)
	r.columns = make([]ColumnRef, 0, room)
}

// entries guesses how many entries a list has that begins here: one more than the commas and joins up to its end.
func (r *reader) entries() int {
	const most = 50
	count := 1
	for i := r.pos; i < len(r.lexemes)-1 && count < most; i++ {
		l := r.lexemes[i]
		switch {
		case int(l.match) > i:
			i = int(l.match)
		case l.op == ',' || l.word == kwJoin:
			count++
		case l.op == ')' || l.op == ';' || l.word == kwSelect || beginsClause(l.word):
			return count
		}
	}
	return count
}

// cur returns the lexeme to be read next.
func (r *reader) cur() lexeme { return r.lexemes[r.pos] }

// peek looks ahead.
func (r *reader) peek(ahead int) lexeme { return r.lexemes[min(r.pos+ahead, len(r.lexemes)-1)] }

func (r *reader) atEnd() bool { return r.pos >= len(r.lexemes)-1 }

// advance moves on, never beyond the end.
func (r *reader) advance(count int) { r.pos = min(r.pos+count, len(r.lexemes)-1) }

// match returns the index of the bracket on the other side of the current one.
func (r *reader) match() int { return int(r.cur().match) }

// skipWord moves on if the word is next.
func (r *reader) skipWord(word keyword) bool {
	if r.cur().word != word {
		return false
	}
	r.advance(1)
	return true
}

// skipOp moves on if the mark is next.
func (r *reader) skipOp(op byte) bool {
	if r.cur().op != op {
		return false
	}
	r.advance(1)
	return true
}

// textOf is how a lexeme is written.
func (r *reader) textOf(l lexeme) string { return r.text[l.start:l.end] }

// rangeFrom returns the range from the lexeme with the given index up to the last one read.
func (r *reader) rangeFrom(first int) Range {
	start := int(r.lexemes[first].start)
	if r.pos <= first {
		return Range{start, start}
	}
	return Range{start, int(r.lexemes[r.pos-1].end)}
}

// fail keeps the first error and goes to the end.
func (r *reader) fail(message string) {
	if r.err == nil {
		r.err = &ReadError{int(r.cur().start), message}
	}
	r.pos = len(r.lexemes) - 1
}

// unexpected fails at the lexeme that does not fit.
func (r *reader) unexpected(wanted string) {
	if r.atEnd() {
		r.fail(fmt.Sprintf("the text ends where %s should be", wanted))
		return
	}
	found := r.textOf(r.cur())
	if len(found) > 40 {
		found = found[:40]
	}
	r.fail(fmt.Sprintf("found %q where %s should be", found, wanted))
}

// enter counts a level of nesting and fails when there are too many. Each enter has its leave.
func (r *reader) enter() bool {
	r.depth++
	if r.depth > deepestNest {
		r.fail(fmt.Sprintf("nested more than %d levels deep", deepestNest))
		return false
	}
	return true
}

func (r *reader) leave() { r.depth-- }
