package egress

import (
	"context"
	"net"
	"net/netip"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/network"
)

// Endpoint is an address of this deployment. The host is a name, an address, or empty for this machine.
type Endpoint struct {
	Host string
	Port uint16
}

// is reports whether a destination is the endpoint. All addresses of this machine are equal, because a server that listens
// on one of them usually listens on others.
func (e Endpoint) is(ctx context.Context, to netip.AddrPort) (bool, error) {
	if e.Port == 0 || e.Port != to.Port() {
		return false, nil
	}
	addresses, err := e.resolve(ctx)
	if err != nil {
		return false, err
	}
	for _, address := range addresses {
		if address == to.Addr() || (isLocal(address) && isLocal(to.Addr())) {
			return true, nil
		}
	}
	return false, nil
}

// resolve looks the host up each time, because a database may fail over to another address.
func (e Endpoint) resolve(ctx context.Context) ([]netip.Addr, error) {
	if e.Host == "" {
		return []netip.Addr{netip.IPv6Loopback()}, nil
	}
	if address, err := netip.ParseAddr(e.Host); err == nil {
		return []netip.Addr{network.Actual(address)}, nil
	}
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", e.Host)
	if err != nil {
		return nil, fault.New(fault.Unavailable, "the address of the state database cannot be resolved").WithHint("Try again later.")
	}
	for i := range found {
		found[i] = network.Actual(found[i])
	}
	return found, nil
}

// isLocal reports whether an address belongs to this machine.
func isLocal(address netip.Addr) bool {
	if address.IsLoopback() || address.IsUnspecified() {
		return true
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		return false
	}
	for _, item := range own {
		if prefix, err := netip.ParsePrefix(item.String()); err == nil && prefix.Addr().Unmap() == address {
			return true
		}
	}
	return false
}
