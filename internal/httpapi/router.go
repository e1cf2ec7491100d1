package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
)

// router registers the generated routes. It wraps each with admit, and responds to wrong methods and unknown paths.
type router struct {
	server *server
	mux    *http.ServeMux
	byID   map[string]api.Operation // by "METHOD /path"
	allow  map[string][]string      // by path
}

func newRouter(s *server, operations []api.Operation) *router {
	rt := &router{server: s, mux: http.NewServeMux(), byID: map[string]api.Operation{}, allow: map[string][]string{}}
	for _, operation := range operations {
		rt.byID[operation.Method+" "+operation.Path] = operation
		rt.allow[operation.Path] = append(rt.allow[operation.Path], operation.Method)
	}
	for path, methods := range rt.allow {
		if slices.Contains(methods, http.MethodGet) {
			methods = append(methods, http.MethodHead)
		}
		slices.Sort(methods)
		rt.mux.HandleFunc(path, rt.wrongMethod(strings.Join(methods, ", ")))
	}
	for _, root := range []string{"/api", "/scheduler"} {
		rt.mux.HandleFunc(root, rt.notFound) // otherwise the mux would redirect to the path with a slash
		rt.mux.HandleFunc(root+"/", rt.notFound)
	}
	return rt
}

// HandleFunc registers the handler of an operation of the OpenAPI document.
func (rt *router) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	operation, ok := rt.byID[pattern]
	if !ok {
		panic(fmt.Sprintf("httpapi: the route %q is not in the OpenAPI document", pattern))
	}
	rt.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		rt.server.admit(operation, handler, w, withNormalizedQuery(r))
	})
}

// ServeHTTP implements the router interface of the generated code.
func (rt *router) ServeHTTP(w http.ResponseWriter, r *http.Request) { rt.mux.ServeHTTP(w, r) }

type methodError struct{ method, allow string }

func (e *methodError) Error() string { return "this path does not support the method " + e.method }

func (rt *router) wrongMethod(allow string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allow)
		rt.server.fail(w, r, &methodError{method: r.Method, allow: allow})
	}
}

func (rt *router) notFound(w http.ResponseWriter, r *http.Request) {
	hint := "GET /api/openapi.json lists every path."
	if strings.HasSuffix(r.URL.Path, "/") {
		hint = "Remove the slash at the end. " + hint
	}
	rt.server.fail(w, r, fault.New(fault.NotFound, "no resource has this path").WithHint("%s", hint))
}
