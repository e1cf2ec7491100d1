package secret

import (
	"fmt"
	"io"
	"log/slog"
)

// hidden is all that a Keys shows of itself.
const hidden = "secret.Keys(hidden)"

// Format prints no key, whatever the verb.
func (Keys) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, hidden) }

// LogValue logs no key.
func (Keys) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText encodes no key, into JSON either.
func (Keys) MarshalText() ([]byte, error) { return []byte(hidden), nil }
