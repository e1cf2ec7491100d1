package webhook

import (
	"crypto/tls"
	"net"
	"net/http"

	"github.com/millrace/millrace/internal/network"
)

// maxHeaderBytes limits the header of a response.
const maxHeaderBytes = 64 << 10

// newClient returns a client that connects only to addresses that the rule allows. Each message gets a client and a
// connection of its own, so that no organization uses a connection of another; none stays open, because most receivers
// get few messages.
func (d *Dispatcher) newClient(rule addressRule) *http.Client {
	dialer := &net.Dialer{Timeout: d.Timeout, Resolver: d.Resolver, ControlContext: network.Guard(rule.check)}
	return &http.Client{
		Transport: &http.Transport{
			Proxy:                  nil, // a proxy would connect without checking the address
			DialContext:            dialer.DialContext,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout:    d.Timeout,
			DisableKeepAlives:      true,
			DisableCompression:     true,
			MaxResponseHeaderBytes: maxHeaderBytes,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
