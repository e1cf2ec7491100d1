package network

import "net/netip"

// isPublic holds for addresses of the internet. Of IPv6 it is only what has been given out so far.
func isPublic(address netip.Addr) bool {
	if embedded, ok := embeddedIPv4(address); ok {
		return isPublic(embedded)
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
