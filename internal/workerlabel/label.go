package workerlabel

import "strings"

const (
	// MaxLength is how many characters a label may have.
	MaxLength = 63
	// MaxPerWorker is how many labels a worker may have.
	MaxPerWorker = 32
	// Expected describes a valid label; it follows the word "expected".
	Expected = "1 to 63 lower-case letters, digits, hyphens, underscores and dots, of which the first is a letter or digit"
)

// IsValid reports whether a text is a label.
func IsValid(label string) bool {
	if label == "" || len(label) > MaxLength || strings.IndexByte("-_.", label[0]) >= 0 {
		return false
	}
	return !strings.ContainsFunc(label, func(r rune) bool { return !isAllowed(r) })
}

func isAllowed(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.'
}
