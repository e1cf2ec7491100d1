package sqltext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// LeadingWords returns up to two words that a statement begins with, in upper case. Spaces, comments, semicolons and
// opening parentheses before them are skipped.
//
// It is for statements as they are sent, and for decisions that keep something out, so it does not read as a Scanner does: no
// Jinja is left in such a text, and comments end where DuckDB and PostgreSQL say. A text that could be read in another way has no
// words.
func LeadingWords(statement string) (first, second string) {
	first, rest := leadingWord(statement)
	if first == "" {
		return "", ""
	}
	second, _ = leadingWord(rest)
	return first, second
}

func leadingWord(text string) (word, rest string) {
	text = skipUnspoken(text)
	if text == "" || !isWordStart(text[0]) {
		return "", text
	}
	end := 0
	for end < len(text) && isWordPart(text[end]) {
		end++
	}
	return strings.ToUpper(text[:end]), text[end:]
}

// skipUnspoken skips what has no meaning before a statement. Of a comment that does not end nothing is left.
func skipUnspoken(text string) string {
	for {
		switch {
		case strings.HasPrefix(text, "--"):
			end := strings.IndexAny(text, "\r\n")
			if end < 0 {
				return ""
			}
			text = text[end:]
		case strings.HasPrefix(text, "/*"):
			text = text[nestedEnd(text):]
		default:
			letter, size := utf8.DecodeRuneInString(text)
			if size == 0 || !isUnspoken(letter) {
				return text
			}
			text = text[size:]
		}
	}
}

// isUnspoken knows more spaces than the engines do: to them the others are a mistake.
func isUnspoken(letter rune) bool {
	return letter == ';' || letter == '(' || unicode.IsSpace(letter) || unicode.In(letter, unicode.Z, unicode.Cf)
}

// nestedEnd returns the end of the comment that the text begins with. Comments nest.
func nestedEnd(text string) int {
	depth := 0
	for at := 0; at+1 < len(text); {
		switch text[at : at+2] {
		case "/*":
			depth++
			at += 2
		case "*/":
			depth--
			at += 2
		default:
			at++
			continue
		}
		if depth == 0 {
			return at
		}
	}
	return len(text)
}
