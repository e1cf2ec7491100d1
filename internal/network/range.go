package network

import "net/netip"

// Range is a set of destinations: the addresses of a network, with every port or with one.
type Range struct {
	Prefix netip.Prefix
	Port   uint16 // 0 means every port
}

// ParseRange parses a network in CIDR notation or a single address, with or without a port: 10.0.0.0/8, 10.1.2.3,
// 10.1.2.3:5432 or [fd00::1]:5432.
func ParseRange(text string) (Range, bool) {
	if prefix, err := netip.ParsePrefix(text); err == nil {
		return Range{Prefix: prefix.Masked()}, !prefix.Addr().Is4In6()
	}
	if address, err := netip.ParseAddr(text); err == nil {
		return Range{Prefix: single(address)}, address.Zone() == ""
	}
	at, err := netip.ParseAddrPort(text)
	if err != nil || at.Port() == 0 || at.Addr().Zone() != "" {
		return Range{}, false
	}
	return Range{Prefix: single(at.Addr()), Port: at.Port()}, true
}

func single(address netip.Addr) netip.Prefix {
	address = address.Unmap()
	return netip.PrefixFrom(address, address.BitLen())
}

// Contains reports whether the range contains a destination. It looks at the address behind a translator or a tunnel.
func (r Range) Contains(to netip.AddrPort) bool {
	return (r.Port == 0 || r.Port == to.Port()) && r.Prefix.Contains(Actual(to.Addr()))
}

// String returns the text that ParseRange parses.
func (r Range) String() string {
	if r.Port != 0 {
		return netip.AddrPortFrom(r.Prefix.Addr(), r.Port).String()
	}
	return r.Prefix.String()
}

// Actual returns the address that packets to an address arrive at: without the notation of IPv4 in IPv6, and behind a
// translator or a tunnel.
func Actual(address netip.Addr) netip.Addr {
	address = address.Unmap().WithZone("")
	if !address.IsValid() {
		return address
	}
	if embedded, ok := embeddedIPv4(address); ok {
		return embedded
	}
	return address
}
