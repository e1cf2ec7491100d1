package network_test

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/network"
)

func TestClasses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]network.Class{
		"8.8.8.8": network.Public, "::ffff:8.8.8.8": network.Public, "2606:4700::1111": network.Public, "64:ff9b::808:808": network.Public,

		"127.0.0.1": network.Private, "::1": network.Private, "10.0.0.1": network.Private, "::ffff:192.168.1.1": network.Private,
		"fd12::1": network.Private, "64:ff9b::7f00:1": network.Private, "100.64.0.1": network.Private,

		"169.254.169.254": network.Forbidden, "::ffff:169.254.169.254": network.Forbidden, "fe80::1%eth0": network.Forbidden,
		"0.0.0.0": network.Forbidden, "::": network.Forbidden, "224.0.0.1": network.Forbidden, "fd00:ec2::254": network.Forbidden,
		"100.100.100.200": network.Forbidden, "168.63.129.16": network.Forbidden,
		"64:ff9b::a9fe:a9fe": network.Forbidden, "2002:a9fe:a9fe::1": network.Forbidden, // through a translator or a tunnel
	} {
		if got := network.ClassOf(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s is of class %d, want %d", text, got, want)
		}
	}
	if got := network.ClassOf(netip.Addr{}); got != network.Forbidden {
		t.Errorf("no address is of class %d", got)
	}
}

// The guard checks the address that a name resolves to.
func TestGuard(t *testing.T) {
	t.Parallel()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // nothing depends on it
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	errRefused := errors.New("not there")
	dialer := net.Dialer{ControlContext: network.Guard(func(_ context.Context, to netip.AddrPort) error {
		if network.ClassOf(to.Addr()) != network.Public {
			return errRefused
		}
		return nil
	})}
	ctx, done := context.WithTimeout(t.Context(), 10*time.Second)
	defer done()
	for _, host := range []string{"127.0.0.1", "localhost", "::ffff:127.0.0.1"} {
		connection, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(host, port))
		if !errors.Is(err, errRefused) {
			t.Errorf("%s: %v, %v", host, connection, err)
		}
	}
}

func TestRanges(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ contains, excludes []string }{
		"10.0.0.0/8":       {[]string{"10.1.2.3:1", "[::ffff:10.1.2.3]:1", "[64:ff9b::a01:203]:1"}, []string{"11.0.0.1:1"}},
		"10.1.2.3":         {[]string{"10.1.2.3:1", "10.1.2.3:2"}, []string{"10.1.2.4:1"}},
		"10.1.2.3:5432":    {[]string{"10.1.2.3:5432"}, []string{"10.1.2.3:5433", "10.1.2.4:5432"}},
		"[fd12::1]:5432":   {[]string{"[fd12::1]:5432"}, []string{"[fd12::1]:1", "[fd12::2]:5432"}},
		"::ffff:127.0.0.1": {[]string{"127.0.0.1:1"}, []string{"127.0.0.2:1"}},
		"fd12:3456::/32":   {[]string{"[fd12:3456::9]:1"}, []string{"[fd13::1]:1"}},
	} {
		parsed, ok := network.ParseRange(text)
		if !ok {
			t.Errorf("%s does not parse", text)
			continue
		}
		if again, ok := network.ParseRange(parsed.String()); !ok || again != parsed {
			t.Errorf("%s prints as %s", text, parsed)
		}
		for _, to := range want.contains {
			if !parsed.Contains(netip.MustParseAddrPort(to)) {
				t.Errorf("%s does not contain %s", text, to)
			}
		}
		for _, to := range want.excludes {
			if parsed.Contains(netip.MustParseAddrPort(to)) {
				t.Errorf("%s contains %s", text, to)
			}
		}
	}
	for _, text := range []string{"", "all", "10.0.0.0/33", "10.0.0.1:0", "10.0.0.1:70000", "db.example", "10.0.0.0/8:5432", "fe80::1%eth0", "::ffff:10.0.0.0/104"} {
		if got, ok := network.ParseRange(text); ok {
			t.Errorf("%q parses as %s", text, got)
		}
	}
}
