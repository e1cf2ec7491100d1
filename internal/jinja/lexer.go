package jinja

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lexer cuts a template into tokens, one at a time. Newlines in the text are \n already.
type lexer struct {
	text string
	pos  int
	// tag is the kind of the end of the tag that pos is in, or tokenEnd in the text between tags.
	tag tokenKind
	// brackets are the expected closing brackets. Inside brackets }} and %} do not end a tag.
	brackets []byte
	// opened is where the tag began that is being read.
	opened int
	// raw converts the text of raw blocks; may be nil.
	raw func(string) string
}

// next returns the next token. After the last it returns tokenEnd for ever.
func (l *lexer) next() (token, error) {
	if l.tag != tokenEnd {
		return l.inTag()
	}
	for l.pos < len(l.text) {
		data, at := l.pos, l.findTag()
		l.pos = at
		if at == len(l.text) {
			return token{tokenData, data, l.text[data:]}, nil
		}
		begin := at + 2
		text := l.text[data:at]
		if begin < len(l.text) && l.text[begin] == '-' {
			text = strings.TrimRightFunc(text, isSpace)
		}
		if text != "" {
			return token{tokenData, data, text}, nil
		}
		if t, err := l.openTag(); err != nil || t.kind != tokenEnd {
			return t, err
		}
	}
	return token{kind: tokenEnd, pos: len(l.text)}, nil
}

// findTag returns the position of the next {{, {% or {#, or the end.
func (l *lexer) findTag() int {
	at := l.pos
	for {
		i := strings.IndexByte(l.text[at:], '{')
		if i < 0 || at+i+1 >= len(l.text) {
			return len(l.text)
		}
		at += i
		switch l.text[at+1] {
		case '{', '%', '#':
			return at
		}
		at++
	}
}

// openTag reads the beginning of a tag. A comment is skipped and a raw block without text too: then the token is
// tokenEnd.
func (l *lexer) openTag() (token, error) {
	l.opened = l.pos
	switch l.text[l.pos+1] {
	case '#':
		return token{}, l.skipComment()
	case '{':
		l.tag = tokenVariableEnd
		return l.beginTag(tokenVariableBegin), nil
	}
	if content, ok := l.rawBegin(); ok {
		return l.rawBody(content)
	}
	l.tag = tokenBlockEnd
	return l.beginTag(tokenBlockBegin), nil
}

func (l *lexer) beginTag(kind tokenKind) token {
	at := l.pos
	l.pos = l.afterSign(at + 2)
	return token{kind: kind, pos: at}
}

// afterSign skips the - or + of whitespace control.
func (l *lexer) afterSign(at int) int {
	if at < len(l.text) && (l.text[at] == '-' || l.text[at] == '+') {
		return at + 1
	}
	return at
}

func (l *lexer) skipComment() error {
	start := l.afterSign(l.pos + 2)
	if start == len(l.text) {
		l.pos = start // Jinja2 accepts a comment that ends with the text
		return nil
	}
	i := strings.Index(l.text[start:], "#}")
	if i < 0 {
		return l.fail(l.pos, "missing end of comment tag", "close the comment with #}")
	}
	end := start + i
	strip := i > 0 && l.text[end-1] == '-'
	l.pos = end + 2
	if strip {
		l.skipSpace()
	}
	return nil
}

// rawBegin reports whether {% raw %} is here and where its content starts.
func (l *lexer) rawBegin() (int, bool) {
	at := l.spaceEnd(l.afterSign(l.pos + 2))
	if !strings.HasPrefix(l.text[at:], "raw") {
		return 0, false
	}
	at = l.spaceEnd(at + len("raw"))
	if strings.HasPrefix(l.text[at:], "%}") {
		return at + 2, true
	}
	if strings.HasPrefix(l.text[at:], "-%}") {
		return l.spaceEnd(at + 3), true
	}
	return 0, false
}

// rawBody returns the text up to {% endraw %} as data.
func (l *lexer) rawBody(content int) (token, error) {
	if content == len(l.text) {
		l.pos = content // as with comments
		return token{}, nil
	}
	for at := content; ; at += 2 {
		i := strings.Index(l.text[at:], "{%")
		if i < 0 {
			return token{}, l.fail(l.pos, "missing end of raw directive", "close the block with {% endraw %}")
		}
		at += i
		end, ok := l.rawEnd(at + 2)
		if !ok {
			continue
		}
		text := l.text[content:at]
		if l.text[at+2] == '-' {
			text = strings.TrimRightFunc(text, isSpace)
		}
		l.pos = end
		if text == "" {
			return token{}, nil
		}
		if l.raw != nil {
			text = l.raw(text)
		}
		return token{tokenData, content, text}, nil
	}
}

func (l *lexer) rawEnd(at int) (int, bool) {
	at = l.spaceEnd(l.afterSign(at))
	if !strings.HasPrefix(l.text[at:], "endraw") {
		return 0, false
	}
	return l.blockEnd(l.spaceEnd(at + len("endraw")))
}

// blockEnd returns the offset after %}, +%} or -%} with the space that it strips.
func (l *lexer) blockEnd(at int) (int, bool) {
	rest := l.text[at:]
	switch {
	case strings.HasPrefix(rest, "%}"):
		return at + 2, true
	case strings.HasPrefix(rest, "-%}"):
		return l.spaceEnd(at + 3), true
	case strings.HasPrefix(rest, "+%}"):
		return at + 3, true
	default:
		return 0, false
	}
}

func (l *lexer) variableEnd(at int) (int, bool) {
	rest := l.text[at:]
	switch {
	case strings.HasPrefix(rest, "}}"):
		return at + 2, true
	case strings.HasPrefix(rest, "-}}"):
		return l.spaceEnd(at + 3), true
	default:
		return 0, false
	}
}

func (l *lexer) skipSpace() { l.pos = l.spaceEnd(l.pos) }

// spaceEnd returns the offset after the white space.
func (l *lexer) spaceEnd(at int) int {
	for at < len(l.text) {
		c := l.text[at]
		if c == ' ' || c == '\n' || c == '\t' {
			at++
			continue
		}
		if c > ' ' && c < utf8.RuneSelf {
			break
		}
		r, size := utf8.DecodeRuneInString(l.text[at:])
		if !isSpace(r) {
			break
		}
		at += size
	}
	return at
}

// isSpace is Python's idea of white space.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

func (l *lexer) fail(at int, message, hint string) error {
	e := &Error{Kind: SyntaxError, Message: message, Hint: hint}
	e.Line, e.Column = lineAndColumn(l.text, at)
	return e
}

// lineAndColumn counts both from one, the column in characters.
func lineAndColumn(text string, at int) (line, column int) {
	before := text[:min(max(at, 0), len(text))]
	line = 1 + strings.Count(before, "\n")
	before = before[strings.LastIndexByte(before, '\n')+1:]
	return line, 1 + utf8.RuneCountInString(before)
}
