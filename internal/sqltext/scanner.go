package sqltext

import "strings"

// Scanner divides a text into tokens, one at a time, without allocating.
type Scanner struct {
	text string
	pos  int
	// before is the last token that was not white space or a comment.
	before Token
	// arguments is the number of open parentheses in the arguments of an annotation. Inside them both kinds of quotes
	// enclose strings.
	arguments int
	// flatComments is true if nested comments would leave one open, so that comments do not nest in this text.
	flatComments bool
	// unclosed are the closing marks of Jinja that do not occur again. The scanner stores unclosed and flatComments so
	// that it does not search the text to its end repeatedly.
	unclosed [3]bool
	// guesses is the number of times that the scanner may still read ahead to decide the meaning of a backslash.
	guesses int
}

// NewScanner returns a scanner at the beginning of the text.
func NewScanner(text string) Scanner { return Scanner{text: text, guesses: maxGuesses} }

// Next returns the next token; false at the end of the text.
func (s *Scanner) Next() (Token, bool) {
	if s.pos >= len(s.text) {
		return Token{}, false
	}
	token := s.scan(s.pos)
	s.pos = token.End
	if token.Kind == Operator {
		s.countParenthesis(token)
	}
	if !token.isInsignificant() {
		s.before = token
	}
	return token, true
}

// countParenthesis counts the parentheses of an annotation's arguments, from the opening one, which touches the name,
// to the closing one.
func (s *Scanner) countParenthesis(token Token) {
	switch s.text[token.Start] {
	case '(':
		if s.arguments > 0 || s.before.Kind == AnnotationName && s.before.End == token.Start {
			s.arguments++
		}
	case ')':
		s.arguments = max(s.arguments-1, 0)
	}
}

func (s *Scanner) scan(start int) Token {
	c := s.text[start]
	switch {
	case isSpace(c) || s.isByteOrderMark(start):
		return s.space(start)
	case isDigit(c):
		return s.number(start)
	case isWordStart(c):
		return s.word(start)
	}
	return s.mark(start)
}

// mark scans a token that begins with a punctuation mark.
func (s *Scanner) mark(start int) Token {
	next := s.at(start + 1)
	switch s.text[start] {
	case '\'':
		return s.quoted(String, start, start)
	case '"':
		if s.arguments > 0 {
			return s.quoted(String, start, start)
		}
		return s.quoted(QuotedIdentifier, start, start)
	case '`':
		return s.quoted(QuotedIdentifier, start, start)
	case '$':
		return s.dollar(start)
	case '{':
		if next == '{' || next == '%' || next == '#' {
			return s.jinja(start)
		}
	default:
		return s.operator(start, next)
	}
	return Token{Range{start, start + 1}, Operator, false}
}

// operator scans an operator, or a token that begins like one.
func (s *Scanner) operator(start int, next byte) Token {
	switch c := s.text[start]; {
	case c == '-' && next == '-':
		return s.lineComment(start)
	case c == '/' && next == '*':
		return s.blockComment(start)
	case c == '.' && isDigit(next):
		return s.number(start)
	case c == '@' && isWordStart(next) && !s.isByteOrderMark(start+1) && s.mayAnnotate():
		return Token{Range{start, s.wordEnd(start + 1)}, AnnotationName, false}
	}
	return Token{Range{start, start + operatorLength(s.text[start:])}, Operator, false}
}

// at returns the byte at an offset, 0 after the end.
func (s *Scanner) at(offset int) byte {
	if offset < len(s.text) {
		return s.text[offset]
	}
	return 0
}

// byteOrderMark is a character that some editors write at the beginning of a file. It counts as white space anywhere.
const byteOrderMark = "\ufeff"

func (s *Scanner) isByteOrderMark(offset int) bool {
	return s.text[offset] == byteOrderMark[0] && strings.HasPrefix(s.text[offset:], byteOrderMark)
}

func (s *Scanner) space(start int) Token {
	end := start
	for end < len(s.text) {
		switch {
		case isSpace(s.text[end]):
			end++
		case s.isByteOrderMark(end):
			end += len(byteOrderMark)
		default:
			return Token{Range{start, end}, Space, false}
		}
	}
	return Token{Range{start, end}, Space, false}
}

// word scans a word, or a literal with a prefix of one letter.
func (s *Scanner) word(start int) Token {
	if open := s.prefixedQuote(start); open > 0 {
		return s.quoted(String, start, open)
	}
	return Token{Range{start, s.wordEnd(start)}, Word, false}
}

// prefixedQuote returns the offset of the quote of a literal such as E'…', X'…' or U&'…', whose prefix must touch it; 0
// if there is none.
func (s *Scanner) prefixedQuote(start int) int {
	if s.at(start+1) == '\'' && strings.IndexByte("eEnNxXbBrR", s.text[start]) >= 0 {
		return start + 1
	}
	if s.at(start+1) == '&' && s.at(start+2) == '\'' && s.text[start]|0x20 == 'u' {
		return start + 2
	}
	return 0
}

func (s *Scanner) wordEnd(start int) int {
	text := s.text
	for end := start; end < len(text); end++ {
		if c := text[end]; !isWordPart(c) || c == byteOrderMark[0] && s.isByteOrderMark(end) {
			return end
		}
	}
	return len(text)
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isDigit(c byte) bool { return c-'0' < 10 }

// isWordStart accepts every byte beyond ASCII as a letter, like the engines.
func isWordStart(c byte) bool {
	return (c|0x20)-'a' < 26 || c == '_' || c >= 0x80
}

func isWordPart(c byte) bool { return isWordStart(c) || isDigit(c) || c == '$' }
