package singlesignon

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/network"
)

const (
	requestTimeout   = 10 * time.Second
	maxHeaderBytes   = 64 << 10
	maxResponseBytes = 1 << 20
)

// newClient returns a client that connects only to addresses that the rule allows.
func newClient(rule egress.Rule) *http.Client {
	return &http.Client{
		Timeout:       requestTimeout,
		Transport:     guardedTransport{encrypted: newTransport(guard{rule: rule}), plain: newTransport(guard{rule: rule, isPlain: true})},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func newTransport(g guard) *http.Transport {
	dialer := &net.Dialer{Timeout: requestTimeout, ControlContext: network.Guard(g.check)}
	return &http.Transport{
		Proxy:                  nil, // a proxy would connect without checking the address
		DialContext:            dialer.DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    requestTimeout,
		DisableKeepAlives:      true, // an organization signs in now and then
		MaxResponseHeaderBytes: maxHeaderBytes,
	}
}

// guardedTransport sends a request by its scheme, and limits the size of the response.
type guardedTransport struct{ encrypted, plain *http.Transport }

// RoundTrip sends a request.
func (t guardedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	transport := t.encrypted
	if r.URL.Scheme == "http" {
		transport = t.plain
	}
	response, err := transport.RoundTrip(r)
	if err == nil {
		response.Body = &limitedBody{ReadCloser: response.Body, left: maxResponseBytes}
	}
	return response, err
}

// limitedBody fails after too many bytes, so that a part is not taken for the whole.
type limitedBody struct {
	io.ReadCloser

	left int
}

var errTooLarge = errors.New("the response of the identity provider is too large")

// Read reads from the body.
func (b *limitedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errTooLarge
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left+1)])
	if b.left -= n; b.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}
