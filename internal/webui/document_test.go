package webui_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/webui"
)

var nonceInPolicy = regexp.MustCompile(`script-src 'self' 'nonce-([A-Za-z0-9_-]{22})'`)

func policyNonce(t *testing.T, response *http.Response) string {
	t.Helper()
	found := nonceInPolicy.FindStringSubmatch(response.Header.Get("Content-Security-Policy"))
	if found == nil {
		t.Fatalf("no nonce in policy %q", response.Header.Get("Content-Security-Policy"))
	}
	return found[1]
}

func TestPathWithoutFileReturnsThePage(t *testing.T) {
	t.Parallel()
	ui := newUI(t)
	for _, path := range []string{
		"/", "/login", "/projects", "/projects/0b6c", "/projects/a.b/deploy", "/no/such/page", "/api-docs/more", "/assets",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			response := ask(ui, http.MethodGet, path)
			if response.StatusCode != http.StatusOK {
				t.Fatalf("status %d", response.StatusCode)
			}
			if !strings.Contains(bodyOf(t, response), "app</html>") {
				t.Error("not the application's page")
			}
		})
	}
}

func TestAPIDocsIsASeparateDocument(t *testing.T) {
	t.Parallel()
	ui := newUI(t)
	for _, path := range []string{"/api-docs", "/api-docs/"} {
		if body := bodyOf(t, ask(ui, http.MethodGet, path)); !strings.Contains(body, "docs</html>") {
			t.Errorf("%s: not the page of the API document", path)
		}
	}
}

func TestPageHasTheNonceOfItsPolicy(t *testing.T) {
	t.Parallel()
	response := ask(newUI(t), http.MethodGet, "/projects")
	nonce, body := policyNonce(t, response), bodyOf(t, response)
	if got := strings.Count(body, `nonce="`+nonce+`"`); got != 2 {
		t.Errorf("the nonce is %d times in the page, want 2", got)
	}
	if strings.Contains(body, "__CSP_NONCE__") {
		t.Error("a placeholder was left in the page")
	}
}

func TestNoncesNeverRepeat(t *testing.T) {
	t.Parallel()
	ui, seen := newUI(t), map[string]bool{}
	for range 1000 {
		nonce := policyNonce(t, ask(ui, http.MethodGet, "/"))
		if seen[nonce] {
			t.Fatalf("nonce %s came twice", nonce)
		}
		seen[nonce] = true
	}
}

func TestPolicyIsStrict(t *testing.T) {
	t.Parallel()
	ui := newUI(t)
	for _, path := range []string{"/", "/projects", "/api-docs"} {
		policy := ask(ui, http.MethodGet, path).Header.Get("Content-Security-Policy")
		for _, directive := range []string{
			"default-src 'none'", "connect-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
		} {
			if !strings.Contains(policy, directive) {
				t.Errorf("%s: policy lacks %s: %s", path, directive, policy)
			}
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy allows something unsafe: %s", path, policy)
		}
	}
}

func TestPagesAreNeverCached(t *testing.T) {
	t.Parallel()
	ui := newUI(t)
	for _, path := range []string{"/", "/projects", "/api-docs"} {
		header := ask(ui, http.MethodGet, path).Header
		if got := header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s: Cache-Control %q", path, got)
		}
		if got := header.Get("Content-Type"); got != "text/html; charset=utf-8" {
			t.Errorf("%s: Content-Type %q", path, got)
		}
	}
}

func TestHeadOfPageHasHeadersAndNoBody(t *testing.T) {
	t.Parallel()
	response := ask(newUI(t), http.MethodHead, "/projects")
	if body := bodyOf(t, response); body != "" {
		t.Errorf("body %q", body)
	}
	policyNonce(t, response)
}

func TestPageWithoutNoncePlaceholderIsRejected(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"index.html", "api-docs.html"} {
		files := build(t)
		files[name] = &fstest.MapFile{Data: []byte("<html></html>")}
		if _, err := webui.NewFrom(files); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v does not name the page", name, err)
		}
	}
}

func TestBuildWithoutSecondPageIsRejected(t *testing.T) {
	t.Parallel()
	files := build(t)
	delete(files, "api-docs.html")
	if _, err := webui.NewFrom(files); err == nil {
		t.Error("an incomplete build was accepted")
	}
}
