package jinja

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// specialUpper are letters whose upper case has several letters.
var specialUpper = map[rune]string{
	'ß': "SS", 'ŉ': "ʼN", 'ǰ': "J̌", 'և': "ԵՒ", 'ﬀ': "FF", 'ﬁ': "FI", 'ﬂ': "FL", 'ﬃ': "FFI", 'ﬄ': "FFL", 'ﬅ': "ST", 'ﬆ': "ST",
}

// upper is Python's str.upper.
func upper(s string) string {
	if isASCII(s) {
		return strings.ToUpper(s)
	}
	var out strings.Builder
	for _, r := range s {
		if special, ok := specialUpper[r]; ok {
			out.WriteString(special)
		} else {
			out.WriteRune(unicode.ToUpper(r))
		}
	}
	return out.String()
}

// lower is Python's str.lower.
func lower(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	var out strings.Builder
	for i, r := range s {
		switch {
		case r == 'İ':
			out.WriteString("i̇")
		case r == 'Σ' && isFinalSigma(s, i):
			out.WriteRune('ς')
		default:
			out.WriteRune(unicode.ToLower(r))
		}
	}
	return out.String()
}

// isFinalSigma reports whether the sigma there ends a word: a letter precedes it and none follows.
func isFinalSigma(s string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	after, _ := utf8.DecodeRuneInString(s[at+len("Σ"):])
	return isCased(before) && !isCased(after)
}

// isCased reports whether a letter has a large and a small form.
func isCased(r rune) bool {
	return unicode.IsUpper(r) || unicode.IsLower(r) || unicode.IsTitle(r)
}

// titleRune returns the title case of a letter.
func titleRune(r rune) string {
	if special, ok := specialUpper[r]; ok {
		_, size := utf8.DecodeRuneInString(special)
		return special[:size] + strings.ToLower(special[size:])
	}
	return string(unicode.ToTitle(r))
}

// capitalize is Python's str.capitalize.
func capitalize(s string) string {
	if s == "" {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	return titleRune(r) + lower(s[size:])
}

// title implements Python's str.title: a word is a run of letters that have case.
func title(s string) string {
	var out strings.Builder
	inWord := false
	for i, r := range s {
		if inWord {
			if r == 'Σ' && isFinalSigma(s, i) {
				r = 'ς'
			}
			out.WriteString(lower(string(r)))
		} else {
			out.WriteString(titleRune(r))
		}
		inWord = isCased(r)
	}
	return out.String()
}

// swapcase is Python's str.swapcase.
func swapcase(s string) string {
	var out strings.Builder
	for _, r := range s {
		if unicode.IsUpper(r) {
			out.WriteString(lower(string(r)))
		} else {
			out.WriteString(upper(string(r)))
		}
	}
	return out.String()
}

// casefold is Python's str.casefold for the letters that templates meet.
func casefold(s string) string {
	return strings.NewReplacer("ß", "ss", "ς", "σ").Replace(lower(strings.ReplaceAll(s, "ẞ", "ss")))
}

// isUpperText reports whether there are letters with case and all of them are large.
func isUpperText(s string) bool { return hasOnlyCase(s, unicode.IsUpper) }

func isLowerText(s string) bool { return hasOnlyCase(s, unicode.IsLower) }

func hasOnlyCase(s string, wanted func(rune) bool) bool {
	found := false
	for _, r := range s {
		if isCased(r) {
			if !wanted(r) {
				return false
			}
			found = true
		}
	}
	return found
}

// isTitleText reports whether all words begin with an upper-case letter and continue in lower case.
func isTitleText(s string) bool {
	found, inWord := false, false
	for _, r := range s {
		large := unicode.IsUpper(r) || unicode.IsTitle(r)
		if large == inWord && isCased(r) {
			return false
		}
		inWord = isCased(r)
		found = found || inWord
	}
	return found
}

// isDigitRune reports whether a character is a digit, including superscript, subscript and circled ones.
func isDigitRune(r rune) bool {
	return unicode.IsDigit(r) || r == '²' || r == '³' || r == '¹' || r == '⁰' ||
		r >= '⁴' && r <= '⁹' || r >= '₀' && r <= '₉' || r >= '①' && r <= '⑨'
}

// every reports whether the text is not empty and all its letters are accepted.
func every(accept func(rune) bool) func(string) bool {
	return func(s string) bool {
		for _, r := range s {
			if !accept(r) {
				return false
			}
		}
		return s != ""
	}
}

func isAlnumRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

func isIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && !unicode.IsMark(r)) {
			return false
		}
	}
	return s != ""
}

func isPrintableText(s string) bool {
	return s == "" || every(func(r rune) bool { return r == ' ' || unicode.IsPrint(r) })(s)
}
