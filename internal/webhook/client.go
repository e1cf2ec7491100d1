package webhook

import (
	"crypto/tls"
	"net"
	"net/http"

	"github.com/millrace/millrace/internal/network"
)

// maxHeaderBytes limits the header of a response.
const maxHeaderBytes = 64 << 10

// newClient returns a client that connects only to addresses that the policy allows. Each message gets a connection of its
// own, whose address is checked before it is dialed; none stays open, because most receivers get few messages.
func newClient(options DispatcherOptions) *http.Client {
	dialer := &net.Dialer{Timeout: options.Timeout, Resolver: options.Resolver, ControlContext: network.Guard(options.Addresses.Check)}
	return &http.Client{
		Transport: &http.Transport{
			Proxy:                  nil, // a proxy would connect without checking the address
			DialContext:            dialer.DialContext,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout:    options.Timeout,
			DisableKeepAlives:      true,
			DisableCompression:     true,
			MaxResponseHeaderBytes: maxHeaderBytes,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
