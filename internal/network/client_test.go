package network_test

import (
	"testing"

	"github.com/millrace/millrace/internal/network"
)

func TestClientKeyIsOnePerCustomer(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"203.0.113.7":            "203.0.113.7",
		"::ffff:203.0.113.7":     "203.0.113.7",
		"2001:db8:1:2::1":        "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::9":   "2001:db8:1:2::/64",
		"2001:db8:1:3::1":        "2001:db8:1:3::/64",
		"fe80::1%eth0":           "fe80::/64",
		"::1":                    "::/64",
		"nonsense":               "nonsense",
		"203.0.113.7:80":         "203.0.113.7:80",
		"":                       "",
		"2001:db8:1:2::1, other": "2001:db8:1:2::1, other",
	} {
		if got := network.ClientKey(address); got != want {
			t.Errorf("%q: got %q, want %q", address, got, want)
		}
	}
}
