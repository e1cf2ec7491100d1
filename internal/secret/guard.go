package secret

import (
	"fmt"
	"io"
	"log/slog"
)

// hidden is the printed form of Keys.
const hidden = "secret.Keys(hidden)"

// Format hides the keys for every verb.
func (Keys) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, hidden) }

// LogValue hides the keys in logs.
func (Keys) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText hides the keys in encodings, including JSON.
func (Keys) MarshalText() ([]byte, error) { return []byte(hidden), nil }
