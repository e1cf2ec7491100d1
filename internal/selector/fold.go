package selector

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fold returns all spellings of a word that differ only in case the same text: each letter becomes the first, by number,
// of those that simple folding takes for the same. For ASCII that is the capital.
func fold(word string) string { return strings.Map(foldRune, word) }

func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}
	first := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		first = min(first, next)
	}
	return first
}
