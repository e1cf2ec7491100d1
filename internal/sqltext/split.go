package sqltext

// Statement is one statement of a text.
type Statement struct {
	// Text is the statement without its semicolon and the white space around it.
	Text  string
	Range Range
}

// Split divides a text at the semicolons between statements. A comment belongs to the statement that contains it or
// follows it; comments alone are not a statement.
//
// Blocks of scripting languages stay together if their words show them: BEGIN … END, with DECLARE before it or in the
// body of a procedure, and with CASE, IF and loops in it. BEGIN before a semicolon, TRANSACTION or WORK begins a
// transaction and not a block. A block without END extends to the end of the text.
func Split(text string) []Statement {
	s := splitter{text: text}
	scanner := NewScanner(text)
	for {
		token, ok := scanner.Next()
		if !ok {
			s.flush(len(text))
			return s.found
		}
		s.add(token)
	}
}

type splitter struct {
	text  string
	found []Statement
	// start is the offset of the current statement.
	start int
	// hasContent is true if it contains more than comments and white space.
	hasContent bool
	block      blockFinder
}

func (s *splitter) add(token Token) {
	if token.isInsignificant() {
		return
	}
	word := noKeyword
	if token.Kind == Word {
		word = keywordOf(token.in(s.text))
	}
	isSemicolon := token.Kind == Operator && s.text[token.Start] == ';'
	s.block.add(word, isSemicolon)
	if !isSemicolon {
		s.hasContent = true
		return
	}
	if !s.block.isOpen() {
		s.flush(token.Start)
		s.start = token.End
	}
}

// flush adds the text before the given offset as a statement.
func (s *splitter) flush(end int) {
	if s.hasContent {
		r := trimmed(s.text, Range{s.start, end})
		s.found = append(s.found, Statement{r.Of(s.text), r})
	}
	s.hasContent = false
	s.block = blockFinder{}
}

// trimmed removes the white space from both ends.
func trimmed(text string, r Range) Range {
	for r.Start < r.End && isSpace(text[r.Start]) {
		r.Start++
	}
	for r.End > r.Start && isSpace(text[r.End-1]) {
		r.End--
	}
	return r
}
