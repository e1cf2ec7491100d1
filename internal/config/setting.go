package config

import (
	"fmt"
	"strings"
)

// envPrefix is the prefix of every environment variable of the platform.
const envPrefix = "MILLRACE_"

// Shape is the type of a value in a file, and the kind of its flag.
type Shape string

// The shapes of values.
const (
	Text    Shape = "text"
	Number  Shape = "number"  // in a file with or without quotes
	Boolean Shape = "boolean" // as a flag it needs no value
	List    Shape = "list"    // as text with commas between the elements
)

// Setting describes one setting.
type Setting struct {
	Key     string // in a file, with a point after the name of a table
	Default string // as a flag value
	Help    string // one line, lower case
	Secret  bool   // never shown and never a flag, because other users can read command lines

	Shape    Shape
	Expected string // description of a valid value; follows the word "expected"

	show func(text string) string
	set  func(*Settings, string) bool
}

// Env returns the environment variable of the setting.
func (s Setting) Env() string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(s.Key, ".", "_"))
}

// Flag returns the setting's flag without the dashes; empty if it has none.
func (s Setting) Flag() string {
	if s.Secret {
		return ""
	}
	return strings.NewReplacer(".", "-", "_", "-").Replace(s.Key)
}

// shown returns an invalid value for an error message, with a leading space; empty for a secret.
func (s Setting) shown(value any) string {
	if s.Secret {
		return ""
	}
	text := fmt.Sprint(value)
	if s.show != nil {
		text = s.show(text)
	}
	const longest = 100
	if len(text) > longest {
		text = text[:longest] + "…"
	}
	return fmt.Sprintf(" %q", text)
}

// bind completes a setting with its format and its field.
func bind[T any](setting Setting, form form[T], field func(*Settings) *T) Setting {
	setting.Shape, setting.Expected, setting.show = form.shape, form.expected, form.show
	setting.set = func(settings *Settings, text string) bool {
		value, ok := form.read(text)
		if ok {
			*field(settings) = value
		}
		return ok
	}
	return setting
}
