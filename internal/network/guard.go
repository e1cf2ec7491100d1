package network

import (
	"context"
	"net/netip"
	"syscall"
)

// Guard calls check with every address and port that a net.Dialer is about to connect to. Use it as ControlContext. The dialer
// sends nothing to an address for which check returns an error.
func Guard(check func(context.Context, netip.AddrPort) error) func(ctx context.Context, network, address string, c syscall.RawConn) error {
	return func(ctx context.Context, _, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		return check(ctx, at)
	}
}
