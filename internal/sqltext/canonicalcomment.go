package sqltext

import "strings"

// withoutJinjaComments removes Jinja comments, which render to nothing: a{# b #}c is the name ac. Where the adjacent tokens
// cannot form a name, a space replaces the comment, so that they do not form another token either.
func withoutJinjaComments(text string) string {
	tokens := Tokens(text)
	var out strings.Builder
	out.Grow(len(text))
	for i := 0; i < len(tokens); i++ {
		if tokens[i].Kind != JinjaComment {
			out.WriteString(tokens[i].in(text))
			continue
		}
		last := i
		for last+1 < len(tokens) && tokens[last+1].Kind == JinjaComment {
			last++
		}
		if i == 0 || last+1 == len(tokens) || !mayJoin(tokens[i-1]) || !mayJoin(tokens[last+1]) {
			out.WriteByte(' ')
		}
		i = last
	}
	return out.String()
}

// mayJoin reports whether the token can become part of a longer name.
func mayJoin(token Token) bool {
	switch token.Kind {
	case Word, Number, Parameter, JinjaExpression, JinjaStatement:
		return !token.Unterminated
	default:
		return false
	}
}
