package project

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

// checkName refuses a name that is empty, too long or has control characters.
func checkName(what, name string) error {
	if strings.TrimSpace(name) == "" {
		return fault.New(fault.Invalid, "%s is missing", what).WithHint("Give %s.", what)
	}
	return checkLine(what, name, longestName)
}

// checkLine refuses text that is too long or is not one line of printable characters.
func checkLine(what, text string, longest int) error {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return fault.New(fault.Invalid, "%s contains control characters", what).WithHint("Use printable text on one line.")
	}
	return checkLength(what, text, longest)
}

// checkProse is checkLine for text of several lines.
func checkProse(what, text string, longest int) error {
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' }
	if !utf8.ValidString(text) || strings.ContainsFunc(text, control) {
		return fault.New(fault.Invalid, "%s contains control characters", what).WithHint("Use printable text.")
	}
	return checkLength(what, text, longest)
}

func checkLength(what, text string, longest int) error {
	if n := utf8.RuneCountInString(text); n > longest {
		return fault.New(fault.Invalid, "%s is too long: %d characters", what, n).WithHint("At most %d characters.", longest)
	}
	return nil
}
