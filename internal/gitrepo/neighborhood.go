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

// Whoever may name a repository could have the server connect to whatever is near it. So the address of a host is looked at
// when it is about to be connected to, after the lookup of its name. Hosts of the internet are always allowed, those of private
// networks when an operator says so, and link-local addresses never.

// errNear is that a host has an address that is not allowed.
var errNear = errors.New("the address is not one that may be connected to")

func (p Peers) checkAddress(address netip.Addr) error {
	class := network.ClassOf(address)
	if class == network.Public || class == network.Private && p.Private {
		return nil
	}
	return errNear
}

const (
	dialTimeout      = 30 * time.Second
	handshakeTimeout = 10 * time.Second
)

func (p Peers) dialer() *net.Dialer {
	return &net.Dialer{Timeout: dialTimeout, ControlContext: network.Guard(p.checkAddress)}
}

// transport is for one visit. There is no proxy on the way: it would be asked to connect, and look at nothing.
func (p Peers) transport() http.RoundTripper {
	if p.Transport != nil {
		return p.Transport
	}
	return &http.Transport{
		Proxy: nil, DialContext: p.dialer().DialContext, ForceAttemptHTTP2: true,
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}, TLSHandshakeTimeout: handshakeTimeout,
	}
}

// unconnected is the fault for a host that there is no connection to. One that is not allowed is refused whether or not
// something listens there, and without the number that its name led to.
func unconnected(address Address, err error) error {
	if !errors.Is(err, errNear) {
		return unreachable(address, err)
	}
	return fault.New(fault.Forbidden, "%s is at an address that this server may not connect to", address).
		WithHint("Use a host on the internet. Hosts in private networks need the setting git_private_addresses, which an operator sets.")
}

// isNobody reports whether a host is written as a number that no setting allows.
func isNobody(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && network.ClassOf(address) == network.Forbidden
}
