package selector

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is the kind of a token.
type tokenKind int

const (
	endToken    tokenKind = iota
	openToken             // {
	closeToken            // }
	plusToken             // +
	commaToken            // ,
	colonToken            // :
	orToken               // || or the word OR
	andToken              // the word AND
	wordToken             // a bare word
	quoteToken            // a text in quotes
	strayToken            // an unexpected character
	brokenToken           // a text in quotes that does not end
)

// token is a piece of the text.
type token struct {
	kind   tokenKind
	offset int
	end    int
	text   string  // as written
	value  pattern // of a word or a quoted text
}

// stops are the characters that end a bare word, in addition to white space. A colon ends a key but not a value,
// because ids of package types contain colons.
type stops string

const (
	stopsValue   stops = "{},|()\"'“”‘’"
	stopsKey     stops = stopsValue + ":"
	stopsOutside stops = stopsKey + "+"
)

// scanner splits a text into tokens, one at a time, because the characters that end a word depend on its context.
type scanner struct {
	text string
	at   int
}

// peek returns the next token without consuming it.
func (s *scanner) peek(end stops) token {
	rest := s.text[s.at:]
	start := s.at + len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
	if start == len(s.text) {
		return token{kind: endToken, offset: start, end: start}
	}
	if c := s.text[start]; c == '"' || c == '\'' {
		return s.quoted(start)
	}
	if strings.HasPrefix(s.text[start:], "||") {
		return s.token(orToken, start, start+2)
	}
	first, size := utf8.DecodeRuneInString(s.text[start:])
	if strings.ContainsRune(string(end), first) {
		return s.token(punctuation(first), start, start+size)
	}
	return s.word(start, end)
}

// take consumes a token that peek returned.
func (s *scanner) take(t token) { s.at = t.end }

func (s *scanner) token(kind tokenKind, start, end int) token {
	return token{kind: kind, offset: start, end: end, text: s.text[start:end]}
}

func punctuation(r rune) tokenKind {
	switch r {
	case '{':
		return openToken
	case '}':
		return closeToken
	case '+':
		return plusToken
	case ',':
		return commaToken
	case ':':
		return colonToken
	default:
		return strayToken
	}
}

func (s *scanner) word(start int, end stops) token {
	stop := strings.IndexFunc(s.text[start:], func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(string(end), r)
	})
	if stop < 0 {
		stop = len(s.text) - start
	}
	t := s.token(wordToken, start, start+stop)
	switch {
	case strings.EqualFold(t.text, "or"):
		t.kind = orToken
	case strings.EqualFold(t.text, "and"):
		t.kind = andToken
	}
	t.value = unescape(t.text, 0)
	return t
}

// isConnector reports whether a bare word would be read as AND or OR.
func isConnector(word string) bool {
	return strings.EqualFold(word, "and") || strings.EqualFold(word, "or")
}

// quoted scans a text in quotes. The quote itself is written twice or after a backslash.
func (s *scanner) quoted(start int) token {
	quote := s.text[start]
	for i := start + 1; i < len(s.text); i++ {
		switch {
		case s.text[i] == '\\':
			i++
		case s.text[i] != quote:
		case i+1 < len(s.text) && s.text[i+1] == quote:
			i++
		default:
			t := s.token(quoteToken, start, i+1)
			t.value = unescape(s.text[start+1:i], quote)
			return t
		}
	}
	return s.token(brokenToken, start, len(s.text))
}

// unescape converts the source text to a pattern. A backslash escapes the quote and the special characters of a
// pattern; before any other character it is literal.
func unescape(written string, quote byte) pattern {
	if !strings.ContainsAny(written, "\\\"'") {
		return pattern(written)
	}
	var b strings.Builder
	for i := 0; i < len(written); i++ {
		c := written[i]
		if i+1 == len(written) || (c != '\\' && c != quote) {
			writeEscaped(&b, c)
			continue
		}
		switch next := written[i+1]; {
		case next == quote && quote != 0:
			b.WriteByte(next)
			i++
		case c == '\\' && (next == '\\' || next == '*' || next == '?'):
			b.WriteByte(c)
			b.WriteByte(next)
			i++
		default:
			writeEscaped(&b, c)
		}
	}
	return pattern(b.String())
}

func writeEscaped(b *strings.Builder, c byte) {
	if c == '\\' {
		b.WriteByte(c)
	}
	b.WriteByte(c)
}
