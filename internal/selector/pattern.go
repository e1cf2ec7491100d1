package selector

import "strings"

// pattern is a value as it is written between quotes, without the quotes: a star matches any text, a question mark any
// one character, and a backslash escapes the star, question mark or backslash that follows it. No other backslash
// occurs in a pattern.
type pattern string

// isGlob reports whether the pattern can match more than one text.
func (p pattern) isGlob() bool {
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '\\':
			i++
		case '*', '?':
			return true
		}
	}
	return false
}

// literal returns the text that a pattern without globs matches.
func (p pattern) literal() string {
	if !strings.Contains(string(p), `\`) {
		return string(p)
	}
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		if p[i] == '\\' && i+1 < len(p) {
			i++
		}
		b.WriteByte(p[i])
	}
	return b.String()
}
