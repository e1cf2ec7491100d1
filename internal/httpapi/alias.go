package httpapi

import (
	"net/http"
	"strings"
)

// pathAlias is a prefix of paths that existing clients send, and the prefix of the document that it stands for. A client
// whose base URL already contains /api sends the first two, and one that adds no /api at all the last two.
type pathAlias struct{ sent, plain string }

func pathAliases() []pathAlias {
	return []pathAlias{
		{"/api/scheduler/", "/scheduler/"},
		{"/api/api/", "/api/"},
		{"/v1/", "/api/v1/"},
		{"/v2/", "/api/v2/"},
	}
}

// plainPaths replaces aliases before anything else reads the path.
func plainPaths(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, withPlainPath(r)) })
}

// withPlainPath returns the request with the path of the document instead of an alias. It runs before routing, so that an
// alias has the same permissions, limits and errors as the plain path.
func withPlainPath(r *http.Request) *http.Request {
	for _, alias := range pathAliases() {
		rest, isAlias := strings.CutPrefix(r.URL.Path, alias.sent)
		if !isAlias {
			continue
		}
		escaped, isEscapedAlias := strings.CutPrefix(r.URL.EscapedPath(), alias.sent)
		if !isEscapedAlias {
			return r // the prefix itself has escapes, which no supported client sends
		}
		address := *r.URL
		address.Path, address.RawPath = alias.plain+rest, alias.plain+escaped
		changed := *r
		changed.URL = &address
		return &changed
	}
	return r
}
