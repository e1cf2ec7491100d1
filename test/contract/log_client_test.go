package contract_test

import (
	"net/http"
	"net/netip"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/telemetry"
)

// Every log line of a request has the client's address. The line of a refused sign-in also has the account.
func TestLogHasClientAndAccount(t *testing.T) {
	t.Parallel()
	for name, setup := range map[string]struct {
		proxies []netip.Prefix
		want    string // the address of a client whose proxy on this machine reports 203.0.113.7
	}{
		"without a proxy":        {want: "127.0.0.1"},
		"behind a trusted proxy": {proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, want: "203.0.113.7"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := new(logBuffer)
			logger, err := telemetry.NewLogger(log, "json", "debug")
			if err != nil {
				t.Fatal(err)
			}
			platform := validated(t, apptest.Serve(t, apptest.Settings(t, apptest.Database{}, func(s *config.Settings) { s.TrustedProxies = setup.proxies }), logger))
			want := map[string]any{} // the account by request id
			ask := func(request apptest.Request, account any) {
				request.Header = http.Header{"X-Forwarded-For": {"203.0.113.7"}}
				want[platform.Do(request).Header.Get("X-Request-ID")] = account
			}
			login := func(email, password string) apptest.Request {
				return post("/api/v1/auth/login", object{"email": email, "password": password})
			}
			ask(get(environmentsPath), nil)
			ask(get("/api/v1/nothing"), nil)
			ask(login(apptest.AdminEmail, apptest.AdminPassword), nil)
			ask(login(" Admin@Example.com", "a guess"), apptest.AdminEmail)
			ask(login("nobody@example.com", "a guess"), "nobody@example.com")
			ask(login("password-typed-as-address", "x"), nil)
			platform.Stop()
			lines := log.requests(t)
			for id, account := range want {
				if line := lines[id]; line["address"] != setup.want || line["account"] != account {
					t.Errorf("address %v and account %v, want %s and %v: %v", line["address"], line["account"], setup.want, account, line)
				}
			}
		})
	}
}
