package dbtimport

import "strings"

// span is a part of a text, in bytes.
type span struct{ start, end int }

func (s span) of(text string) string { return text[s.start:s.end] }

// piece is {{ … }} or {% … %} in a text; code is what is between the marks.
type piece struct {
	span

	code        span
	isStatement bool
}

// pieces returns the expressions and statements of Jinja in a text, in order, without comments and raw blocks.
func pieces(text string) []piece {
	var found []piece
	for at := 0; ; {
		next := nextMark(text, at)
		if next < 0 {
			return found
		}
		if text[next+1] == '#' {
			length := strings.Index(text[next+2:], "#}")
			if length < 0 {
				return found
			}
			at = next + length + 4
			continue
		}
		p, ok := readPiece(text, next)
		if !ok {
			return found
		}
		at = p.end
		if p.isStatement && p.word(text) == "raw" {
			at = afterRaw(text, p.end)
			continue
		}
		found = append(found, p)
	}
}

// nextMark returns the offset of the next opening mark, or -1.
func nextMark(text string, from int) int {
	for at := from; at+1 < len(text); at++ {
		if text[at] == '{' && (text[at+1] == '{' || text[at+1] == '%' || text[at+1] == '#') {
			return at
		}
	}
	return -1
}

// readPiece reads the piece at an offset. A string inside may contain the closing mark.
func readPiece(text string, start int) (piece, bool) {
	p := piece{isStatement: text[start+1] == '%'}
	last, braces := byte('}'), 0
	if p.isStatement {
		last = '%'
	}
	p.code.start = start + 2
	if hasSign(text, p.code.start) {
		p.code.start++
	}
	for i := p.code.start; i+1 < len(text); i++ {
		switch c := text[i]; {
		case c == last && text[i+1] == '}' && braces == 0:
			p.span, p.code.end = span{start, i + 2}, i
			if i > p.code.start && hasSign(text, i-1) {
				p.code.end--
			}
			return p, true
		case c == '\'' || c == '"':
			i = stringEnd(text, i) - 1
		case c == '{':
			braces++
		case c == '}':
			braces = max(braces-1, 0)
		}
	}
	return p, false
}

// hasSign reports whether the byte at an offset is a sign of white space control.
func hasSign(text string, at int) bool { return at < len(text) && (text[at] == '-' || text[at] == '+') }

// word returns the first word of a statement.
func (p piece) word(text string) string {
	for t := range tokensOf(text, p.code) {
		return t.of(text)
	}
	return ""
}

// afterRaw returns the offset after {% endraw %}.
func afterRaw(text string, from int) int {
	for at := from; ; {
		length := strings.Index(text[at:], "{%")
		if length < 0 {
			return len(text)
		}
		p, ok := readPiece(text, at+length)
		if !ok {
			return len(text)
		}
		if p.word(text) == "endraw" {
			return p.end
		}
		at = p.end
	}
}

// stringEnd returns the offset after the string that begins at an offset.
func stringEnd(text string, start int) int {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[start]:
			return i + 1
		}
	}
	return len(text)
}

// token is a word, a string, a number or a mark of Jinja code.
type token struct {
	span

	isWord, isString bool
}

// tokensOf yields the tokens of a part of a text.
func tokensOf(text string, in span) func(yield func(token) bool) {
	return func(yield func(token) bool) {
		for at := in.start; at < in.end; {
			t := token{span: span{at, at + 1}}
			switch c := text[at]; {
			case c == ' ' || c == '\t' || c == '\n' || c == '\r':
				at++
				continue
			case c == '\'' || c == '"':
				t.isString, t.end = true, min(stringEnd(text, at), in.end)
			case isWordByte(c):
				t.isWord = c < '0' || c > '9'
				for t.end < in.end && isWordByte(text[t.end]) {
					t.end++
				}
			}
			if !yield(t) {
				return
			}
			at = t.end
		}
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// unquote returns the content of a string of Jinja.
func unquote(written string) string {
	if len(written) < 2 {
		return written
	}
	inner := written[1 : len(written)-1]
	if !strings.Contains(inner, `\`) {
		return inner
	}
	return strings.NewReplacer(`\\`, `\`, `\'`, `'`, `\"`, `"`, `\n`, "\n", `\t`, "\t").Replace(inner)
}

// quoteJinja returns a text as a string of Jinja.
func quoteJinja(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`).Replace(text) + "'"
}

// lineOf returns the line of an offset, from 1.
func lineOf(text string, offset int) int {
	return 1 + strings.Count(text[:min(max(offset, 0), len(text))], "\n")
}
