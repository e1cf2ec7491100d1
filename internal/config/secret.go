package config

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a text that must not be printed. Convert it to a string to use it.
type Secret string

// shown returns only whether there is a secret.
func (s Secret) shown() string {
	if s == "" {
		return "(not set)"
	}
	return "(hidden)"
}

// Format hides the secret for every verb.
func (s Secret) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, s.shown()) }

// LogValue hides the secret in logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.shown()) }

// MarshalText hides the secret in encodings, including JSON.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.shown()), nil }
