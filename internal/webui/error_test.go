package webui_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

type errorBody struct {
	Error struct {
		ErrorString string `json:"errorString"`
		ErrorDetail string `json:"errorDetail"`
		RequestID   string `json:"requestID"`
	} `json:"error"`
}

func readError(t *testing.T, response *http.Response) errorBody {
	t.Helper()
	var read errorBody
	if err := json.NewDecoder(response.Body).Decode(&read); err != nil {
		t.Fatalf("not the fixed error body: %v", err)
	}
	return read
}

func TestMissingFilesReturnNotFound(t *testing.T) {
	t.Parallel()
	ui := newUI(t)
	for _, path := range []string{
		"/assets/", "/assets/gone-000.js", "/favicon.ico", "/robots.txt",
		"/index.html", "/api-docs.html", "/assets/index-abc123.js.gz", // pages and compressed copies have no path
		"/.gitkeep", "/.env",
		"/assets/../index.html", "/assets/../../handler.go", "/assets/..%2findex.html", "/assets/./index-abc123.js",
		"/assets//index-abc123.js", "/assets/index-abc123.js/", "/assets/\x00", "/assets/\xff\xfe", `/assets/..\index.html`,
	} {
		response := ask(ui, http.MethodGet, path)
		if response.StatusCode != http.StatusNotFound {
			t.Errorf("%q: status %d", path, response.StatusCode)
			continue
		}
		read := readError(t, response)
		if !strings.HasPrefix(read.Error.ErrorString, "404: ") || read.Error.ErrorDetail == "" {
			t.Errorf("%q: %+v", path, read)
		}
	}
}

func TestNoPathReachesAFileOutsideTheBuild(t *testing.T) {
	t.Parallel()
	ui := newUI(t)
	for _, path := range []string{"/../handler.go", "/a/../../etc/passwd", "/%2e%2e/etc/passwd", "/.vite/manifest.json", "", "*"} {
		body := bodyOf(t, ask(ui, http.MethodGet, path))
		if strings.Contains(body, "package webui") || strings.Contains(body, "root:") || body == "{}" {
			t.Errorf("%q gave a file: %q", path, body)
		}
	}
}

func TestOnlyGetAndHeadAreAllowed(t *testing.T) {
	t.Parallel()
	ui := newUI(t)
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, "BREW"} {
		for _, path := range []string{"/", scriptPath, "/api-docs"} {
			response := ask(ui, method, path)
			if response.StatusCode != http.StatusMethodNotAllowed || response.Header.Get("Allow") != "GET, HEAD" {
				t.Errorf("%s %s: status %d, Allow %q", method, path, response.StatusCode, response.Header.Get("Allow"))
			}
			if read := readError(t, response); !strings.HasPrefix(read.Error.ErrorString, "405: ") {
				t.Errorf("%s %s: %+v", method, path, read)
			}
		}
	}
}

func TestErrorsContainTheRequestID(t *testing.T) {
	t.Parallel()
	recorder := httptest.NewRecorder()
	recorder.Header().Set("X-Request-ID", "req-7")
	newUI(t).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/assets/gone.js", nil))
	if read := readError(t, recorder.Result()); read.Error.RequestID != "req-7" {
		t.Errorf("request id %q", read.Error.RequestID)
	}
}

func TestEveryResponseHasSecurityHeaders(t *testing.T) {
	t.Parallel()
	ui := newUI(t)
	for _, path := range []string{"/", "/api-docs", scriptPath, "/assets/gone.js"} {
		header := ask(ui, http.MethodGet, path).Header
		for name, want := range map[string]string{
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "same-origin",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s %q, want %q", path, name, got, want)
			}
		}
	}
}
