package webhook

import (
	"net/netip"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/network"
)

// AddressPolicy says which addresses messages may be sent to. The zero value is the public internet alone.
type AddressPolicy struct {
	// Private also allows addresses of private networks and of this machine.
	Private bool
}

// Check refuses an address that is out of reach. It is asked about the address that is about to be connected to, after
// every lookup of a name. Addresses that are never a receiver's stay refused in any case.
func (r AddressPolicy) Check(address netip.Addr) error {
	class := network.ClassOf(address)
	switch {
	case class == network.Nobody:
		return fault.New(fault.Forbidden, "%s is not the address of a receiver", address.Unmap().WithZone("")).
			WithHint("Webhooks are sent to addresses of single machines, and never to link-local ones.")
	case r.Private || class == network.Public:
		return nil
	default:
		return fault.New(fault.Forbidden, "%s is not a public address", address.Unmap().WithZone("")).
			WithHint("Use a receiver on the internet, or have the operator set webhook_private_addresses.")
	}
}
