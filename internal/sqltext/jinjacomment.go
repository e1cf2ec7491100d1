package sqltext

import "strings"

// MayHaveJinjaInComment reports whether a text may have Jinja in an SQL comment. It takes some other texts for comments and every
// brace for Jinja, and is much faster than a scanner.
func MayHaveJinjaInComment(text string) bool {
	return hasBraceBetween(text, "--", "\n") || hasBraceBetween(text, "/*", "*/")
}

func hasBraceBetween(text, begin, end string) bool {
	for {
		_, after, found := strings.Cut(text, begin)
		if !found {
			return false
		}
		comment, rest, _ := strings.Cut(after, end)
		if strings.Contains(comment, "{") {
			return true
		}
		text = rest
	}
}
