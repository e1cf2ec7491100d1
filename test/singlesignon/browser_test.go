package singlesignon_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
)

// browser follows redirects with cookies, as a browser does. Subdomains of localhost lead to this machine.
type browser struct {
	t      *testing.T
	client *http.Client
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		if err == nil && strings.HasSuffix(host, ".localhost") {
			address = net.JoinHostPort("127.0.0.1", port)
		}
		return new(net.Dialer).DialContext(ctx, network, address)
	}
	return &browser{t: t, client: &http.Client{Jar: jar, Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}}
}

// page is where a browser has arrived.
type page struct {
	url    *url.URL
	status int
	body   string
	next   string // the target of a redirect that was not followed
}

// do sends a request and follows redirects until stop reports true for the next URL.
func (b *browser) do(request *http.Request, stop func(*url.URL) bool) page {
	b.t.Helper()
	client := *b.client
	var next string
	client.CheckRedirect = func(to *http.Request, via []*http.Request) error {
		if stop(to.URL) || len(via) > 20 {
			next = to.URL.String()
			return http.ErrUseLastResponse
		}
		return nil
	}
	response, err := client.Do(request)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return page{url: response.Request.URL, status: response.StatusCode, body: string(body), next: next}
}

func always(*url.URL) bool { return true }

func never(*url.URL) bool { return false }

func (b *browser) get(address string, stop func(*url.URL) bool) page {
	b.t.Helper()
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.do(request, stop)
}

func (b *browser) post(address string, form url.Values, stop func(*url.URL) bool) page {
	b.t.Helper()
	request, err := http.NewRequest(http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.do(request, stop)
}

// isCallback reports whether a URL is where the provider sends the browser back to.
func isCallback(to *url.URL) bool { return to.Path == "/login/callback" }

// authorize begins a sign-in at an origin, signs in at the provider, and returns the URL to which the provider sends the
// browser back.
func (b *browser) authorize(start string, p *provider, who person) string {
	b.t.Helper()
	form := b.get(start, isCallback)
	if !strings.HasPrefix(form.url.String(), p.Issuer+"/login/username") {
		b.t.Fatalf("the browser is at %s with status %d, not at the provider", form.url, form.status)
	}
	back := b.post(p.Issuer+"/login/username", url.Values{
		"id": {form.url.Query().Get("authRequestID")}, "username": {who.Username}, "password": {who.Password},
	}, isCallback)
	if back.next == "" {
		b.t.Fatalf("the provider does not send the browser back: %s, status %d: %s", back.url, back.status, back.body)
	}
	return back.next
}

// finish goes to a callback and returns the target of its redirect: a path of the server.
func (b *browser) finish(callback string) *url.URL {
	b.t.Helper()
	done := b.get(callback, always)
	if done.status != http.StatusSeeOther {
		b.t.Fatalf("the callback has status %d: %s", done.status, done.body)
	}
	target, err := url.Parse(done.next)
	if err != nil {
		b.t.Fatal(err)
	}
	return target
}

// signIn signs in at an origin and returns where the browser is sent.
func (b *browser) signIn(start string, p *provider, who person) *url.URL {
	b.t.Helper()
	return b.finish(b.authorize(start, p, who))
}

// wantError checks that the browser is sent to the sign-in page with a code and the id of the request.
func wantError(t *testing.T, target *url.URL, code string) {
	t.Helper()
	if target.Path != "/login" || target.Query().Get("error") != code || target.Query().Get("requestID") == "" {
		t.Errorf("the browser is sent to %s, want the sign-in page with %s", target, code)
	}
}
