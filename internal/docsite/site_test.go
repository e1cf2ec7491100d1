package docsite_test

import (
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/docs"
	"github.com/millrace/millrace/internal/docsite"
)

// folder returns documents with an index.
func folder(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{"README.md": &fstest.MapFile{Data: []byte("# Index\n\n## All\n\n- [A](a.md)\n")}}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// newSite renders documents.
func newSite(t *testing.T, files map[string]string) http.Handler {
	t.Helper()
	s, err := docsite.NewSite(folder(files))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// search returns what a search finds.
func search(t *testing.T, files fs.FS, query string) []docsite.Result {
	t.Helper()
	found, err := docsite.Search(files, query)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// get returns the response of a site to a request for a path.
func get(t *testing.T, handler http.Handler, path string) *http.Response {
	t.Helper()
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, path, nil))
	return recorder.Result()
}

func body(t *testing.T, response *http.Response) string {
	t.Helper()
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPagesOfThisBinaryAreServed(t *testing.T) {
	t.Parallel()
	handler := docsite.Handler(http.NotFoundHandler())
	for path, want := range map[string]string{
		"/docs":                      "<h1 id=\"documentation\">",
		"/docs/3-projects":           `<h2 id="selectors">Selectors <a class="anchor" href="#selectors" aria-label="Link to Selectors">#</a></h2>`,
		"/docs/reference/node-types": `<h3 id="stage-in-sql">`,
		"/docs/decisions":            `<a href="/docs/decisions/0001-checks-in-the-repository">`,
		"/docs/5-deploy":             `href="/docs/4-runs`,
	} {
		response := get(t, handler, path)
		text := body(t, response)
		if response.StatusCode != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%s returns %d without %s", path, response.StatusCode, want)
		}
		if got := response.Header.Get("Content-Security-Policy"); !strings.Contains(got, "script-src 'self';") || strings.Contains(got, "unsafe") {
			t.Errorf("%s has the policy %q", path, got)
		}
	}
	if response := get(t, handler, "/docs/images/deploy.png"); response.Header.Get("Content-Type") != "image/png" {
		t.Errorf("a picture has the type %q", response.Header.Get("Content-Type"))
	}
	for path, want := range map[string]string{"/docs/": "/docs", "/docs/4-runs.md": "/docs/4-runs", "/docs/4-runs/": "/docs/4-runs"} {
		if response := get(t, handler, path); response.StatusCode != http.StatusMovedPermanently || response.Header.Get("Location") != want {
			t.Errorf("%s returns %d to %q, want %s", path, response.StatusCode, response.Header.Get("Location"), want)
		}
	}
}

func TestUnknownPageIsNotFound(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/docs/nothing", "/docs/embed.go", "/docs/../go.mod", "/docs/assets/x"} {
		if response := get(t, docsite.Handler(http.NotFoundHandler()), path); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s returns %d", path, response.StatusCode)
		}
	}
}

func TestOtherRequestsArePassedOn(t *testing.T) {
	t.Parallel()
	next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	for _, r := range []*http.Request{
		httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRequest(http.MethodGet, "/docsy", nil), httptest.NewRequest(http.MethodPost, "/docs", nil),
	} {
		recorder := httptest.NewRecorder()
		docsite.Handler(next).ServeHTTP(recorder, r)
		if recorder.Code != http.StatusTeapot {
			t.Errorf("%s %s returns %d", r.Method, r.URL, recorder.Code)
		}
	}
}

// TestDocumentsCannotInjectScripts renders documents with everything that could run code.
func TestDocumentsCannotInjectScripts(t *testing.T) {
	t.Parallel()
	s := newSite(t, map[string]string{"a.md": `# A <script>alert(1)</script>

<script>alert(2)</script>

<img src=x onerror=alert(3)>

text <b onclick="alert(4)">bold</b> [x](javascript:alert(5)) ![y](javascript:alert(6)) <javascript:alert(7)>
[z](data:text/html;base64,AAAA) [w](JaVaScRiPt:alert(8))

` + "```\"><script>alert(9)</script>\n</code><script>alert(10)</script>\n```" + `

| a |
|---|
| </table><script>alert(11)</script> |
`})
	text := strings.ToLower(body(t, get(t, s, "/docs/a")))
	for _, forbidden := range []string{"<script>", "onerror=alert", "onclick=", `href="javascript`, `src="javascript`, `href="data:`, "<img src=x"} {
		if strings.Contains(text, forbidden) {
			t.Errorf("the page contains %s:\n%s", forbidden, text)
		}
	}
}

func TestSearchEscapesTheQuery(t *testing.T) {
	t.Parallel()
	s := newSite(t, map[string]string{"a.md": "# A\n\nText with <b> & more.\n"})
	text := body(t, get(t, s, "/docs/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"))
	if strings.Contains(text, "<script>alert") || !strings.Contains(text, "&lt;script&gt;") {
		t.Errorf("the page is\n%s", text)
	}
}

func TestSearchFindsHeadingsFirst(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"testRange":        "/docs/reference/annotations#testrange",
		"unknown-column":   "/docs/reference/errors#unknown-column",
		"rotating the key": "/docs/14-backup#rotating-the-key",
		"selectors":        "/docs/3-projects#selectors",
	} {
		found := search(t, docs.Files(), query)
		if len(found) == 0 || found[0].Address != want {
			t.Errorf("the search for %q finds %.3v, want %s first", query, found, want)
		}
	}
	if found := search(t, docs.Files(), "a word that no page contains: xyzzyqux"); len(found) != 0 {
		t.Errorf("found %v", found)
	}
	if found := search(t, docs.Files(), "  "); len(found) != 0 {
		t.Errorf("an empty query finds %d sections", len(found))
	}
}

// TestExcerptsMarkTheWords also has letters whose lower case has another length.
func TestExcerptsMarkTheWords(t *testing.T) {
	t.Parallel()
	text := "# A\n\n" + strings.Repeat("İ word ", 200) + "needle and the rest, " + strings.Repeat("ß ", 300) + "\n"
	found := search(t, folder(map[string]string{"a.md": text}), "needle")
	if len(found) != 1 {
		t.Fatalf("found %d sections", len(found))
	}
	var marks []string
	for _, f := range found[0].Excerpt {
		if f.IsMarked {
			marks = append(marks, f.Text)
		}
	}
	if strings.Join(marks, ",") != "needle" {
		t.Errorf("the marks are %q", marks)
	}
}

func TestLinksToFilesOutsideAreText(t *testing.T) {
	t.Parallel()
	s := newSite(t, map[string]string{
		"a.md": "# A\n\n[code](../internal/x.go) and [page](b.md#part) and [site](https://example.com) and [index](README.md)\n", "b.md": "# B\n\n## Part\n",
	})
	text := body(t, get(t, s, "/docs/a"))
	const want = `<p>code and <a href="/docs/b#part">page</a> and <a href="https://example.com">site</a> and <a href="/docs">index</a></p>`
	if !strings.Contains(text, want) {
		t.Errorf("the page has no\n%s\nbut is\n%s", want, text)
	}
}
