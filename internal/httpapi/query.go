package httpapi

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// withNormalizedQuery returns the request with a normalized query. Forms and templates send fields that were not filled
// in as empty values, so an empty value counts as absent. The order direction is case-insensitive, and cursor is another
// name for startingFrom.
func withNormalizedQuery(r *http.Request) *http.Request {
	plain := normalizeQuery(r.URL.RawQuery)
	if plain == r.URL.RawQuery {
		return r
	}
	address := *r.URL
	address.RawQuery = plain
	changed := *r
	changed.URL = &address
	return &changed
}

// normalizeQuery edits the text of the query. What it does not know stays as sent, so that the handlers can reject it.
func normalizeQuery(raw string) string {
	if raw == "" {
		return ""
	}
	var pairs []string
	for pair := range strings.SplitSeq(raw, "&") {
		name, text, hasValue := strings.Cut(pair, "=")
		if name == "cursor" && hasValue {
			name = "startingFrom"
			pair = name + "=" + text
		}
		switch {
		case hasValue && text == "" && !namesRun(name):
			continue
		case name == "orderByDirection" && hasValue:
			pair = name + "=" + lowerEscaped(text)
		case name == "startingFrom" && slices.Contains(pairs, pair):
			continue // under both of its names
		}
		pairs = append(pairs, pair)
	}
	return strings.Join(pairs, "&")
}

// namesRun reports whether a parameter names a run. For these an empty value is an error: without the parameter some
// operations are about other runs, and a client that lost its number must not mistake their state for its own.
func namesRun(name string) bool { return name == "runCounter" || name == "runID" }

// lowerEscaped returns an escaped text in lower case.
func lowerEscaped(text string) string {
	plain, err := url.QueryUnescape(text)
	if err != nil {
		return text
	}
	return url.QueryEscape(strings.ToLower(plain))
}

// flag parses an optional boolean query parameter in the spellings that clients of various languages send.
func flag(name string, text *string) (bool, error) {
	if text == nil {
		return false, nil
	}
	switch strings.ToLower(*text) {
	case "true", "1":
		return true, nil
	case "false", "0":
		return false, nil
	default:
		return false, fault.New(fault.Invalid, "%s cannot be %q", name, *text).WithHint("Send true or false.")
	}
}
