package gitrepo_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
)

// advertised is how a host begins whose main is at a commit that it makes up.
func advertised(w io.Writer) {
	head := strings.Repeat("a", 40)
	_, _ = io.WriteString(w, "001e# service=git-upload-pack\n0000")
	line := head + " refs/heads/main\x00side-band-64k\n"
	_, _ = io.WriteString(w, hexLength(len(line)+4)+line+"0000")
}

func hexLength(n int) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[n>>12&15], digits[n>>8&15], digits[n>>4&15], digits[n&15]})
}

// afterwards is a host that advertises its branch, and then sends an answer to a fetch.
func afterwards(answer func(w io.Writer, r *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			advertised(w)
			return
		}
		_, _ = io.WriteString(w, "0008NAK\n")
		answer(w, r)
	}
}

// sent is an answer that is always the same.
func sent(text string) func(io.Writer, *http.Request) {
	return func(w io.Writer, _ *http.Request) { _, _ = io.WriteString(w, text) }
}

// forever is an answer that has no end: lines that begin alike.
func forever(begin string) func(io.Writer, *http.Request) {
	line := "fff0" + begin + strings.Repeat("x", 0xffec-len(begin))
	return func(w io.Writer, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, line); err != nil {
				return
			}
		}
	}
}

func hostileHosts() map[string]http.HandlerFunc {
	pack := blobs("x").pack()
	return map[string]http.HandlerFunc{
		"nothing":        func(http.ResponseWriter, *http.Request) {},
		"a page":         func(w http.ResponseWriter, r *http.Request) { sent("<html>sign in</html>")(w, r) },
		"a wrong status": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) },
		"endless lines":  func(w http.ResponseWriter, r *http.Request) { forever("")(w, r) },
		"silence":        func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"half an answer": func(w http.ResponseWriter, r *http.Request) {
			sent("001e# service")(w, r)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
		"a pack that is none":       afterwards(sent("000d\x01PACKnope0000")),
		"no pack":                   afterwards(sent("0000")),
		"a pack without the commit": afterwards(sent(hexLength(len(pack)+5) + "\x01" + string(pack) + "0000")),
		"an endless pack":           afterwards(forever("\x01")),
		"an error of its own":       afterwards(sent("000c\x03 broken\n")),
		"progress for ever":         afterwards(forever("\x02")),
	}
}

// TestHostileHosts: whatever a host sends, there is an error, in time and without the token.
func TestHostileHosts(t *testing.T) {
	t.Parallel()
	for name, answer := range hostileHosts() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewTLSServer(answer)
			defer server.Close()
			peers := gitrepo.Peers{Transport: server.Client().Transport, Timeout: 2 * time.Second}
			peer := gitrepo.Peer{Address: address(t, server.URL+"/x"), Credential: gitrepo.Credential{Username: "ada", Token: token}}
			d := newLimitedFixture(t, gitrepo.Limits{PackBytes: 4 << 20})
			_, err := d.Fetch(t.Context(), peers, peer, "")
			if kind := fault.KindOf(err); kind != fault.Invalid && kind != fault.Unavailable || fault.From(err).Hint == "" {
				t.Errorf("got %v (%s)", err, kind)
			}
			if err != nil && strings.Contains(err.Error(), token) {
				t.Errorf("the error holds the token: %v", err)
			}
			if references, _ := d.storage.References(t.Context()); len(references) > 0 {
				t.Errorf("something moved: %v", references)
			}
		})
	}
}

// TestTokenStaysWithItsHost: a host that points elsewhere does not get the token sent there, nor elsewhere asked at all.
func TestTokenStaysWithItsHost(t *testing.T) {
	t.Parallel()
	for name, target := range map[string]func(other string) string{
		"another host": func(other string) string { return other + "/x/info/refs?service=git-upload-pack" },
		"a file":       func(string) string { return "file:///etc/passwd" },
		"in clear":     func(string) string { return "http://127.0.0.1/x/info/refs" },
	} {
		other := httptest.NewTLSServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			t.Errorf("%s: the other host was asked, with %q", name, r.Header.Get("Authorization"))
		}))
		server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, target(other.URL), http.StatusFound)
		}))
		peers := gitrepo.Peers{Transport: server.Client().Transport}
		peer := gitrepo.Peer{Address: address(t, server.URL+"/x"), Credential: gitrepo.Credential{Username: "ada", Token: token}}
		_, err := newFixture(t).Fetch(t.Context(), peers, peer, "")
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "another address") {
			t.Errorf("%s: got %v", name, err)
		}
		server.Close()
		other.Close()
	}
}

// TestRedirectOnTheSameHostIsFollowed: some hosts add the suffix that people leave out.
func TestRedirectOnTheSameHostIsFollowed(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	h.repository("shop", files{"a": "1"})
	transport := h.peers.Transport
	moved := gitrepo.Peers{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		if strings.HasPrefix(r.URL.Path, "/short/") {
			if r.Method != http.MethodGet {
				t.Errorf("%s %s goes to where nothing is", r.Method, r.URL.Path)
			}
			to := strings.Replace(r.URL.String(), "/short/", "/shop/.git/", 1)
			return &http.Response{
				StatusCode: http.StatusMovedPermanently, Header: http.Header{"Location": {to}}, Body: http.NoBody, Request: r,
			}, nil
		}
		return transport.RoundTrip(r)
	})}
	if _, err := newFixture(t).Fetch(t.Context(), moved, h.peer(t, "short"), ""); err != nil {
		t.Error(err)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
