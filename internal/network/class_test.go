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
	dialer := net.Dialer{ControlContext: network.Guard(func(address netip.Addr) error {
		if network.ClassOf(address) != network.Public {
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
