package gitrepo_test

import (
	"context"
	"net"
	"net/netip"
	"sync/atomic"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
)

// TestPrivateHostIsRejected: what is in a private network is refused in the same words whether something listens or not, by its
// number and by a name that leads there, and nothing is connected to.
func TestPrivateHostIsRejected(t *testing.T) {
	t.Parallel()
	listener, visits := listen(t), new(atomic.Int64)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			visits.Add(1)
			_ = connection.Close()
		}
	}()
	_, open, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"127.0.0.1:" + open, "127.0.0.1:1", "localhost:" + open, "[::ffff:127.0.0.1]:" + open, "10.0.0.1:1"} {
		for _, scheme := range []string{"https://", "ssh://git@"} {
			d := newFixture(t)
			peer := gitrepo.Peer{Address: address(t, scheme+host+"/x"), Keys: d.storage}
			_, err := d.Fetch(t.Context(), gitrepo.Peers{}, peer, "")
			want := "this server may not connect to the address of " + peer.Address.String()
			if !fault.Is(err, fault.Forbidden) || fault.From(err).Message != want || fault.From(err).Hint == "" {
				t.Errorf("%s%s: got %v, want %s", scheme, host, err, want)
			}
		}
	}
	if visits.Load() != 0 {
		t.Errorf("the host was connected to %d times", visits.Load())
	}
}

// TestLinkLocalHosts: no setting lets the server ask for the credentials of its machine.
func TestLinkLocalHosts(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"169.254.169.254", "169.254.169.254:443", "[fe80::1]", "[::ffff:169.254.169.254]:22", "0.0.0.0", "[fd00:ec2::254]"} {
		for _, text := range []string{"https://" + host + "/x", "ssh://git@" + host + "/x"} {
			if _, err := gitrepo.ParseAddress(text); !fault.Is(err, fault.Invalid) {
				t.Errorf("%s: got %v, want invalid", text, err)
			}
		}
	}
}

// anyAddress lets a test connect to its own servers.
func anyAddress(context.Context, netip.AddrPort) error { return nil }
