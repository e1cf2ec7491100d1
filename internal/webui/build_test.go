package webui_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/webui"
)

const (
	scriptText  = "export const greeting = 'hello from the application';\n"
	faviconText = "<svg xmlns='http://www.w3.org/2000/svg'/>"
	appPage     = `<html><head><meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__" src="/assets/index-abc123.js"></script></head>app</html>`
	apiDocsPage = `<html><head><script nonce="__CSP_NONCE__" src="/assets/api-docs-def456.js"></script></head>docs</html>`
)

// build is a small copy of the real build.
func build(t *testing.T) fstest.MapFS {
	t.Helper()
	return fstest.MapFS{
		".gitkeep":                    {},
		".vite/manifest.json":         {Data: []byte("{}")},
		"index.html":                  {Data: []byte(appPage)},
		"api-docs.html":               {Data: []byte(apiDocsPage)},
		"favicon.svg":                 {Data: []byte(faviconText)},
		"licenses.md":                 {Data: []byte("# Licenses")},
		"assets/index-abc123.js":      {Data: []byte(scriptText)},
		"assets/index-abc123.js.gz":   {Data: compressed(t, scriptText)},
		"assets/index-abc123.css":     {Data: []byte("body{margin:0}")},
		"assets/unknown-abc123.thing": {Data: []byte("?")},
	}
}

func compressed(t *testing.T, text string) []byte {
	t.Helper()
	var buffer bytes.Buffer
	writer := gzip.NewWriter(&buffer)
	if _, err := io.WriteString(writer, text); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}

func newUI(t *testing.T) http.Handler {
	t.Helper()
	handler, err := webui.NewFrom(build(t))
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

// ask sends a request with the given header: name, value, name, value.
func ask(handler http.Handler, method, path string, header ...string) *http.Response {
	request := httptest.NewRequest(method, "http://millrace.test/", nil)
	// The path is set after construction, because the constructor rejects some of the paths that a hostile client can
	// send.
	request.URL.Path = path
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder.Result()
}

func bodyOf(t *testing.T, response *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
