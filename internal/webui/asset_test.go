package webui_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"testing"
)

const scriptPath = "/assets/index-abc123.js"

func TestHashedFilesAreCachedForEver(t *testing.T) {
	t.Parallel()
	response := ask(newUI(t), http.MethodGet, scriptPath)
	if got := response.Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
		t.Errorf("Cache-Control %q", got)
	}
	if body := bodyOf(t, response); body != scriptText {
		t.Errorf("body %q", body)
	}
}

func TestFilesWithFixedNamesAreRevalidated(t *testing.T) {
	t.Parallel()
	response := ask(newUI(t), http.MethodGet, "/favicon.svg")
	if got := response.Header.Get("Cache-Control"); got != "public, no-cache" {
		t.Errorf("Cache-Control %q", got)
	}
	if body := bodyOf(t, response); body != faviconText {
		t.Errorf("body %q", body)
	}
}

func TestContentTypes(t *testing.T) {
	t.Parallel()
	ui := newUI(t)
	for path, want := range map[string]string{
		scriptPath:                     "text/javascript; charset=utf-8",
		"/assets/index-abc123.css":     "text/css; charset=utf-8",
		"/favicon.svg":                 "image/svg+xml",
		"/licenses.md":                 "text/plain; charset=utf-8",
		"/assets/unknown-abc123.thing": "application/octet-stream",
	} {
		if got := ask(ui, http.MethodGet, path).Header.Get("Content-Type"); got != want {
			t.Errorf("%s: Content-Type %q, want %q", path, got, want)
		}
	}
}

func TestCompressedCopyIsServedToClientsThatAcceptIt(t *testing.T) {
	t.Parallel()
	ui := newUI(t)
	for _, test := range []struct {
		accept string
		gzip   bool
	}{
		{"gzip", true},
		{"gzip, deflate, br", true},
		{"br;q=1.0, GZIP;q=0.5", true},
		{"", false},
		{"br", false},
		{"gzip;q=0", false},
		{"deflate, gzip; q=0.000", false},
	} {
		t.Run(test.accept, func(t *testing.T) {
			t.Parallel()
			response := ask(ui, http.MethodGet, scriptPath, "Accept-Encoding", test.accept)
			if got := response.Header.Get("Content-Encoding") == "gzip"; got != test.gzip {
				t.Fatalf("compressed: %v, want %v", got, test.gzip)
			}
			if got := response.Header.Get("Vary"); got != "Accept-Encoding" {
				t.Errorf("Vary %q", got)
			}
			if got := plainBody(t, response); got != scriptText {
				t.Errorf("body %q", got)
			}
		})
	}
}

func plainBody(t *testing.T, response *http.Response) string {
	t.Helper()
	if response.Header.Get("Content-Encoding") != "gzip" {
		return bodyOf(t, response)
	}
	reader, err := gzip.NewReader(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestFileWithoutCompressedCopyIsPlain(t *testing.T) {
	t.Parallel()
	header := ask(newUI(t), http.MethodGet, "/assets/index-abc123.css", "Accept-Encoding", "gzip").Header
	if header.Get("Content-Encoding") != "" || header.Get("Vary") != "" {
		t.Errorf("Content-Encoding %q, Vary %q", header.Get("Content-Encoding"), header.Get("Vary"))
	}
}

func TestKnownTagReturnsNotModified(t *testing.T) {
	t.Parallel()
	ui := newUI(t)
	tags := map[string]bool{}
	for _, accept := range []string{"", "gzip"} {
		tag := ask(ui, http.MethodGet, scriptPath, "Accept-Encoding", accept).Header.Get("ETag")
		if tag == "" || tags[tag] {
			t.Fatalf("tag %q is missing or the same for both forms", tag)
		}
		tags[tag] = true
		again := ask(ui, http.MethodGet, scriptPath, "Accept-Encoding", accept, "If-None-Match", tag)
		if again.StatusCode != http.StatusNotModified || bodyOf(t, again) != "" {
			t.Errorf("status %d for a known tag", again.StatusCode)
		}
	}
}

func TestRangeRefersToThePlainFile(t *testing.T) {
	t.Parallel()
	response := ask(newUI(t), http.MethodGet, scriptPath, "Accept-Encoding", "gzip", "Range", "bytes=0-5")
	if response.StatusCode != http.StatusPartialContent {
		t.Fatalf("status %d", response.StatusCode)
	}
	if got := bodyOf(t, response); got != scriptText[:6] {
		t.Errorf("part %q", got)
	}
}

func TestHeadOfFileHasNoBody(t *testing.T) {
	t.Parallel()
	response := ask(newUI(t), http.MethodHead, scriptPath)
	if response.StatusCode != http.StatusOK || bodyOf(t, response) != "" {
		t.Errorf("status %d", response.StatusCode)
	}
}
