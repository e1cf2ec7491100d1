package webhook_test

import (
	"net/netip"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/webhook"
)

func TestReach(t *testing.T) {
	t.Parallel()
	type verdict struct{ public, private bool }
	everybody, private, nobody := verdict{true, true}, verdict{false, true}, verdict{false, false}
	for text, want := range map[string]verdict{
		"8.8.8.8": everybody, "1.1.1.1": everybody, "93.184.216.34": everybody, "172.15.0.1": everybody, "172.32.0.1": everybody,
		"2606:4700::1111": everybody, "2a00:1450:4001::8b": everybody, "::ffff:8.8.8.8": everybody,
		"64:ff9b::808:808": everybody, "2002:808:808::1": everybody,

		"127.0.0.1": private, "127.255.255.254": private, "::1": private, "::ffff:127.0.0.1": private,
		"10.0.0.1": private, "10.255.255.255": private, "172.16.0.1": private, "172.31.255.255": private, "192.168.1.1": private,
		"100.64.0.1": private, "100.127.255.255": private, "::ffff:10.0.0.1": private, "fd12::1": private, "fc00::1": private,
		"192.0.0.8": private, "192.0.2.1": private, "198.18.0.1": private, "198.51.100.1": private, "203.0.113.1": private,
		"240.0.0.1": private, "2001:db8::1": private, "2001::1": private, "::7f00:1": private, "4000::1": private, "::2": private,
		"64:ff9b::7f00:1": private, "64:ff9b::a00:1": private, "2002:7f00:1::1": private,

		"0.0.0.0": nobody, "0.1.2.3": nobody, "::": nobody, "255.255.255.255": nobody, "224.0.0.1": nobody, "239.1.1.1": nobody,
		"ff02::1": nobody, "169.254.169.254": nobody, "169.254.0.1": nobody, "fe80::1": nobody, "fe80::1%eth0": nobody,
		"::ffff:169.254.169.254": nobody, "168.63.129.16": nobody, "2002:a9fe:a9fe::1": nobody, "fd00:ec2::254": nobody, "fec0::1": nobody, "64:ff9b:1::1": nobody,
	} {
		address := netip.MustParseAddr(text)
		public, allowed := webhook.AddressPolicy{}.Check(address), webhook.AddressPolicy{Private: true}.Check(address)
		if (public == nil) != want.public || (allowed == nil) != want.private {
			t.Errorf("%s: %v; where private addresses are allowed: %v; want %+v", text, public, allowed, want)
		}
		for _, err := range []error{public, allowed} {
			if err != nil && (!fault.Is(err, fault.Forbidden) || fault.From(err).Hint == "") {
				t.Errorf("%s: %v is not a clear fault", text, err)
			}
		}
	}
	if err := (webhook.AddressPolicy{Private: true}).Check(netip.Addr{}); err == nil {
		t.Error("no address is in reach")
	}
}
