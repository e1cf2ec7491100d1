package httpapi

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

// checkPath refuses paths that no client of ours sends: dot segments, empty segments, backslashes, control characters,
// bytes that are not UTF-8. The router would answer some of them with a redirect and hand others to a handler.
func checkPath(r *http.Request) error {
	path := r.URL.Path
	wrong := ""
	switch {
	case !utf8.ValidString(path) || !utf8.ValidString(r.URL.RawQuery):
		wrong = "is not valid UTF-8"
	case strings.ContainsFunc(path, isControl):
		wrong = "contains control characters"
	case strings.Contains(path, "//"), strings.Contains(path, `\`):
		wrong = "contains an empty segment or a backslash"
	case hasDotSegment(path):
		wrong = "contains a dot segment"
	default:
		return checkQuery(r)
	}
	return fault.New(fault.Invalid, "the path %s", wrong).WithHint("Send the path as the interface has it.")
}

func checkQuery(r *http.Request) error {
	if r.URL.RawQuery == "" {
		return nil
	}
	for name, values := range r.URL.Query() {
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
