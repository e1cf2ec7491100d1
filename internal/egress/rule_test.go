package egress_test

import (
	"context"
	"errors"
	"net/netip"
	"testing"

	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/network"
)

func always(context.Context) (bool, error) { return true, nil }

func never(context.Context) (bool, error) { return false, nil }

// listing lists destinations for the organization acme.
func listing(t *testing.T, texts ...string) func(context.Context, ids.Organization) ([]network.Range, error) {
	t.Helper()
	var ranges []network.Range
	for _, text := range texts {
		parsed, ok := network.ParseRange(text)
		if !ok {
			t.Fatalf("%s does not parse", text)
		}
		ranges = append(ranges, parsed)
	}
	return func(_ context.Context, organization ids.Organization) ([]network.Range, error) {
		if organization == "acme" {
			return ranges, nil
		}
		return nil, nil
	}
}

func check(t *testing.T, policy *egress.Policy, organization ids.Organization, to egress.Destination) bool {
	t.Helper()
	err := policy.For(organization).Check(t.Context(), to)
	if err == nil {
		return true
	}
	if !fault.Is(err, fault.Forbidden) || fault.From(err).Message != "this server may not connect to that address" || fault.From(err).Hint != egress.Hint {
		t.Errorf("%v: %v, want the one refusal", to, err)
	}
	return false
}

func TestClassesOfAddresses(t *testing.T) {
	t.Parallel()
	type allowed struct{ strict, alone, widened bool }
	anywhere, private, nowhere := allowed{true, true, true}, allowed{false, true, true}, allowed{}
	strict := &egress.Policy{HasSeveral: always}
	alone := &egress.Policy{HasSeveral: never}
	widened := &egress.Policy{HasSeveral: always, AllPrivate: true}
	for text, want := range map[string]allowed{
		"8.8.8.8": anywhere, "93.184.216.34": anywhere, "172.15.0.1": anywhere, "172.32.0.1": anywhere,
		"2606:4700::1111": anywhere, "::ffff:8.8.8.8": anywhere, "64:ff9b::808:808": anywhere, "2002:808:808::1": anywhere,

		"127.0.0.1": private, "127.255.255.254": private, "::1": private, "::ffff:127.0.0.1": private,
		"10.0.0.1": private, "172.16.0.1": private, "172.31.255.255": private, "192.168.1.1": private, "100.64.0.1": private,
		"::ffff:10.0.0.1": private, "fd12::1": private, "fc00::1": private, "192.0.2.1": private, "198.18.0.1": private,
		"240.0.0.1": private, "2001:db8::1": private, "2001::1": private, "4000::1": private, "::2": private,
		"64:ff9b::7f00:1": private, "64:ff9b::a00:1": private, "2002:7f00:1::1": private,

		"0.0.0.0": nowhere, "0.1.2.3": nowhere, "::": nowhere, "255.255.255.255": nowhere, "224.0.0.1": nowhere, "ff02::1": nowhere,
		"169.254.169.254": nowhere, "169.254.0.1": nowhere, "fe80::1": nowhere, "fe80::1%eth0": nowhere,
		"::ffff:169.254.169.254": nowhere, "168.63.129.16": nowhere, "100.100.100.200": nowhere, "2002:a9fe:a9fe::1": nowhere,
		"64:ff9b::a9fe:a9fe": nowhere, "fd00:ec2::254": nowhere, "fec0::1": nowhere, "64:ff9b:1::1": nowhere,
	} {
		to := egress.Destination{Address: netip.AddrPortFrom(netip.MustParseAddr(text), 5432)}
		got := allowed{check(t, strict, "a", to), check(t, alone, "a", to), check(t, widened, "a", to)}
		if got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
	if check(t, widened, "a", egress.Destination{}) || check(t, new(egress.Policy), "a", egress.Destination{Address: netip.MustParseAddrPort("127.0.0.1:1")}) {
		t.Error("the zero address, or a private one under the zero policy, is allowed")
	}
}

// A network that is listed for one organization is of no use to another, and link-local addresses cannot be listed.
func TestListedNetworks(t *testing.T) {
	t.Parallel()
	policy := &egress.Policy{HasSeveral: always, Networks: listing(t, "10.1.0.0/16", "127.0.0.1:5432", "169.254.0.0/16")}
	for text, want := range map[string]bool{
		"10.1.2.3:1": true, "10.2.0.1:1": false, "127.0.0.1:5432": true, "127.0.0.1:5433": false, "[::ffff:10.1.2.3]:1": true,
		"[64:ff9b::a01:203]:1": true, "169.254.169.254:80": false,
	} {
		to := egress.Destination{Address: netip.MustParseAddrPort(text)}
		if got := check(t, policy, "acme", to); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
		if check(t, policy, "rival", to) {
			t.Errorf("%s: another organization may connect", text)
		}
	}
	for organization, want := range map[ids.Organization]bool{"acme": true, "rival": false} {
		if got, err := policy.For(organization).AllowsPrivate(t.Context()); err != nil || got != want {
			t.Errorf("%s: private addresses %t, %v", organization, got, err)
		}
	}
}

// Every address of this machine leads to a database that listens on one of them.
func TestStateDatabaseAndOwnAddressAreNeverAllowed(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"127.0.0.1", "localhost", "", "::1"} {
		policy := &egress.Policy{
			HasSeveral: never, AllPrivate: true, Listen: []egress.Endpoint{{Host: "0.0.0.0", Port: 8080}, {Host: "127.0.0.1", Port: 9464}},
			State: egress.StateServer{Endpoints: []egress.Endpoint{{Host: "10.9.9.9", Port: 5432}, {Host: host, Port: 5432}}, Database: "state"},
		}
		for text, want := range map[string]bool{
			"127.0.0.1:5432": false, "127.0.0.7:5432": false, "[::1]:5432": false, "[::ffff:127.0.0.1]:5432": false, "[64:ff9b::7f00:1]:5432": false,
			"10.9.9.9:5432": false, "127.0.0.1:8080": false, "[::1]:8080": false, "127.0.0.1:9464": false, "[::1]:9464": false,
			"127.0.0.1:5433": true, "10.9.9.8:5432": true, "10.9.9.9:5433": true,
		} {
			for _, database := range []string{"", "state", "warehouse"} {
				if got := check(t, policy, "acme", egress.Destination{Address: netip.MustParseAddrPort(text), Database: database}); got != want {
					t.Errorf("state at %q: %s/%s: %t, want %t", host, text, database, got, want)
				}
			}
		}
	}
}

// An operator can let connections use another database on the server of the state database. It needs the port: a listed
// network is not enough.
func TestOtherDatabaseOnTheServerOfTheStateDatabase(t *testing.T) {
	t.Parallel()
	state := egress.StateServer{Endpoints: []egress.Endpoint{{Host: "127.0.0.1", Port: 5432}}, Database: "state"}
	to := netip.MustParseAddrPort("127.0.0.1:5432")
	wide := &egress.Policy{HasSeveral: never, State: state, Networks: listing(t, "127.0.0.0/8")}
	exact := &egress.Policy{HasSeveral: never, State: state, Networks: listing(t, "127.0.0.1:5432")}
	for database, want := range map[string]bool{"warehouse": true, "state": false, "": false} {
		if check(t, wide, "acme", egress.Destination{Address: to, Database: database}) {
			t.Errorf("a listed network leads to database %q", database)
		}
		if got := check(t, exact, "acme", egress.Destination{Address: to, Database: database}); got != want {
			t.Errorf("the listed server leads to database %q: %t, want %t", database, got, want)
		}
	}
	if check(t, exact, "rival", egress.Destination{Address: to, Database: "warehouse"}) {
		t.Error("another organization may connect")
	}
}

// Without an answer about the organizations nothing private is allowed.
func TestUnknownOrganizationsAreRefused(t *testing.T) {
	t.Parallel()
	errDown := errors.New("the state database is down")
	policy := &egress.Policy{HasSeveral: func(context.Context) (bool, error) { return false, errDown }}
	err := policy.For("acme").Check(t.Context(), egress.Destination{Address: netip.MustParseAddrPort("127.0.0.1:1")})
	if !errors.Is(err, errDown) {
		t.Errorf("got %v", err)
	}
}
