package validate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

// CheckName refuses a name that is missing, too long or not one printable line. What is the words for it in a message.
func CheckName(what, name string, longest int) error {
	if strings.TrimSpace(name) == "" {
		return fault.New(fault.Invalid, "%s is missing", what).WithHint("Give %s.", what)
	}
	return CheckLine(what, name, longest)
}

// CheckLine refuses text that is too long or not one printable line; none at all is fine.
func CheckLine(what, text string, longest int) error {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return fault.New(fault.Invalid, "%s contains control characters", what).WithHint("Use printable text on one line.")
	}
	return checkLength(what, text, longest)
}

// CheckParagraphs is CheckLine for text of several lines.
func CheckParagraphs(what, text string, longest int) error {
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
