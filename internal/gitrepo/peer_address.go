package gitrepo

import (
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
// host is checked before each connection. Public hosts are always allowed, those of private networks if an operator
// allows them, and link-local addresses never.

// errForbiddenAddress marks a host with an address that is not allowed.
var errForbiddenAddress = errors.New("connections to the address are not allowed")

func (p Peers) checkAddress(address netip.Addr) error {
	class := network.ClassOf(address)
	if class == network.Public || class == network.Private && p.Private {
		return nil
	}
	return errForbiddenAddress
}

const (
	dialTimeout      = 30 * time.Second
	handshakeTimeout = 10 * time.Second
)

func (p Peers) dialer() *net.Dialer {
	return &net.Dialer{Timeout: dialTimeout, ControlContext: network.Guard(p.checkAddress)}
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
	if !errors.Is(err, errForbiddenAddress) {
		return unreachable(address, err)
	}
	return fault.New(fault.Forbidden, "this server may not connect to the address of %s", address).
		WithHint("Use a host on the internet. Hosts in private networks need the setting git_private_addresses, which an operator sets.")
}

// isNeverAllowed reports whether a host is a numeric address that no setting allows.
func isNeverAllowed(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && network.ClassOf(address) == network.Forbidden
}
