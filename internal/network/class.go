package network

import "net/netip"

// Class is a kind of address.
type Class int

// The classes.
const (
	// Nobody is an address that no server of others has: nobody, everybody in the neighborhood, and link-local ones, under
	// which clouds serve the credentials of their machines.
	Nobody Class = iota
	// Private is an address of a private network, of this machine, or of a purpose of its own.
	Private
	// Public is an address of the internet.
	Public
)

// ClassOf gives the class of an address.
func ClassOf(address netip.Addr) Class {
	address = address.Unmap().WithZone("")
	switch {
	case !address.IsValid() || isNobody(address):
		return Nobody
	case isPublic(address):
		return Public
	default:
		return Private
	}
}

// isNobody holds for addresses that no server of others has, also when a translator or a tunnel leads to them.
func isNobody(address netip.Addr) bool {
	if embedded, ok := embeddedIPv4(address); ok {
		return isNobody(embedded)
	}
	return address.IsUnspecified() || address.IsMulticast() || address.IsLinkLocalUnicast() || inAny(address, nobodys())
}

func nobodys() []netip.Prefix {
	return prefixes(
		"0.0.0.0/8",          // this network; Linux takes it as this machine
		"255.255.255.255/32", // everybody
		"168.63.129.16/32",   // the platform of a cloud, with a public-looking address
		"100.100.100.200/32", // the metadata of another
		"fd00:ec2::/32",      // the metadata of a third
		"64:ff9b:1::/48",     // a translator of the neighborhood, which may lead anywhere
		"fec0::/10",          // site-local, given up long ago
	)
}
