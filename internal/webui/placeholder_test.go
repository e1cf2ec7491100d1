package webui_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/webui"
)

func TestPlaceholderIsServedWithoutBuild(t *testing.T) {
	t.Parallel()
	ui, err := webui.NewFrom(fstest.MapFS{".gitkeep": {}})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/projects", "/api-docs"} {
		response := ask(ui, http.MethodGet, path)
		body := bodyOf(t, response)
		if response.StatusCode != http.StatusOK || !strings.Contains(body, "make build") {
			t.Errorf("%s: status %d, body %q", path, response.StatusCode, body)
		}
		if !strings.Contains(body, `nonce="`+policyNonce(t, response)+`"`) {
			t.Errorf("%s: the page's style would be blocked", path)
		}
	}
	if got := ask(ui, http.MethodGet, scriptPath).StatusCode; got != http.StatusNotFound {
		t.Errorf("file of an absent build: status %d", got)
	}
}

// TestEmbeddedBuildLoads passes with and without a build in the folder.
func TestEmbeddedBuildLoads(t *testing.T) {
	t.Parallel()
	ui, err := webui.New()
	if err != nil {
		t.Fatal(err)
	}
	response := ask(ui, http.MethodGet, "/")
	if body := bodyOf(t, response); !strings.Contains(body, "Millrace") || strings.Contains(body, "__CSP_NONCE__") {
		t.Errorf("not a page of this application: %q", body)
	}
}
