package jinja

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// inTag returns the next token inside {{ }} or {% %}.
func (l *lexer) inTag() (token, error) {
	l.skipSpace()
	if l.pos >= len(l.text) {
		return token{kind: tokenEnd, pos: len(l.text)}, nil
	}
	if end, ok := l.tagEnd(); ok {
		t := token{kind: l.tag, pos: l.pos}
		l.pos, l.tag = end, tokenEnd
		return t, nil
	}
	c := l.text[l.pos]
	switch {
	case c >= '0' && c <= '9':
		return l.number(), nil
	case isNameByte(c):
		return l.name()
	case c == '"' || c == '\'':
		return l.stringLiteral(c)
	default:
		return l.operator(c)
	}
}

func (l *lexer) tagEnd() (int, bool) {
	if len(l.brackets) > 0 {
		return 0, false
	}
	if l.tag == tokenVariableEnd {
		return l.variableEnd(l.pos)
	}
	return l.blockEnd(l.pos)
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (l *lexer) name() (token, error) {
	start := l.pos
	for l.pos < len(l.text) {
		c := l.text[l.pos]
		if c < utf8.RuneSelf {
			if !isNameByte(c) && !isDigit(c) {
				break
			}
			l.pos++
			continue
		}
		r, size := utf8.DecodeRuneInString(l.text[l.pos:])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
			break
		}
		l.pos += size
	}
	if l.pos == start {
		return token{}, l.unexpected()
	}
	return token{tokenName, start, l.text[start:l.pos]}, nil
}

func (l *lexer) unexpected() error {
	r, _ := utf8.DecodeRuneInString(l.text[l.pos:])
	return l.fail(l.pos, fmt.Sprintf("unexpected char %s", quoted(string(r))), "")
}

// operator reads an operator and keeps count of brackets.
func (l *lexer) operator(c byte) (token, error) {
	kind, size := operatorAt(l.text[l.pos:])
	if size == 0 {
		return token{}, l.unexpected()
	}
	if err := l.balance(kind, c); err != nil {
		return token{}, err
	}
	t := token{kind: kind, pos: l.pos}
	l.pos += size
	return t, nil
}

func (l *lexer) balance(kind tokenKind, c byte) error {
	switch kind {
	case tokenLeftParen:
		l.brackets = append(l.brackets, ')')
	case tokenLeftBracket:
		l.brackets = append(l.brackets, ']')
	case tokenLeftBrace:
		l.brackets = append(l.brackets, '}')
	case tokenRightParen, tokenRightBracket, tokenRightBrace:
		last := len(l.brackets) - 1
		if last < 0 {
			return l.fail(l.pos, fmt.Sprintf("unexpected '%c'", c), "")
		}
		if expected := l.brackets[last]; expected != c {
			return l.fail(l.pos, fmt.Sprintf("unexpected '%c', expected '%c'", c, expected), "")
		}
		l.brackets = l.brackets[:last]
	default:
	}
	return nil
}

// operatorAt returns the operator that the text begins with, the longer ones first, and its size.
func operatorAt(text string) (tokenKind, int) {
	if len(text) > 1 {
		switch text[:2] {
		case "//":
			return tokenFloorDiv, 2
		case "**":
			return tokenPow, 2
		case "==":
			return tokenEq, 2
		case "!=":
			return tokenNe, 2
		case "<=":
			return tokenLe, 2
		case ">=":
			return tokenGe, 2
		}
	}
	const single = "+-*/%~<>=.,:|;()[]{}"
	kinds := [...]tokenKind{
		tokenAdd, tokenSub, tokenMul, tokenDiv, tokenMod, tokenTilde, tokenLt, tokenGt, tokenAssign, tokenDot,
		tokenComma, tokenColon, tokenPipe, tokenSemicolon, tokenLeftParen, tokenRightParen, tokenLeftBracket,
		tokenRightBracket, tokenLeftBrace, tokenRightBrace,
	}
	if i := strings.IndexByte(single, text[0]); i >= 0 {
		return kinds[i], 1
	}
	return tokenEnd, 0
}
