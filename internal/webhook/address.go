package webhook

import (
	"net/netip"

	"github.com/millrace/millrace/internal/fault"
)

// Reach says which addresses messages may be sent to. The zero value is the public internet alone.
type Reach struct {
	// Private also allows addresses of private networks and of this machine.
	Private bool
}

// Check refuses an address that is out of reach. It is asked about the address that is about to be connected to, after
// every lookup of a name: a name may lead elsewhere the next time.
//
// Addresses that are never a receiver's stay refused in any case: nobody, everybody in the neighbourhood, and link-local
// ones, under which clouds serve the credentials of their machines.
func (r Reach) Check(address netip.Addr) error {
	address = address.Unmap().WithZone("")
	switch {
	case !address.IsValid() || isNobody(address):
		return fault.New(fault.Forbidden, "%s is not the address of a receiver", address).
			WithHint("Webhooks are sent to addresses of single machines, and never to link-local ones.")
	case r.Private || isPublic(address):
		return nil
	default:
		return fault.New(fault.Forbidden, "%s is not a public address", address).
			WithHint("Use a receiver on the internet, or have the operator set webhook_private_addresses.")
	}
}

// isNobody holds for addresses that no receiver has.
func isNobody(address netip.Addr) bool {
	return address.IsUnspecified() || address.IsMulticast() || address.IsLinkLocalUnicast() || inAny(address, nobodys())
}

func nobodys() []netip.Prefix {
	return prefixes(
		"0.0.0.0/8",          // this network; Linux takes it as this machine
		"255.255.255.255/32", // everybody
		"168.63.129.16/32",   // the platform of a cloud, with a public-looking address
		"fd00:ec2::/32",      // the metadata of another
		"fec0::/10",          // site-local, given up long ago
	)
}

// isPublic holds for addresses of the internet. Of IPv6 it is only what has been given out so far.
func isPublic(address netip.Addr) bool {
	if embedded, ok := embeddedIPv4(address); ok {
		return isPublic(embedded) && !isNobody(embedded)
	}
	if address.Is6() && !netip.MustParsePrefix("2000::/3").Contains(address) {
		return false
	}
	return !address.IsPrivate() && !address.IsLoopback() && !inAny(address, reserved())
}

// reserved are networks with a purpose of their own.
func reserved() []netip.Prefix {
	return prefixes(
		"100.64.0.0/10",   // behind a carrier's translation
		"192.0.0.0/24",    // protocols
		"192.0.2.0/24",    // documentation
		"192.88.99.0/24",  // relays that are no more
		"198.18.0.0/15",   // measurements
		"198.51.100.0/24", // documentation
		"203.0.113.0/24",  // documentation
		"240.0.0.0/4",     // the future
		"2001::/23",       // protocols, and tunnels that hide an address
		"2001:db8::/32",   // documentation
		"3fff::/20",       // documentation
	)
}

// embeddedIPv4 is the address that a translator or a tunnel would send to.
func embeddedIPv4(address netip.Addr) (netip.Addr, bool) {
	raw := address.As16()
	switch {
	case !address.Is6():
		return netip.Addr{}, false
	case netip.MustParsePrefix("64:ff9b::/96").Contains(address):
		return netip.AddrFrom4([4]byte(raw[12:16])), true
	case netip.MustParsePrefix("2002::/16").Contains(address):
		return netip.AddrFrom4([4]byte(raw[2:6])), true
	default:
		return netip.Addr{}, false
	}
}

func inAny(address netip.Addr, networks []netip.Prefix) bool {
	for _, network := range networks {
		if network.Contains(address) {
			return true
		}
	}
	return false
}

func prefixes(texts ...string) []netip.Prefix {
	parsed := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		parsed[i] = netip.MustParsePrefix(text)
	}
	return parsed
}
