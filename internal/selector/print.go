package selector

import (
	"strings"
	"unicode"
)

// String formats the selector canonically. Parse reads the result as the same selector.
func (s Selector) String() string {
	var b strings.Builder
	for i, alternative := range s.any {
		if i > 0 {
			b.WriteString(" OR ")
		}
		for j, u := range alternative {
			if j > 0 {
				b.WriteString(" AND ")
			}
			u.print(&b)
		}
	}
	return b.String()
}

func (u unit) print(b *strings.Builder) {
	if u.upstream {
		b.WriteByte('+')
	}
	b.WriteString("{ ")
	for i, terms := range u.any {
		if i > 0 {
			b.WriteString("OR ")
		}
		for _, t := range terms {
			b.WriteString(t.String())
			b.WriteByte(' ')
		}
	}
	b.WriteByte('}')
	if u.downstream {
		b.WriteByte('+')
	}
}

// String formats the conjunction for messages.
func (c conjunction) String() string {
	words := make([]string, len(c))
	for i, t := range c {
		words[i] = t.String()
	}
	return strings.Join(words, " and ")
}

func (t term) String() string {
	if t.key == anyKey {
		return t.key.String()
	}
	return t.key.String() + ": " + t.value.String()
}

// String formats the pattern without quotes if possible, else in quotes.
func (p pattern) String() string {
	if p.canStandBare() {
		return string(p)
	}
	return `"` + strings.ReplaceAll(string(p), `"`, `\"`) + `"`
}

func (p pattern) canStandBare() bool {
	if p == "" || isConnector(string(p)) || strings.ContainsFunc(string(p), needsQuotes) {
		return false
	}
	word, _, _ := strings.Cut(string(p), ":")
	_, isKey := keyNamed(word)
	return !isKey
}

func needsQuotes(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.:*?$#@/", r)
}
