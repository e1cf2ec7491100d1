package trino

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/millrace/millrace/internal/network"
)

// maxIdleConnections is how many connections are kept open for the next statements.
const maxIdleConnections = 16

// newTransport returns an HTTP client that checks each address before it connects, and follows no redirect: a redirect
// would take the credentials to another host.
func (s *settings) newTransport(timeout time.Duration) *http.Client {
	dialer := net.Dialer{
		Timeout:         timeout / repeatShare,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 20 * time.Second, Interval: 10 * time.Second, Count: 4},
	}
	transport := &http.Transport{
		Proxy:                 nil, // the environment of the server's user decides nothing
		DialContext:           s.dial(dialer),
		TLSClientConfig:       s.tls,
		TLSHandshakeTimeout:   timeout / repeatShare,
		ResponseHeaderTimeout: timeout,
		MaxIdleConnsPerHost:   maxIdleConnections,
		IdleConnTimeout:       time.Minute,
		ForceAttemptHTTP2:     true,
	}
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// dial returns a dialer that checks each address after the name was looked up.
func (s *settings) dial(dialer net.Dialer) func(ctx context.Context, network, address string) (net.Conn, error) {
	if s.checkDial != nil {
		dialer.ControlContext = network.Guard(func(ctx context.Context, address netip.AddrPort) error {
			return s.checkDial(ctx, address, s.catalog)
		})
	}
	return dialer.DialContext
}
