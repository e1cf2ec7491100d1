package sqltext

import "fmt"

// The limits of a text. A text beyond them is rejected, not truncated.
const (
	maxText     = 4 << 20
	deepestNest = 200
)

// ReadError reports the position at which a text cannot be read.
type ReadError struct {
	Offset  int
	Message string
}

// Error returns the message and the offset.
func (e *ReadError) Error() string { return fmt.Sprintf("at byte %d: %s", e.Offset, e.Message) }

// reader reads lexemes in sequence. After the first error it is at the end of the text, so that every loop ends. A
// caller that reads a part in brackets can limit the error to that part and continue after the brackets.
type reader struct {
	text    string
	lexemes []lexeme
	pos     int
	err     *ReadError
	depth   int
	// cases is the number of open CASE, brackets the number of open [.
	cases, brackets int
	// isHierarchical is true if the text has a CONNECT BY.
	isHierarchical bool
	// bound are the names of lambda parameters in scope, which are not columns.
	bound []string
	// parts, columns and items are buffers for names, references and entries of select lists, so that not each of them needs
	// an allocation.
	parts   []Identifier
	columns []ColumnRef
	items   []Item
}

// newReader creates a reader for a text. It rejects texts that are too long, brackets that do not match, and Jinja
// statements, because they may omit or repeat any part. It skips the given ranges, which begin and end with a token. What it
// reads is in the given memory.
func newReader(text string, memory *Reader, skipped ...Range) (*reader, *ReadError) {
	if len(text) > maxText {
		return nil, &ReadError{maxText, fmt.Sprintf("the text is longer than %d bytes", maxText)}
	}
	lexer := newLexer(text, memory.lexemes)
	scanner := NewScanner(text)
	for {
		for len(skipped) > 0 && scanner.pos >= skipped[0].Start {
			scanner.pos = skipped[0].End
			skipped = skipped[1:]
		}
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
	memory.lexemes = lexer.lexemes
	if lexer.unbalanced >= 0 {
		return nil, &ReadError{lexer.unbalanced, "a bracket is unbalanced"}
	}
	if lexer.statement >= 0 {
		return nil, &ReadError{lexer.statement, "a Jinja statement has to be rendered first"}
	}
	found := &reader{text: text, lexemes: lexer.lexemes, isHierarchical: lexer.isHierarchical}
	found.reserve(memory)
	return found, nil
}

// reserve reserves memory for the names and the select list of an ordinary text.
func (r *reader) reserve(memory *Reader) {
	const most = 1000
	size := min(len(r.lexemes)/5, most)
	if cap(memory.parts) < 2*size {
		memory.parts = make([]Identifier, 0, 2*size)
	}
	if cap(memory.columns) < size {
		memory.columns = make([]ColumnRef, 0, size)
	}
	r.parts, r.columns, r.items = memory.parts[:0], memory.columns[:0], memory.items[:0]
}

// itemList returns an empty list for a number of entries. Only a Reader that is used again keeps memory for it.
func (r *reader) itemList(entries int) []Item {
	room := len(r.items)
	if room+entries > cap(r.items) {
		return make([]Item, 0, entries)
	}
	r.items = r.items[:room+entries]
	return r.items[room : room : room+entries]
}

// entries estimates the number of entries of the list that begins here: one more than the commas and joins up to its
// end.
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

// cur returns the current lexeme.
func (r *reader) cur() lexeme { return r.lexemes[r.pos] }

// peek returns a later lexeme, or the last one.
func (r *reader) peek(ahead int) lexeme { return r.lexemes[min(r.pos+ahead, len(r.lexemes)-1)] }

func (r *reader) atEnd() bool { return r.pos >= len(r.lexemes)-1 }

// advance skips lexemes, never beyond the end.
func (r *reader) advance(count int) { r.pos = min(r.pos+count, len(r.lexemes)-1) }

// match returns the index of the bracket that matches the current one.
func (r *reader) match() int { return int(r.cur().match) }

// skipWord skips the word if it is next.
func (r *reader) skipWord(word keyword) bool {
	if r.cur().word != word {
		return false
	}
	r.advance(1)
	return true
}

// skipOp skips the mark if it is next.
func (r *reader) skipOp(op byte) bool {
	if r.cur().op != op {
		return false
	}
	r.advance(1)
	return true
}

// textOf returns a lexeme as written.
func (r *reader) textOf(l lexeme) string { return r.text[l.start:l.end] }

// rangeFrom returns the range from the lexeme with the given index up to the last one read.
func (r *reader) rangeFrom(first int) Range {
	start := int(r.lexemes[first].start)
	if r.pos <= first {
		return Range{start, start}
	}
	return Range{start, int(r.lexemes[r.pos-1].end)}
}

// fail records the first error and skips to the end.
func (r *reader) fail(message string) {
	if r.err == nil {
		r.err = &ReadError{int(r.cur().start), message}
	}
	r.pos = len(r.lexemes) - 1
}

// unexpected fails at the current lexeme.
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

// enter counts a level of nesting and fails if there are too many. Call leave for each enter.
func (r *reader) enter() bool {
	r.depth++
	if r.depth > deepestNest {
		r.fail(fmt.Sprintf("nested more than %d levels deep", deepestNest))
		return false
	}
	return true
}

func (r *reader) leave() { r.depth-- }
