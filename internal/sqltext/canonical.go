package sqltext

import "strings"

// Canonical writes a text so that comments and white space no longer matter: texts with the same tokens have the same
// canonical form, and texts with different tokens have different forms. Case and the contents of literals stay. Only a
// literal that contains a quote after a backslash gets the prefix E. The form is meant for fingerprints, not for
// reading; it is valid SQL and its own canonical form.
//
// Next to Jinja, white space does matter: a{{ b }} becomes one name and a {{ b }} two. So Jinja that touches a word, a
// literal or other Jinja continues to touch it, and a mark that trims white space makes it touch. Jinja statements
// inside SQL comments stay, because they have an effect.
func Canonical(text string) string {
	return string(AppendCanonical(make([]byte, 0, len(text)+len(text)/4), text))
}

// AppendCanonical appends the canonical form of a text, without a copy.
func AppendCanonical(dst []byte, text string) []byte {
	if strings.Contains(text, "{#") {
		text = withoutJinjaComments(text)
	}
	c := canonical{text: text, out: dst, start: len(dst)}
	scanner := NewScanner(text)
	for {
		token, ok := scanner.Next()
		if !ok {
			return c.out
		}
		c.add(token)
	}
}

// canonical writes tokens in sequence.
type canonical struct {
	text  string
	out   []byte
	start int // where the form begins
	// before is the last token that was written.
	before Token
	// apart is true if white space or a comment follows that token.
	apart bool
}

func (c *canonical) add(token Token) {
	switch token.Kind {
	case Space, JinjaComment:
		c.apart = true
	case LineComment, BlockComment:
		c.apart = true
		c.commentedStatements(token)
	case JinjaExpression, JinjaStatement:
		c.separate(token)
		c.jinja(token)
	case String:
		c.separate(token)
		c.literal(token)
	default:
		c.separate(token)
		c.out = append(c.out, token.in(c.text)...)
	}
}

// literal writes a literal unchanged, unless it contains a quote after a backslash. The meaning of such a quote depends
// on the surrounding text, which is different now. So the literal gets the prefix E, which makes the meaning explicit.
func (c *canonical) literal(token Token) {
	written := token.in(c.text)
	if written[0] != '\'' || token.Unterminated || !strings.Contains(written, `\'`) {
		c.out = append(c.out, written...)
		return
	}
	c.out = append(c.out, 'E')
	alone := NewScanner(written)
	if end, closed, _ := alone.quotedEnd(0, false); closed && end == len(written) {
		written = strings.ReplaceAll(written, `\`, `\\`) // these backslashes escape nothing
	}
	c.out = append(c.out, written...)
}

// commentedStatements keeps the Jinja statements in a comment.
func (c *canonical) commentedStatements(comment Token) {
	if !strings.Contains(comment.in(c.text), "{%") {
		return
	}
	jinjaPieces(c.text, comment.Range, func(piece Range) {
		if c.text[piece.Start+1] == '%' {
			token := Token{piece, JinjaStatement, false}
			c.separate(token)
			c.jinja(token)
			c.apart = true
		}
	})
}

// separate writes the space before a token, unless the token must touch the previous one.
func (c *canonical) separate(token Token) {
	if len(c.out) > c.start && !c.touches(token) {
		c.out = append(c.out, ' ')
	}
	c.before, c.apart = token, false
}

func (c *canonical) touches(token Token) bool {
	if c.before.Kind == AnnotationName {
		return !c.apart && c.text[token.Start] == '('
	}
	if !isJinjaCode(c.before.Kind) && !isJinjaCode(token.Kind) || c.isIndifferent(c.before) || c.isIndifferent(token) {
		return false
	}
	return !c.apart || trims(c.before, c.text, true) || trims(token, c.text, false)
}

func isJinjaCode(kind Kind) bool { return kind == JinjaExpression || kind == JinjaStatement }

// isIndifferent reports whether white space next to the token never matters. It does matter next to - and /, because
// two of them begin a comment.
func (c *canonical) isIndifferent(token Token) bool {
	first := c.text[token.Start]
	return token.Kind == Operator && first != '-' && first != '/'
}

// trims reports whether the piece of Jinja removes the white space on one side.
func trims(token Token, text string, after bool) bool {
	if !isJinjaCode(token.Kind) || token.Unterminated {
		return false
	}
	opening, _, closing := jinjaParts(token.in(text))
	if after {
		return closing[0] == '-'
	}
	return len(opening) > 2 && opening[2] == '-'
}

// jinja writes a piece of Jinja with one space between its tokens.
func (c *canonical) jinja(token Token) {
	if token.Unterminated {
		c.out = append(c.out, token.in(c.text)...)
		return
	}
	opening, code, closing := jinjaParts(token.in(c.text))
	c.out = append(c.out, opening...)
	c.out = append(c.out, ' ')
	from, end := token.Start+code.Start, token.Start+code.End
	for {
		inner, ok := jinjaToken(c.text, from, end)
		if !ok {
			break
		}
		c.out = append(c.out, inner.in(c.text)...)
		c.out = append(c.out, ' ')
		from = inner.End
	}
	c.out = append(c.out, closing...)
}
