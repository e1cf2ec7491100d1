package gitrepo

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/network"
)

// A user who may name a repository could make the server connect to hosts in its network. So the resolved address of a
// host is checked before each connection.

func (p Peers) checkDial(ctx context.Context, address netip.AddrPort) error {
	if p.CheckDial != nil {
		return p.CheckDial(ctx, address)
	}
	if network.ClassOf(address.Addr()) == network.Public {
		return nil
	}
	return fault.New(fault.Forbidden, "connections to the address are not allowed").WithHint("Use a host on the internet.")
}

const (
	dialTimeout      = 30 * time.Second
	handshakeTimeout = 10 * time.Second
)

func (p Peers) dialer() *net.Dialer {
	return &net.Dialer{Timeout: dialTimeout, ControlContext: network.Guard(p.checkDial)}
}

// transport returns a transport for one exchange. It uses no proxy, because a proxy would connect without checking the
// address.
func (p Peers) transport() http.RoundTripper {
	if p.Transport != nil {
		return p.Transport
	}
	return &http.Transport{
		Proxy: nil, DialContext: p.dialer().DialContext, ForceAttemptHTTP2: true,
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}, TLSHandshakeTimeout: handshakeTimeout,
	}
}

// unconnected returns the fault for a host without a connection. A forbidden host is rejected whether or not it
// listens, and without its resolved address.
func unconnected(address Address, err error) error {
	refused, ok := errors.AsType[*fault.Error](err)
	if !ok || refused.Kind != fault.Forbidden {
		return unreachable(address, err)
	}
	return fault.New(fault.Forbidden, "this server may not connect to the address of %s", address).WithHint("%s", refused.Hint)
}

// isNeverAllowed reports whether a host is a numeric address that no setting allows.
func isNeverAllowed(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && network.ClassOf(address) == network.Forbidden
}
