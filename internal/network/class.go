package network

import "net/netip"

// Class is a class of network addresses.
type Class int

// The classes.
const (
	// Forbidden is an address that no remote server has: unspecified, broadcast, multicast, and link-local addresses,
	// under which clouds serve the credentials of their machines.
	Forbidden Class = iota
	// Private is an address of a private network, of this machine, or of a reserved network.
	Private
	// Public is an address of the internet.
	Public
)

// ClassOf returns the class of an address. An invalid address is Forbidden.
func ClassOf(address netip.Addr) Class {
	address = address.Unmap().WithZone("")
	switch {
	case !address.IsValid() || isForbidden(address):
		return Forbidden
	case isPublic(address):
		return Public
	default:
		return Private
	}
}

// isForbidden reports whether no remote server has the address. It also checks the address behind a translator or a
// tunnel.
func isForbidden(address netip.Addr) bool {
	if embedded, ok := embeddedIPv4(address); ok {
		return isForbidden(embedded)
	}
	return address.IsUnspecified() || address.IsMulticast() || address.IsLinkLocalUnicast() || inAny(address, forbidden())
}

func forbidden() []netip.Prefix {
	return prefixes(
		"0.0.0.0/8",          // this network; Linux treats it as this machine
		"255.255.255.255/32", // broadcast
		"168.63.129.16/32",   // the platform of a cloud, with a public-looking address
		"100.100.100.200/32", // the metadata of a second cloud
		"fd00:ec2::/32",      // the metadata of a third cloud
		"64:ff9b:1::/48",     // a local translator, which may lead anywhere
		"fec0::/10",          // site-local, deprecated
	)
}
