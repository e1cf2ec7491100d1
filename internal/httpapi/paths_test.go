package httpapi_test

import (
	"net/http"
	"net/url"
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/httpapi"
)

func TestCheckPathAccepts(t *testing.T) {
	t.Parallel()
	for _, target := range []string{
		"/", "/api/v1/environments", "/api/v1/environments?detail=true&project=a%20b", "/api/v1/projects/..a", "/api/v1/projects/a..",
		"/api/v1/projects/...", "/assets/index-1a2b.js", "/projects/é", "/projects/%C3%A9", "/x?a=b%26c", "/x?", "/a%20b", "/api/v1/environments/",
	} {
		if err := httpapi.CheckPath(request(t, target)); err != nil {
			t.Errorf("%s: %v", target, err)
		}
	}
}

func TestCheckPathRejects(t *testing.T) {
	t.Parallel()
	for _, target := range []string{
		"/..", "/.", "/a/../b", "/a/%2e%2e/b", "/a/%2E/b", "//", "/a//b", "/a/%2f", "/a%5cb", `/a\b`, "/%00", "/a%0ab", "/%7f", "/%ff", "/%c0%ae",
		"/x?a=%00", "/x?a=%ff", "/x?%ff=a", "/x?a=%zz", "/x?a=%", "/x?a;b",
	} {
		if err := httpapi.CheckPath(request(t, target)); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v, want an invalid fault", target, err)
		}
	}
}

func request(t testing.TB, target string) *http.Request {
	t.Helper()
	parsed, err := url.ParseRequestURI(target)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Request{Method: http.MethodGet, URL: parsed}
}

// FuzzCheckPath checks what the router and the handlers rely on: a path that passes is valid text, contains no
// redirecting segments and equals its cleaned form, so that the mux never redirects.
func FuzzCheckPath(f *testing.F) {
	for _, seed := range []string{
		"/", "/api/v1/environments?detail=true", "/../x", "/a/%2e%2e/b", "//a", `/a\b`, "/%00", "/%ff", "/a?x=%00", "/a?%zz", "/a/./b", "/a/b/",
		"/%2f", "/a;b=c", "/a?b;c", "/%C3%A9", "/~a", "/a b", "*", "http://host/a", "/.well-known", "/a..b", "/%25%32%65",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, target string) {
		parsed, err := url.ParseRequestURI(target)
		if err != nil {
			return // Go's server rejects it first
		}
		r := &http.Request{Method: http.MethodGet, URL: parsed}
		if err := httpapi.CheckPath(r); err != nil {
			if !fault.Is(err, fault.Invalid) || fault.From(err).Hint == "" {
				t.Fatalf("%q is rejected with %v", target, err)
			}
			return
		}
		if !utf8.ValidString(parsed.Path) || strings.ContainsAny(parsed.Path, "\x00\r\n\\") {
			t.Fatalf("%q passes and is not valid text", target)
		}
		if clean := path.Clean(parsed.Path); clean != strings.TrimSuffix(parsed.Path, "/") && clean != parsed.Path {
			t.Fatalf("%q passes and points to %q", target, clean)
		}
		if _, err := url.ParseQuery(parsed.RawQuery); err != nil {
			t.Fatalf("%q passes and its query does not parse", target)
		}
	})
}
