package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

func TestInvalidPathsAreRejected(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	for target, status := range map[string]int{
		// Traversal, plain and encoded.
		"/../etc/passwd":                      http.StatusBadRequest,
		"/api/v1/../v1/environments":          http.StatusBadRequest,
		"/api/v1/./environments":              http.StatusBadRequest,
		"/api/v1/environments/..":             http.StatusBadRequest,
		"/api/v1/%2e%2e/environments":         http.StatusBadRequest,
		"/api/v1/%2E%2e/environments":         http.StatusBadRequest,
		"/api/v1/environments/%2e%2e%2fusers": http.StatusBadRequest,
		"/api/v1/environments/..%2fusers":     http.StatusBadRequest,
		"//api/v1/environments":               http.StatusBadRequest,
		"/api//v1/environments":               http.StatusBadRequest,
		"/api/v1/environments//":              http.StatusBadRequest,
		"/api/v1/environments/%2f":            http.StatusBadRequest,
		`/api/v1/environments\1`:              http.StatusBadRequest,
		"/api/v1/environments/%5c":            http.StatusBadRequest,
		"/%2e%2e/%2e%2e/etc/passwd":           http.StatusBadRequest,
		"/assets/..%5c..%5cserver.key":        http.StatusBadRequest,
		// Invalid UTF-8.
		"/api/v1/environments/%00":       http.StatusBadRequest,
		"/api/v1/environments/1%00":      http.StatusBadRequest,
		"/api/v1/environments/%0d%0aX:":  http.StatusBadRequest,
		"/api/v1/environments/%7f":       http.StatusBadRequest,
		"/api/v1/environments/%ff":       http.StatusBadRequest,
		"/api/v1/environments/\xff\xfe":  http.StatusBadRequest,
		"/api/v1/environments/%c0%ae":    http.StatusBadRequest, // an overlong dot
		"/api/v1/environments/%ed%a0%80": http.StatusBadRequest, // half a surrogate pair
		// Valid form, but unknown.
		"/api/v1/environments/":       http.StatusNotFound,
		"/api/v1/environments/1/":     http.StatusNotFound,
		"/api/v1/environment":         http.StatusNotFound,
		"/api/v2/environments":        http.StatusNotFound,
		"/api/":                       http.StatusNotFound,
		"/api":                        http.StatusNotFound,
		"/scheduler":                  http.StatusNotFound,
		"/scheduler/":                 http.StatusNotFound,
		"/api/v1/scheduler/runStatus": http.StatusNotFound,
		"/api/v1/environments;x=1":    http.StatusNotFound,
		"/api/v1/environments/a%2fb":  http.StatusNotFound,
		"*":                           http.StatusBadRequest,
	} {
		t.Run(strings.ReplaceAll(target, "/", "_"), func(t *testing.T) {
			t.Parallel()
			answer := sendRaw(t, platform, rawRequest("GET "+target+" HTTP/1.1", []string{"Authorization: Bearer " + token}, ""))
			answer.wantAPIError(t, status)
		})
	}
}

// Go's HTTP server rejects what is not HTTP.
func TestRequestsThatAreNotHTTP(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	authorization := "Authorization: Bearer " + token
	for name, tt := range map[string]struct {
		text   string
		status int
	}{
		"NUL in the path":            {rawRequest("GET /api/v1/\x00 HTTP/1.1", nil, ""), http.StatusBadRequest},
		"half an escape in the path": {rawRequest("GET /api/v1/%zz HTTP/1.1", nil, ""), http.StatusBadRequest},
		"a path without a slash":     {rawRequest("GET api/v1/environments HTTP/1.1", nil, ""), http.StatusBadRequest},
		"NUL in a header":            {rawRequest("GET /api/v1/environments HTTP/1.1", []string{authorization, "X-Note: a\x00b"}, ""), http.StatusBadRequest},
		"NUL in the token":           {rawRequest("GET /api/v1/environments HTTP/1.1", []string{authorization + "\x00"}, ""), http.StatusBadRequest},
		"a header without a colon":   {rawRequest("GET /api/v1/environments HTTP/1.1", []string{"nonsense"}, ""), http.StatusBadRequest},
		"no Host":                    {"GET /api/v1/environments HTTP/1.1\r\n\r\n", http.StatusBadRequest},
		"a Host that is none":        {"GET /api/v1/environments HTTP/1.1\r\nHost: a b\xff\r\n\r\n", http.StatusBadRequest},
		"two lengths":                {rawRequest("POST /api/v1/auth/login HTTP/1.1", []string{"Content-Length: 2", "Content-Length: 3"}, "{}x"), http.StatusBadRequest},
		"a negative length":          {rawRequest("POST /api/v1/auth/login HTTP/1.1", []string{"Content-Length: -1"}, ""), http.StatusBadRequest},
		"another protocol":           {"GET /api/v1/environments SPDY/3\r\n\r\n", http.StatusBadRequest},
		"a newer protocol":           {"GET /api/v1/environments HTTP/3.0\r\nHost: platform\r\n\r\n", http.StatusHTTPVersionNotSupported},
		"a huge header": {
			rawRequest("GET /api/v1/environments HTTP/1.1", []string{"X-Note: " + strings.Repeat("x", 100<<10)}, ""), http.StatusRequestHeaderFieldsTooLarge,
		},
		"a huge path": {
			rawRequest("GET /api/v1/environments/"+strings.Repeat("1", 100<<10)+" HTTP/1.1", nil, ""), http.StatusRequestHeaderFieldsTooLarge,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sendRaw(t, platform, tt.text).wantLibraryError(t, tt.status)
		})
	}
}

func TestInvalidQueriesAreRejected(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	for query, status := range map[string]int{
		"detail=%00":              http.StatusBadRequest,
		"detail=%ff":              http.StatusBadRequest,
		"detail=\xff":             http.StatusBadRequest,
		"project=%00":             http.StatusBadRequest,
		"%00=1":                   http.StatusBadRequest,
		"%ff=1":                   http.StatusBadRequest,
		"detail=%zz":              http.StatusBadRequest,
		"detail=%":                http.StatusBadRequest,
		"detail=true;limit=1":     http.StatusBadRequest,
		"detail":                  http.StatusBadRequest,
		"detail=yes":              http.StatusBadRequest,
		"detail=true,false":       http.StatusBadRequest,
		"detail=true&detail=true": http.StatusBadRequest,
		"limit=0x":                http.StatusBadRequest,
		"limit=-1":                http.StatusBadRequest,
		"limit=+1":                http.StatusBadRequest,
		"limit=1.5":               http.StatusBadRequest,
		"limit=1e2":               http.StatusBadRequest,
		"limit=ten":               http.StatusBadRequest,
		"limit=1&limit=2":         http.StatusBadRequest,
		"limit=%D9%A3":            http.StatusBadRequest, // a three, in Arabic
		"orderBy=color":           http.StatusBadRequest,
		"orderBy=id;DROP":         http.StatusBadRequest,
		"orderBy=ID":              http.StatusBadRequest,
		"orderByDirection=up":     http.StatusBadRequest,
		"startingFrom=12":         http.StatusBadRequest,
		"startingFrom=e30":        http.StatusBadRequest, // {}
		"startingFrom=bnVsbA":     http.StatusBadRequest, // null
		"startingFrom=eyJvIjoiaWQiLCJ2IjoieCIsImkiOiJ4In0": http.StatusBadRequest, // {"o":"id","v":"x","i":"x"}
		"project=%27%20OR%201=1--":                         http.StatusOK,
		"unheard=of":                                       http.StatusOK,
		"limit=99999999999999999999":                       http.StatusOK,
	} {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			request := rawRequest("GET /api/v1/environments?"+query+" HTTP/1.1", []string{"Authorization: Bearer " + token}, "")
			sendRaw(t, platform, request).wantAPIError(t, status)
		})
	}
}
