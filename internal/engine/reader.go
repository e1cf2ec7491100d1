package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// Reader parses the settings and the secret of a connection. The keys that a driver reads are the known ones. Err then
// reports all errors at once, including unknown keys. No message contains a value.
type Reader struct {
	connection Connection
	known      []string // the settings that were read, in that order
	secrets    []string // the keys of the secret that were read
	wrong      []string
}

// NewReader returns a reader of a connection.
func NewReader(c Connection) *Reader { return &Reader{connection: c} }

// Text returns an optional setting.
func (r *Reader) Text(key, absent string) string {
	value, ok := r.setting(key)
	if !ok {
		return absent
	}
	text, _ := r.text(key, value)
	return text
}

// RequiredText returns a setting that must be present and not empty.
func (r *Reader) RequiredText(key string) string {
	value, ok := r.setting(key)
	if !ok {
		r.wrongf("setting %s is missing", key)
		return ""
	}
	text, ok := r.text(key, value)
	if ok && text == "" {
		r.wrongf("setting %s is empty", key)
	}
	return text
}

// OneOf returns a setting from a closed set; the first word is the default.
func (r *Reader) OneOf(key string, words ...string) string {
	value, ok := r.setting(key)
	if !ok {
		return words[0]
	}
	text, ok := r.text(key, value)
	if ok && !slices.Contains(words, text) {
		r.wrongf("setting %s is none of %s", key, strings.Join(words, ", "))
	}
	return text
}

// Port returns a setting that is a TCP port.
func (r *Reader) Port(key string, absent uint16) uint16 {
	value, ok := r.setting(key)
	if !ok {
		return absent
	}
	number, ok := wholeNumber(value)
	if !ok || number < 1 || number > math.MaxUint16 {
		r.wrongf("setting %s is not a number from 1 to 65535", key)
		return absent
	}
	return uint16(number)
}

// Secret returns a key of the secret; empty if it is absent.
func (r *Reader) Secret(key string) string {
	r.secrets = append(r.secrets, key)
	text := r.connection.Secret[key]
	r.checkText("secret "+key, text)
	return text
}

// Wrong reports a setting that the driver found wrong, as in Wrong("host", "is not a host name").
func (r *Reader) Wrong(key, what string) { r.wrongf("setting %s %s", key, what) }

// Err returns a fault with all errors, or nil.
func (r *Reader) Err() error {
	wrong := slices.Clone(r.wrong)
	for _, key := range slices.Sorted(maps.Keys(r.connection.Settings)) {
		if !slices.Contains(r.known, key) {
			wrong = append(wrong, fmt.Sprintf("setting %q is not known", key))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(r.connection.Secret)) {
		if !slices.Contains(r.secrets, key) {
			wrong = append(wrong, fmt.Sprintf("secret %q is not known", key))
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	return fault.New(fault.Invalid, "%s connection: %s", r.connection.Kind, strings.Join(wrong, "; ")).WithHint("%s", r.hint())
}

func (r *Reader) hint() string {
	hint := fmt.Sprintf("A %s connection has the settings %s.", r.connection.Kind, strings.Join(r.known, ", "))
	if len(r.secrets) == 0 {
		return hint + " It has no secret."
	}
	return hint + fmt.Sprintf(" Keys of its secret: %s.", strings.Join(r.secrets, ", "))
}

// setting returns the value of a key. A null counts as absent.
func (r *Reader) setting(key string) (any, bool) {
	r.known = append(r.known, key)
	value := r.connection.Settings[key]
	return value, value != nil
}

func (r *Reader) text(key string, value any) (string, bool) {
	text, ok := value.(string)
	if !ok {
		r.wrongf("setting %s is not text", key)
	}
	r.checkText("setting "+key, text)
	return text, ok
}

// checkText rejects NUL, because engines and file systems read it as the end of a text or the start of another.
func (r *Reader) checkText(what, text string) {
	if strings.ContainsRune(text, 0) {
		r.wrongf("%s contains a NUL character", what)
	}
}

func (r *Reader) wrongf(format string, args ...any) {
	r.wrong = append(r.wrong, fmt.Sprintf(format, args...))
}

// wholeNumber accepts the number types of JSON, and those that Go code would write.
func wholeNumber(value any) (int64, bool) {
	switch value := value.(type) {
	case int:
		return int64(value), true
	case int64:
		return value, true
	case float64:
		return int64(value), value == math.Trunc(value) && math.Abs(value) < 1<<53
	case json.Number:
		number, err := value.Int64()
		return number, err == nil
	}
	return 0, false
}
