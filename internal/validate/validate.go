package validate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

// CheckName rejects a name that is empty, too long or not one printable line. Messages call it what.
func CheckName(what, name string, maxLength int) error {
	if strings.TrimSpace(name) == "" {
		return fault.New(fault.Invalid, "%s is missing", what).WithHint("Set %s.", what)
	}
	return CheckLine(what, name, maxLength)
}

// CheckLine rejects text that is too long or not one printable line. Empty text is valid.
func CheckLine(what, text string, maxLength int) error {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return fault.New(fault.Invalid, "%s contains control characters", what).WithHint("Use printable text on one line.")
	}
	return checkLength(what, text, maxLength)
}

// CheckParagraphs rejects text that is too long or not printable. It may have several lines.
func CheckParagraphs(what, text string, maxLength int) error {
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' }
	if !utf8.ValidString(text) || strings.ContainsFunc(text, control) {
		return fault.New(fault.Invalid, "%s contains control characters", what).WithHint("Use printable text.")
	}
	return checkLength(what, text, maxLength)
}

func checkLength(what, text string, maxLength int) error {
	if n := utf8.RuneCountInString(text); n > maxLength {
		return fault.New(fault.Invalid, "%s is too long: %d characters", what, n).WithHint("Use at most %d characters.", maxLength)
	}
	return nil
}
