package httpapi

import (
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

// checkPath rejects paths that no supported client sends: without a leading slash, with dot segments, empty segments,
// backslashes, control characters or invalid UTF-8. The router would redirect some of them or respond without a body,
// and pass others to a handler.
func checkPath(r *http.Request) error {
	path := r.URL.Path
	var wrong string
	switch {
	case !utf8.ValidString(path) || !utf8.ValidString(r.URL.RawQuery):
		wrong = "is not valid UTF-8"
	case !strings.HasPrefix(path, "/"):
		wrong = "does not begin with a slash"
	case strings.ContainsFunc(path, isControl):
		wrong = "contains control characters"
	case strings.Contains(path, "//"), strings.Contains(path, `\`):
		wrong = "contains an empty segment or a backslash"
	case hasDotSegment(path):
		wrong = "contains a dot segment"
	default:
		return checkQuery(r)
	}
	return fault.New(fault.Invalid, "the path %s", wrong).WithHint("Send a path of GET /api/openapi.json.")
}

func checkQuery(r *http.Request) error {
	if r.URL.RawQuery == "" {
		return nil
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil { // an unreadable query must not count as absent
		return fault.New(fault.Invalid, "the query cannot be parsed").WithHint("Encode it as name=value&name=value, with %% escapes.")
	}
	for name, values := range query {
		text := name + strings.Join(values, "")
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return fault.New(fault.Invalid, "the query contains NUL or bytes that are not UTF-8").WithHint("Encode it as UTF-8.")
		}
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

func hasDotSegment(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "." || segment == ".." {
			return true
		}
	}
	return false
}
