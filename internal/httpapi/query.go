package httpapi

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// withPlainQuery gives the request with its query as the handlers read it. Forms and templates send what was not filled
// in as an empty value, so an empty value is the same as none; and an order is an order in any case of letters.
func withPlainQuery(r *http.Request) *http.Request {
	plain := plainQuery(r.URL.RawQuery)
	if plain == r.URL.RawQuery {
		return r
	}
	address := *r.URL
	address.RawQuery = plain
	changed := *r
	changed.URL = &address
	return &changed
}

// plainQuery works on the text: what it does not know stays as it was sent, for the handlers to refuse.
func plainQuery(raw string) string {
	if raw == "" {
		return ""
	}
	var kept []string
	for pair := range strings.SplitSeq(raw, "&") {
		name, text, hasValue := strings.Cut(pair, "=")
		switch {
		case hasValue && text == "" && !namesRun(name):
			continue
		case name == "orderByDirection" && hasValue:
			pair = name + "=" + lowerEscaped(text)
		}
		kept = append(kept, pair)
	}
	return strings.Join(kept, "&")
}

// namesRun reports whether a parameter says which run is meant. Without one some operations are about other runs, and a
// client whose number got lost must not take their state for that of its own: there an empty value stays wrong.
func namesRun(name string) bool { return name == "runCounter" || name == "runID" }

// lowerEscaped is an escaped text in small letters.
func lowerEscaped(text string) string {
	plain, err := url.QueryUnescape(text)
	if err != nil {
		return text
	}
	return url.QueryEscape(strings.ToLower(plain))
}

// flag reads a query parameter that is yes, no or absent, in the words of the languages that clients are written in.
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
		return false, fault.New(fault.Invalid, "%s cannot be %q", name, *text).WithHint("It is true or false.")
	}
}
