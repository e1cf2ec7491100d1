package network

import "net/netip"

// isPublic reports whether an address belongs to the internet. Of IPv6 it accepts only the allocated part.
func isPublic(address netip.Addr) bool {
	if embedded, ok := embeddedIPv4(address); ok {
		return isPublic(embedded)
	}
	if address.Is6() && !netip.MustParsePrefix("2000::/3").Contains(address) {
		return false
	}
	return !address.IsPrivate() && !address.IsLoopback() && !inAny(address, reserved())
}

// reserved lists networks with a special purpose.
func reserved() []netip.Prefix {
	return prefixes(
		"100.64.0.0/10",   // carrier-grade translation
		"192.0.0.0/24",    // protocols
		"192.0.2.0/24",    // documentation
		"192.88.99.0/24",  // former relays
		"198.18.0.0/15",   // benchmarks
		"198.51.100.0/24", // documentation
		"203.0.113.0/24",  // documentation
		"240.0.0.0/4",     // future use
		"2001::/23",       // protocols, and tunnels that hide an address
		"2001:db8::/32",   // documentation
		"3fff::/20",       // documentation
	)
}

// embeddedIPv4 returns the address that a translator or a tunnel forwards to, and false if there is none.
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
