package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
)

// router is where the generated code registers its routes. It wraps each with what goes before every handler and knows
// what to say to a wrong method and to a path that is not there.
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
		rt.mux.HandleFunc(root, rt.nothingHere) // else the mux would redirect to the one with a slash
		rt.mux.HandleFunc(root+"/", rt.nothingHere)
	}
	return rt
}

// HandleFunc registers the handler of an operation of the document.
func (rt *router) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	operation, ok := rt.byID[pattern]
	if !ok {
		panic(fmt.Sprintf("httpapi: the route %q is not in the OpenAPI document", pattern))
	}
	rt.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		rt.server.admit(operation, handler, w, withPlainQuery(r))
	})
}

// ServeHTTP makes the router what the generated code expects of one.
func (rt *router) ServeHTTP(w http.ResponseWriter, r *http.Request) { rt.mux.ServeHTTP(w, r) }

type methodError struct{ method, allow string }

func (e *methodError) Error() string { return "this path does not take " + e.method }

func (rt *router) wrongMethod(allow string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allow)
		rt.server.fail(w, r, &methodError{method: r.Method, allow: allow})
	}
}

func (rt *router) nothingHere(w http.ResponseWriter, r *http.Request) {
	hint := "GET /api/openapi.json lists every path."
	if strings.HasSuffix(r.URL.Path, "/") {
		hint = "Remove the slash at the end. " + hint
	}
	rt.server.fail(w, r, fault.New(fault.NotFound, "there is nothing at this path").WithHint("%s", hint))
}
