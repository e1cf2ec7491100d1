package sqltext

import "strings"

// lineComment scans to the end of the line. A piece of Jinja that begins in the comment belongs to it even beyond the
// line, because Jinja is rendered before the engine splits lines.
func (s *Scanner) lineComment(start int) Token {
	i := start + 2
	for i < len(s.text) && s.text[i] != '\n' && s.text[i] != '\r' {
		if s.text[i] == '{' {
			i = s.embeddedJinja(i)
		} else {
			i++
		}
	}
	return Token{Range{start, i}, LineComment, false}
}

// blockComment scans a comment that may contain others, as in PostgreSQL and DuckDB. In other dialects comments do not
// nest: if nesting leaves a comment open, it ends at the first closing mark.
func (s *Scanner) blockComment(start int) Token {
	if !s.flatComments {
		if end := s.nestedEnd(start); end > 0 {
			return Token{Range{start, end}, BlockComment, false}
		}
		s.flatComments = true
	}
	length := strings.Index(s.text[start+2:], "*/")
	if length < 0 {
		return Token{Range{start, len(s.text)}, BlockComment, true}
	}
	return Token{Range{start, start + length + 4}, BlockComment, false}
}

// nestedEnd returns the end of the comment if comments nest; 0 if it does not end.
func (s *Scanner) nestedEnd(start int) int {
	depth := 0
	for i := start; i < len(s.text); {
		switch c, next := s.text[i], s.at(i+1); {
		case c == '/' && next == '*':
			depth++
			i += 2
		case c == '*' && next == '/':
			depth--
			i += 2
			if depth == 0 {
				return i
			}
		case c == '{':
			i = s.embeddedJinja(i)
		default:
			i++
		}
	}
	return 0
}
