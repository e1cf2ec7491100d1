package config

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a text that is not to be printed. To use it, convert it to a string.
type Secret string

// shown is what a secret shows of itself: whether there is one.
func (s Secret) shown() string {
	if s == "" {
		return "(not set)"
	}
	return "(hidden)"
}

// Format prints no secret, whatever the verb.
func (s Secret) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, s.shown()) }

// LogValue logs no secret.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.shown()) }

// MarshalText encodes no secret, into JSON either.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.shown()), nil }
