package webhook

import (
	"net/netip"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/network"
)

// AddressPolicy decides which addresses messages may be sent to. The zero value allows public addresses only.
type AddressPolicy struct {
	// Private also allows addresses of private networks and of this machine.
	Private bool
}

// Check rejects an address that messages may not be sent to. The client calls it with the resolved address before each
// connection. Addresses that no receiver can have, such as link-local ones, are always rejected.
func (p AddressPolicy) Check(address netip.Addr) error {
	class := network.ClassOf(address)
	switch {
	case class == network.Forbidden:
		return fault.New(fault.Forbidden, "webhooks may not be sent to %s", address.Unmap().WithZone("")).
			WithHint("Use the address of a single machine; link-local addresses are never allowed.")
	case p.Private || class == network.Public:
		return nil
	default:
		return fault.New(fault.Forbidden, "%s is not a public address", address.Unmap().WithZone("")).
			WithHint("Use a receiver on the internet, or have the operator set webhook_private_addresses.")
	}
}
