package network

import "net/netip"

// ipv6ClientBits is the size of the networks that providers assign to one IPv6 customer, who can use every address in it.
const ipv6ClientBits = 64

// ClientKey returns the key under which limits count the requests of an address: an IPv4 address itself, or the /64
// network of an IPv6 address. It returns a text that is not an address unchanged.
func ClientKey(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	parsed = parsed.Unmap().WithZone("")
	if parsed.Is4() {
		return parsed.String()
	}
	network, err := parsed.Prefix(ipv6ClientBits)
	if err != nil {
		return address
	}
	return network.String()
}
