package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Change is the old and the new value of one field, as JSON. A value that is absent was empty.
type Change struct {
	Field string          `json:"field"`
	Old   json.RawMessage `json:"old,omitempty"`
	New   json.RawMessage `json:"new,omitempty"`
}

// Field is a field of an object, for a comparison.
type Field struct {
	Name     string
	Value    any
	IsSecret bool
}

// Fields are the fields of an object, in the order in which an entry lists them; nil if the object does not exist.
type Fields []Field

const (
	// Masked replaces the value of a secret.
	Masked = `"[masked]"`
	// maxValue limits a value in an entry, in bytes.
	maxValue = 2000
	// maxChanges limits the changes of an entry.
	maxChanges = 200
)

// secretName matches names of settings whose values may be secrets.
var secretName = regexp.MustCompile(`(?i)passw|secret|token|credential|private_?key|api_?key`)

// IsSecretName reports whether a setting with this name may be a secret, although nobody declared it one.
func IsSecretName(name string) bool { return secretName.MatchString(name) }

// Compare returns the fields that differ. Both sides have the same fields in the same order, or one of them is nil.
func Compare(before, after Fields) []Change {
	var changes []Change
	for i := range max(len(before), len(after)) {
		var old, updated Field
		if i < len(before) {
			old = before[i]
		}
		if i < len(after) {
			updated = after[i]
		}
		oldValue, newValue := encodeValue(old.Value), encodeValue(updated.Value)
		if bytes.Equal(oldValue, newValue) {
			continue
		}
		change := Change{Field: old.Name, Old: oldValue, New: newValue}
		if change.Field == "" {
			change.Field = updated.Name
		}
		if old.IsSecret || updated.IsSecret {
			change.mask()
		}
		change.Old, change.New = shortenValue(change.Old), shortenValue(change.New)
		if changes = append(changes, change); len(changes) == maxChanges {
			break
		}
	}
	return changes
}

func (c *Change) mask() {
	if c.Old != nil {
		c.Old = json.RawMessage(Masked)
	}
	if c.New != nil {
		c.New = json.RawMessage(Masked)
	}
}

// encodeValue returns a value as JSON; nil for an empty value.
func encodeValue(value any) json.RawMessage {
	if raw, ok := value.(json.RawMessage); ok && len(raw) == 0 {
		return nil
	}
	encoded, err := json.Marshal(value)
	if err != nil { // parameters that are no JSON, which services reject
		encoded, _ = json.Marshal(fmt.Sprint(value)) //nolint:errchkjson // a string can be encoded
	}
	switch string(encoded) {
	case "null", `""`, "0", "false", "{}", "[]":
		return nil
	default:
		return encoded
	}
}

// shortenValue replaces a long value with a text of its beginning.
func shortenValue(value json.RawMessage) json.RawMessage {
	if len(value) <= maxValue {
		return value
	}
	short, _ := json.Marshal(Shorten(string(value))) //nolint:errchkjson // a string can be encoded
	return short
}

// Shorten limits a text of an entry.
func Shorten(text string) string {
	if len(text) <= maxValue {
		return text
	}
	cut := maxValue
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return fmt.Sprintf("%s… (%d bytes)", text[:cut], len(text))
}

// WithoutCredentials returns a URL without user information, query and fragment, which may contain secrets.
func WithoutCredentials(url string) string {
	url, _, _ = strings.Cut(url, "#")
	url, query, hasQuery := strings.Cut(url, "?")
	scheme, rest, ok := strings.Cut(url, "://")
	if ok {
		host, path, hasPath := strings.Cut(rest, "/")
		if at := strings.LastIndex(host, "@"); at >= 0 {
			host = "[masked]" + host[at:]
		}
		url = scheme + "://" + host
		if hasPath {
			url += "/" + path
		}
	}
	if hasQuery && query != "" {
		url += "?[masked]"
	}
	return url
}
