package courier

import (
	"crypto/tls"
	"net"
	"net/http"

	"github.com/millrace/millrace/internal/network"
)

// maxHeaderBytes bounds the header of an answer.
const maxHeaderBytes = 64 << 10

// newClient makes a client that connects to nothing out of reach. Each message has a connection of its own, which is looked
// at before it is made; nothing is kept open to receivers that are seldom spoken to.
func newClient(options Options) *http.Client {
	dialer := &net.Dialer{Timeout: options.Timeout, Resolver: options.Resolver, ControlContext: network.Guard(options.Reach.Check)}
	return &http.Client{
		Transport: &http.Transport{
			Proxy:                  nil, // it would be asked to connect, and look at nothing
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
