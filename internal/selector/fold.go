package selector

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fold returns the same text for all spellings of a word that differ only in case: it replaces each letter with the
// first, by code point, of the letters that simple folding treats as equal. For ASCII that is the upper-case letter.
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
