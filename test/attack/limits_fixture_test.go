package attack_test

import (
	"net/http"
	"net/netip"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// behindProxy starts a platform with the limits of a server without configuration, behind a proxy on this machine that
// reports the addresses of clients.
func behindProxy(t *testing.T, database apptest.Database) *apptest.Platform {
	t.Helper()
	defaults, err := config.Load(config.Sources{})
	if err != nil {
		t.Fatal(err)
	}
	return apptest.Start(t, database, func(s *config.Settings) {
		s.Limits = defaults.Limits
		s.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
}

// signInFrom signs in from an address.
func signInFrom(address, email, password string) apptest.Request {
	return apptest.Request{
		Method: http.MethodPost, Path: "/api/v1/auth/login", Body: map[string]string{"email": email, "password": password},
		Header: http.Header{"X-Forwarded-For": {address}},
	}
}
