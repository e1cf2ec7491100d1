package config

import (
	"fmt"
	"strings"
)

// envPrefix leads the name of every environment variable of the platform.
const envPrefix = "MILLRACE_"

// Shape is how a value is written in a file, and what sort of flag it makes.
type Shape string

// The shapes of values.
const (
	Text    Shape = "text"
	Number  Shape = "number"  // in a file with or without quotes
	Boolean Shape = "boolean" // as a flag it may stand without a value
	List    Shape = "list"    // as text with commas between the elements
)

// Setting describes one setting.
type Setting struct {
	Key     string // in a file, with a point after the name of a table
	Default string // in the form that a flag would have
	Help    string // one line, lower case
	Secret  bool   // never shown, and never a flag: command lines can be read by other users

	Shape    Shape
	Expected string // what a right value is; follows the word "expected"

	show func(text string) string
	set  func(*Settings, string) bool
}

// Env is the environment variable of the setting.
func (s Setting) Env() string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(s.Key, ".", "_"))
}

// Flag is the setting's flag without the dashes; empty when it has none.
func (s Setting) Flag() string {
	if s.Secret {
		return ""
	}
	return strings.NewReplacer(".", "-", "_", "-").Replace(s.Key)
}

// shown is a wrong value as an error may show it, with a blank before it; nothing for a secret.
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

// bind completes a setting with the form of its values and the field that takes them.
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
