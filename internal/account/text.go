package account

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

// checkText refuses text that people cannot have meant: too short, too long, or with control characters.
func checkText(what, text string, shortest, longest int) error {
	if strings.TrimSpace(text) == "" && shortest > 0 {
		return fault.New(fault.Invalid, "%s is missing", what).WithHint("Give %s.", what)
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return fault.New(fault.Invalid, "%s contains control characters", what).WithHint("Use printable text on one line.")
	}
	if n := utf8.RuneCountInString(text); n > longest {
		return fault.New(fault.Invalid, "%s is too long: %d characters", what, n).WithHint("At most %d characters.", longest)
	}
	return nil
}
