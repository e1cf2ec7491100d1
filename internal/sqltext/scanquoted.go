package sqltext

import "strings"

// quoted scans a literal or a name from start, with the opening quote at open. In a literal a backslash may escape a
// quote: it does in E'…' and among the arguments of annotations, never after another prefix or in names. In a literal
// without prefix it depends on the text.
func (s *Scanner) quoted(kind Kind, start, open int) Token {
	escapes := kind == String && (s.arguments > 0 || s.text[start]|0x20 == 'e')
	end, closed, doubtful := s.quotedEnd(open, escapes)
	if doubtful && kind == String && start == open {
		end, closed = s.resolveEscapes(open, end, closed)
	}
	return Token{Range{start, end}, kind, !closed}
}

// quotedEnd finds the end of a quoted token whose opening quote is at an offset. A doubled quote represents one. Jinja
// inside extends to its own end, because it is rendered before the engine reads quotes. Doubtful is true if the end
// depends on whether a backslash escapes.
func (s *Scanner) quotedEnd(open int, escapes bool) (end int, closed, doubtful bool) {
	quote := s.text[open]
	for i := open + 1; i < len(s.text); {
		next := s.at(i + 1)
		switch c := s.text[i]; {
		case c == quote && next == quote:
			i += 2
		case c == quote:
			return i + 1, true, doubtful
		case c == '\\' && (next == '\\' || escapes && next == quote):
			i += 2
		case c == '\\' && next == quote:
			doubtful = true
			i++
		case c == '{':
			i = s.embeddedJinja(i)
		default:
			i++
		}
	}
	return len(s.text), false, doubtful
}

// maxGuesses limits how often the scanner reads ahead to the end of a text.
const maxGuesses = 8

// resolveEscapes decides whether backslashes escape quotes in a literal without prefix. They do in Snowflake and do not
// in the other dialects, and the dialect of the text is unknown. If a word follows the literal directly, they do,
// because a word cannot follow a literal. Otherwise it chooses the reading that leaves no literal open at the end of
// the text.
func (s *Scanner) resolveEscapes(open, plainEnd int, plainClosed bool) (end int, closed bool) {
	followedByWord := plainClosed && isWordPart(s.at(plainEnd))
	if !followedByWord && s.guesses == 0 {
		return plainEnd, plainClosed
	}
	end, closed, _ = s.quotedEnd(open, true)
	if followedByWord {
		return end, closed
	}
	s.guesses--
	if s.closesLiterals(open, plainEnd, plainClosed) || !s.closesLiterals(open, end, closed) {
		return plainEnd, plainClosed
	}
	return end, closed
}

// closesLiterals reads ahead from the end of a literal and reports whether every literal of the text is closed.
func (s *Scanner) closesLiterals(open, end int, closed bool) bool {
	ahead := *s
	ahead.guesses = 0
	ahead.pos = end
	ahead.before = Token{Range{open, end}, String, !closed}
	token := ahead.before
	for ok := true; ok; token, ok = ahead.Next() {
		if token.Unterminated && token.Kind == String {
			return false
		}
	}
	return true
}

// dollar scans a token that begins with a dollar sign: $$…$$, $tag$…$tag$, $1, $name.
func (s *Scanner) dollar(start int) Token {
	if isDigit(s.at(start + 1)) {
		end := start + 2
		for isDigit(s.at(end)) {
			end++
		}
		return Token{Range{start, end}, Parameter, false}
	}
	end := start + 1
	for end < len(s.text) && (isWordStart(s.text[end]) || isDigit(s.text[end])) {
		end++
	}
	if s.at(end) == '$' {
		return s.dollarString(start, end+1)
	}
	if end == start+1 {
		return Token{Range{start, end}, Operator, false}
	}
	return Token{Range{start, end}, Parameter, false}
}

func (s *Scanner) dollarString(start, body int) Token {
	tag := s.text[start:body]
	length := strings.Index(s.text[body:], tag)
	if length < 0 {
		return Token{Range{start, len(s.text)}, DollarString, true}
	}
	return Token{Range{start, body + length + len(tag)}, DollarString, false}
}
