package contract_test

import (
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// almostNever is a rate at which no allowance returns while a test runs: everything beyond the burst is rejected.
const almostNever = 0.001

func tokenLimit(burst int) func(*config.Settings) {
	return func(s *config.Settings) { s.Limits.RequestsPerSecond, s.Limits.Burst = almostNever, burst }
}

func addressLimit(burst int) func(*config.Settings) {
	return func(s *config.Settings) {
		s.Limits.AddressRequestsPerSecond, s.Limits.AddressBurst = almostNever, burst
	}
}

// defaultLimits are those of a server without configuration.
func defaultLimits(t *testing.T) func(*config.Settings) {
	t.Helper()
	defaults, err := config.Load(config.Sources{})
	if err != nil {
		t.Fatal(err)
	}
	return func(s *config.Settings) { s.Limits = defaults.Limits }
}

func wantLimited(t *testing.T, response apptest.Response) {
	t.Helper()
	wantFault(t, response, http.StatusTooManyRequests, "too many requests", "Retry-After")
	if seconds, _ := strconv.Atoi(response.Header.Get("Retry-After")); seconds > 1000 {
		t.Errorf("Retry-After is %d seconds at one request in 1000 seconds", seconds)
	}
}

func TestTokenRateLimit(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{}, tokenLimit(6))
	token, other := platform.AdminToken(), platform.AdminToken()
	for range 6 {
		platform.Get(token, environmentsPath).Want(http.StatusOK)
	}
	wantLimited(t, platform.Get(token, environmentsPath))
	wantLimited(t, platform.Post(token, "/api/v1/auth/tokens", nil))
	// Another token of the same user, from the same address, has its own allowance.
	platform.Get(other, environmentsPath).Want(http.StatusOK)
	platform.Get("", "/healthz").Want(http.StatusOK)
	platform.AdminToken()
}

func TestSessionRateLimit(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{}, tokenLimit(3))
	_, cookie := signIn(t, platform, apptest.AdminEmail, apptest.AdminPassword)
	for range 3 {
		platform.Do(withCookie(get(environmentsPath), cookie)).Want(http.StatusOK)
	}
	wantLimited(t, platform.Do(withCookie(get(environmentsPath), cookie)))
}

// Repeated bursts of twenty requests from one token are normal.
func TestBurstOfTwentyIsAllowed(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database, defaultLimits(t))
		token := platform.AdminToken()
		for range 10 {
			var burst sync.WaitGroup
			for range 20 {
				burst.Go(func() {
					response, err := platform.Try(apptest.Request{Method: http.MethodGet, Path: environmentsPath, Token: token})
					if err != nil || response.Status != http.StatusOK {
						t.Errorf("%d %v: %s", response.Status, err, response.Body)
					}
				})
			}
			burst.Wait()
		}
	})
}

// Invalid tokens and requests without a token count against the address. A valid token is not limited because of other
// clients at its address, health probes always succeed, and sign-ins have their own limits.
func TestAddressRateLimit(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{}, addressLimit(3))
	token := platform.AdminToken()
	for range 8 {
		platform.Get(token, environmentsPath).Want(http.StatusOK) // requests with a valid token do not count
	}
	platform.Get("", environmentsPath).Want(http.StatusUnauthorized)
	platform.Get(account.NewSecret(account.TokenPrefix), environmentsPath).Want(http.StatusUnauthorized)
	platform.Get("nonsense", environmentsPath).Want(http.StatusUnauthorized)
	for _, request := range []apptest.Request{
		get(environmentsPath),
		{Method: http.MethodGet, Path: environmentsPath, Token: "nonsense"},
		get("/api/v1/server"),
	} {
		wantLimited(t, platform.Do(request))
	}
	platform.Get(token, environmentsPath).Want(http.StatusOK)
	platform.AdminToken()
	for _, probe := range []string{"/healthz", "/readyz"} {
		platform.Get("", probe).Want(http.StatusOK)
	}
	platform.Get(apptest.MetricsToken, "/metrics").Want(http.StatusOK)
}

// The address is that of the connection; X-Forwarded-For of a client is not trusted.
func TestForwardedAddressIsNotTrusted(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{}, addressLimit(3))
	for i := range 3 {
		platform.Do(forwarded("203.0.113." + strconv.Itoa(i))).Want(http.StatusUnauthorized)
	}
	wantLimited(t, platform.Do(forwarded("203.0.113.99")))
	wantLimited(t, platform.Get("", environmentsPath))
}

// Behind a trusted proxy the address is the last one in X-Forwarded-For that is not a trusted proxy itself.
func TestAddressesBehindTrustedProxy(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{}, addressLimit(2), func(s *config.Settings) {
		s.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8")}
	})
	exhaust := func(hops ...string) {
		t.Helper()
		platform.Do(forwarded(hops...)).Want(http.StatusUnauthorized)
		platform.Do(forwarded(hops...)).Want(http.StatusUnauthorized)
		wantLimited(t, platform.Do(forwarded(hops...)))
	}
	exhaust("203.0.113.1")
	exhaust("203.0.113.2") // the addresses have separate allowances
	exhaust("203.0.113.3, 10.1.2.3")
	wantLimited(t, platform.Do(forwarded("203.0.113.3"))) // the same behind fewer proxies
	// The first hops come from the client, which cannot use them to hide or to impersonate another address.
	exhaust("198.51.100.1, 203.0.113.4")
	wantLimited(t, platform.Do(forwarded("198.51.100.2, 203.0.113.4")))
	platform.Do(forwarded("198.51.100.1")).Want(http.StatusUnauthorized)
	wantLimited(t, platform.Do(forwarded("198.51.100.3", "203.0.113.4"))) // as two headers
	exhaust("2001:db8::1")
	exhaust("nonsense")
}

func forwarded(hops ...string) apptest.Request {
	request := get(environmentsPath)
	request.Header = http.Header{"X-Forwarded-For": hops}
	return request
}
