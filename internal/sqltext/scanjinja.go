package sqltext

import "strings"

// jinja scans a piece of Jinja: an expression, a statement or a comment.
func (s *Scanner) jinja(start int) Token {
	kind := JinjaExpression
	switch s.text[start+1] {
	case '%':
		kind = JinjaStatement
	case '#':
		kind = JinjaComment
	}
	end, ok := jinjaEnd(s.text, start)
	return Token{Range{start, end}, kind, !ok}
}

// embeddedJinja skips a piece of Jinja inside a string or comment, or a single brace. The piece ends at the first
// closing mark, regardless of quotes before it: inside a string a quote may belong to SQL or to Jinja.
func (s *Scanner) embeddedJinja(offset int) int {
	closing, kind := "}}", 0
	switch s.at(offset + 1) {
	case '{':
	case '%':
		closing, kind = "%}", 1
	case '#':
		closing, kind = "#}", 2
	default:
		return offset + 1
	}
	if s.unclosed[kind] {
		return offset + 1
	}
	length := strings.Index(s.text[offset+2:], closing)
	if length < 0 {
		s.unclosed[kind] = true
		return offset + 1
	}
	return offset + length + 4
}

// jinjaEnd finds the end of the piece of Jinja that begins at an offset. It skips strings and the braces of
// dictionaries, so that {{ {'a': {'b': "}}"}} }} is one piece.
func jinjaEnd(text string, start int) (end int, ok bool) {
	switch text[start+1] {
	case '#':
		length := strings.Index(text[start+2:], "#}")
		if length < 0 {
			return len(text), false
		}
		return start + length + 4, true
	case '%':
		return jinjaCodeEnd(text, start+2, '%')
	}
	return jinjaCodeEnd(text, start+2, '}')
}

// jinjaCodeEnd finds the closing mark, which is a brace after the given byte.
func jinjaCodeEnd(text string, from int, first byte) (end int, ok bool) {
	braces := 0
	for i := from; i < len(text); {
		switch c := text[i]; {
		case c == first && braces == 0 && i+1 < len(text) && text[i+1] == '}':
			return i + 2, true
		case c == '\'' || c == '"':
			i = jinjaStringEnd(text, i)
			continue
		case c == '{':
			braces++
		case c == '}':
			braces = max(braces-1, 0)
		}
		i++
	}
	return len(text), false
}

// jinjaStringEnd returns the offset after the string that begins at an offset.
func jinjaStringEnd(text string, start int) int {
	quote := text[start]
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		}
	}
	return len(text)
}
