package sqltext

import "strings"

// withoutRawJinja replaces the opening braces between raw and endraw by spaces: no Jinja begins there. All other text keeps its
// position. The tags are found by the rules of Jinja, for which strings and comments of SQL mean nothing.
func withoutRawJinja(text string) string {
	if !strings.Contains(text, "endraw") {
		return text
	}
	masked := []byte(text)
	for i := 0; i+1 < len(text); {
		if text[i] != '{' || strings.IndexByte("{%#", text[i+1]) < 0 {
			i++
			continue
		}
		end, ok := jinjaEnd(text, i)
		if ok && text[i+1] == '%' && isTag(text[i:end], "raw") {
			var length int
			length, ok = rawLength(text[end:])
			blankBraces(masked[end : end+length])
			end += length
		}
		if !ok {
			break
		}
		i = end
	}
	return string(masked)
}

func blankBraces(text []byte) {
	for i, c := range text {
		if c == '{' {
			text[i] = ' '
		}
	}
}

// rawLength returns the length of the text up to the tag endraw; false if there is none.
func rawLength(text string) (int, bool) {
	for at := 0; ; at += 2 {
		next := strings.Index(text[at:], "{%")
		if next < 0 {
			return 0, false
		}
		at += next
		length := strings.Index(text[at:], "%}")
		if length < 0 {
			return 0, false
		}
		if isTag(text[at:at+length+2], "endraw") {
			return at, true
		}
	}
}

// isTag reports whether a statement of Jinja is only that word.
func isTag(statement, word string) bool {
	_, code, _ := jinjaParts(statement)
	return code.Start <= code.End && strings.TrimSpace(code.Of(statement)) == word
}
