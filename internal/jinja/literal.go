package jinja

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// number scans a float or an integer.
func (l *lexer) number() token {
	start := l.pos
	if end, ok := l.floatEnd(); ok {
		l.pos = end
		return token{tokenFloat, start, l.text[start:end]}
	}
	l.pos = l.integerEnd()
	return token{tokenInteger, start, l.text[start:l.pos]}
}

// floatEnd reports whether a float is here: digits with a fraction, an exponent or both. After a dot there is none, so
// that x.1.5 is two steps.
func (l *lexer) floatEnd() (int, bool) {
	if l.pos > 0 && l.text[l.pos-1] == '.' {
		return 0, false
	}
	end, found := l.digitsEnd(l.pos), false
	if end+1 < len(l.text) && l.text[end] == '.' && isDigit(l.text[end+1]) {
		end, found = l.digitsEnd(end+1), true
	}
	exponent := end
	if exponent < len(l.text) && l.text[exponent]|0x20 == 'e' {
		exponent = l.afterSign(exponent + 1)
		if exponent < len(l.text) && isDigit(l.text[exponent]) {
			return l.digitsEnd(exponent), true
		}
	}
	return end, found
}

// digitsEnd skips digits with single underscores between them.
func (l *lexer) digitsEnd(at int) int { return runEnd(l.text, at, isDigit) }

func runEnd(text string, at int, accept func(byte) bool) int {
	for at < len(text) {
		switch {
		case accept(text[at]):
			at++
		case text[at] == '_' && at+1 < len(text) && accept(text[at+1]):
			at += 2
		default:
			return at
		}
	}
	return at
}

func (l *lexer) integerEnd() int {
	if l.text[l.pos] != '0' {
		return l.digitsEnd(l.pos)
	}
	zero := l.pos + 1
	if zero < len(l.text) {
		if accept := baseDigits(l.text[zero] | 0x20); accept != nil {
			if end := runEnd(l.text, zero+1, accept); end > zero+1 {
				return end
			}
		}
	}
	return runEnd(l.text, zero, func(c byte) bool { return c == '0' })
}

// baseDigits returns the digits that may follow 0b, 0o and 0x.
func baseDigits(base byte) func(byte) bool {
	switch base {
	case 'b':
		return func(c byte) bool { return c == '0' || c == '1' }
	case 'o':
		return func(c byte) bool { return c >= '0' && c <= '7' }
	case 'x':
		return func(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
	default:
		return nil
	}
}

// integerValue parses the digits of an integer.
func integerValue(text string) (Value, bool) {
	n, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 0, 64)
	return Int(n), err == nil
}

// floatValue parses a float literal; one that is too large is infinite.
func floatValue(text string) Value {
	f, _ := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	return Float(f)
}

// stringLiteral reads a text in quotes and resolves its escapes.
func (l *lexer) stringLiteral(quote byte) (token, error) {
	start, escaped := l.pos, false
	for at := start + 1; at < len(l.text); at++ {
		switch l.text[at] {
		case '\\':
			escaped = true
			at++
		case quote:
			l.pos = at + 1
			text := l.text[start+1 : at]
			if !escaped {
				return token{tokenString, start, text}, nil
			}
			text, problem := unescape(text)
			if problem != "" {
				return token{}, l.fail(start, problem, "write a backslash as \\\\")
			}
			return token{tokenString, start, text}, nil
		}
	}
	return token{}, l.fail(start, "text in quotes is not closed", "")
}

// unescape resolves backslashes as Python does. The second result is the problem, if any.
func unescape(s string) (text, problem string) {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			out = append(out, s[i])
			i++
			continue
		}
		var size int
		if out, size, problem = appendEscape(out, s[i+1:]); problem != "" {
			return "", problem
		}
		i += 1 + size
	}
	return string(out), ""
}

// appendEscape appends the value of the escape after a backslash and returns its size. An unknown escape is kept.
func appendEscape(dst []byte, s string) (out []byte, size int, problem string) {
	c := s[0]
	if i := strings.IndexByte("nrtabfv\\'\"", c); i >= 0 {
		return append(dst, "\n\r\t\a\b\f\v\\'\""[i]), 1, ""
	}
	switch {
	case c == '\n':
		return dst, 1, ""
	case c == 'x':
		return appendHex(dst, s, 2)
	case c == 'u':
		return appendHex(dst, s, 4)
	case c == 'U':
		return appendHex(dst, s, 8)
	case c >= '0' && c <= '7':
		return appendOctal(dst, s)
	case c == 'N':
		return nil, 0, "characters by name (\\N) are not supported"
	case c >= utf8.RuneSelf:
		r, size := utf8.DecodeRuneInString(s)
		return appendEscapedRune(dst, r), size, "" // a quirk of how Jinja2 decodes texts
	default:
		return append(dst, '\\', c), 1, ""
	}
}

func appendHex(dst []byte, s string, digits int) (out []byte, size int, problem string) {
	if len(s) > digits {
		n, err := strconv.ParseUint(s[1:1+digits], 16, 32)
		if err == nil && utf8.ValidRune(rune(n)) { //nolint:gosec // ValidRune rejects what does not fit
			return utf8.AppendRune(dst, rune(n)), 1 + digits, "" //nolint:gosec // as above
		}
	}
	return nil, 0, "escape \\" + s[:1] + " needs " + itoa(digits) + " hexadecimal digits of a character"
}

func appendOctal(dst []byte, s string) (out []byte, size int, problem string) {
	n := rune(0)
	for size < len(s) && size < 3 && s[size] >= '0' && s[size] <= '7' {
		n = n*8 + rune(s[size]-'0')
		size++
	}
	return utf8.AppendRune(dst, n), size, ""
}
