package sqltext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// LeadingWords returns up to two words at the beginning of a statement, in upper case. It skips spaces, comments,
// semicolons and opening parentheses before them.
//
// Callers use it to reject statements before they send them to an engine, so it does not read like a Scanner: such a
// text contains no Jinja, and comments end by the rules of DuckDB and PostgreSQL. It returns no words for an ambiguous
// text.
func LeadingWords(statement string) (first, second string) {
	first, rest := leadingWord(statement)
	if first == "" {
		return "", ""
	}
	second, _ = leadingWord(rest)
	return first, second
}

func leadingWord(text string) (word, rest string) {
	text = skipIgnored(text)
	if text == "" || !isWordStart(text[0]) {
		return "", text
	}
	end := 0
	for end < len(text) && isWordPart(text[end]) {
		end++
	}
	return strings.ToUpper(text[:end]), text[end:]
}

// skipIgnored skips text that has no meaning before a statement. It returns "" for a comment that does not end.
func skipIgnored(text string) string {
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
			if size == 0 || !isIgnored(letter) {
				return text
			}
			text = text[size:]
		}
	}
}

// isIgnored accepts more characters as spaces than the engines do, which report the additional ones as errors.
func isIgnored(letter rune) bool {
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
