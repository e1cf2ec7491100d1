package webhook_test

import (
	"net/netip"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/webhook"
)

func TestAddressPolicy(t *testing.T) {
	t.Parallel()
	type allowed struct{ public, private bool }
	anywhere, private, never := allowed{true, true}, allowed{false, true}, allowed{false, false}
	for text, want := range map[string]allowed{
		"8.8.8.8": anywhere, "1.1.1.1": anywhere, "93.184.216.34": anywhere, "172.15.0.1": anywhere, "172.32.0.1": anywhere,
		"2606:4700::1111": anywhere, "2a00:1450:4001::8b": anywhere, "::ffff:8.8.8.8": anywhere,
		"64:ff9b::808:808": anywhere, "2002:808:808::1": anywhere,

		"127.0.0.1": private, "127.255.255.254": private, "::1": private, "::ffff:127.0.0.1": private,
		"10.0.0.1": private, "10.255.255.255": private, "172.16.0.1": private, "172.31.255.255": private, "192.168.1.1": private,
		"100.64.0.1": private, "100.127.255.255": private, "::ffff:10.0.0.1": private, "fd12::1": private, "fc00::1": private,
		"192.0.0.8": private, "192.0.2.1": private, "198.18.0.1": private, "198.51.100.1": private, "203.0.113.1": private,
		"240.0.0.1": private, "2001:db8::1": private, "2001::1": private, "::7f00:1": private, "4000::1": private, "::2": private,
		"64:ff9b::7f00:1": private, "64:ff9b::a00:1": private, "2002:7f00:1::1": private,

		"0.0.0.0": never, "0.1.2.3": never, "::": never, "255.255.255.255": never, "224.0.0.1": never, "239.1.1.1": never,
		"ff02::1": never, "169.254.169.254": never, "169.254.0.1": never, "fe80::1": never, "fe80::1%eth0": never,
		"::ffff:169.254.169.254": never, "168.63.129.16": never, "2002:a9fe:a9fe::1": never, "fd00:ec2::254": never, "fec0::1": never, "64:ff9b:1::1": never,
	} {
		address := netip.MustParseAddr(text)
		public, all := webhook.AddressPolicy{}.Check(address), webhook.AddressPolicy{Private: true}.Check(address)
		if (public == nil) != want.public || (all == nil) != want.private {
			t.Errorf("%s: %v; where private addresses are allowed: %v; want %+v", text, public, all, want)
		}
		for _, err := range []error{public, all} {
			if err != nil && (!fault.Is(err, fault.Forbidden) || fault.From(err).Hint == "") {
				t.Errorf("%s: %v has no hint or is not forbidden", text, err)
			}
		}
	}
	if err := (webhook.AddressPolicy{Private: true}).Check(netip.Addr{}); err == nil {
		t.Error("the zero address is allowed")
	}
}
