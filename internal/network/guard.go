package network

import (
	"context"
	"net/netip"
	"syscall"
)

// Guard asks check about every address that a net.Dialer is about to connect to, for its ControlContext. Nothing is sent to
// an address for which check gives an error.
func Guard(check func(netip.Addr) error) func(ctx context.Context, network, address string, c syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		return check(at.Addr())
	}
}
