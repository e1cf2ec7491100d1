package docsite

import (
	"net/http"
	"strings"
	"sync"

	"github.com/millrace/millrace/docs"
	"github.com/millrace/millrace/internal/webui"
)

const (
	root       = "/docs"
	searchPath = root + "/search"
)

// embedded renders the documents of this binary once for all servers of a process.
//
//nolint:gochecknoglobals // never changes: it is a rendered constant
var embedded = sync.OnceValues(func() (*site, error) { return newSite(docs.Files()) })

// Handler serves /docs and the paths below it, and passes all other requests on.
func Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
		if path := r.URL.Path; !isRead || path != root && !strings.HasPrefix(path, root+"/") {
			next.ServeHTTP(w, r)
			return
		}
		s, err := embedded()
		if err != nil { // a test ensures that this cannot happen
			http.Error(w, "the documents cannot be rendered: "+err.Error(), http.StatusInternalServerError)
			return
		}
		s.ServeHTTP(w, r)
	})
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	webui.SetCommonHeaders(w.Header())
	path := r.URL.Path
	if found, ok := s.responses[path]; ok {
		w.Header().Set("Content-Security-Policy", policy)
		found.ServeHTTP(w, r)
		return
	}
	switch shorter := strings.TrimSuffix(strings.TrimSuffix(path, "/"), ".md"); {
	case path == searchPath:
		s.serveSearch(w, r)
	case shorter != path && s.has(shorter):
		http.Redirect(w, r, shorter, http.StatusMovedPermanently) //nolint:gosec // it is the path of a document
	default:
		s.serveMissing(w)
	}
}

// policy allows the files of this package and the pictures of the documents.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

func (s *site) has(path string) bool {
	_, ok := s.responses[path]
	return ok
}

// longestQuery bounds the text of a search.
const longestQuery = 200

func (s *site) serveSearch(w http.ResponseWriter, r *http.Request) {
	query := strings.TrimSpace(r.URL.Query().Get("q"))
	if len(query) > longestQuery {
		query = strings.ToValidUTF8(query[:longestQuery], "")
	}
	view := s.view(page{path: searchPath, title: "Search"})
	view.Query, view.IsSearch, view.Results = query, true, s.search(query)
	s.serveView(w, http.StatusOK, view)
}

func (s *site) serveMissing(w http.ResponseWriter) {
	view := s.view(page{title: "No such page"})
	view.IsMissing = true
	s.serveView(w, http.StatusNotFound, view)
}

// serveView renders a page that depends on the request.
func (s *site) serveView(w http.ResponseWriter, status int, view view) {
	content, err := s.execute(view)
	if err != nil {
		http.Error(w, "the page cannot be rendered", http.StatusInternalServerError)
		return
	}
	header := w.Header()
	header.Set("Content-Security-Policy", policy)
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(content) // an error means that the client disconnected
}
