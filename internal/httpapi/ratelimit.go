package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/telemetry"
)

// Rate is how many requests a second, and how many at once; zero switches the limit off.
type Rate struct {
	PerSecond float64
	Burst     int
}

// limits are the two rate limits: for each credential, and for each address that shows none or a wrong one.
type limits struct {
	credentials *buckets
	addresses   *buckets
	proxies     []netip.Prefix
	metrics     *telemetry.Metrics
}

// maxBuckets bounds the memory that strangers can take; when it is reached the buckets that are full again go.
const maxBuckets = 100_000

// buckets are token buckets by key.
type buckets struct {
	rate Rate
	mu   sync.Mutex
	all  map[string]*rate.Limiter
}

func newBuckets(r Rate) *buckets { return &buckets{rate: r, all: map[string]*rate.Limiter{}} }

func (b *buckets) get(key string) *rate.Limiter {
	b.mu.Lock()
	defer b.mu.Unlock()
	limiter, ok := b.all[key]
	if !ok {
		if len(b.all) >= maxBuckets {
			b.sweep()
		}
		limiter = rate.NewLimiter(rate.Limit(b.rate.PerSecond), b.rate.Burst)
		b.all[key] = limiter
	}
	return limiter
}

// sweep forgets the buckets that are full; a new one is no different. If all are in use, all go: better too generous for
// a moment than out of memory.
func (b *buckets) sweep() {
	for key, limiter := range b.all {
		if limiter.Tokens() >= float64(b.rate.Burst) {
			delete(b.all, key)
		}
	}
	if len(b.all) >= maxBuckets {
		clear(b.all)
	}
}

// take takes one request from a bucket.
func (b *buckets) take(key string) error {
	if b.rate.PerSecond == 0 {
		return nil
	}
	limiter := b.get(key)
	if limiter.Allow() {
		return nil
	}
	return b.refused(limiter)
}

func (b *buckets) refused(limiter *rate.Limiter) error {
	missing := 1 - limiter.Tokens()
	wait := time.Duration(missing / b.rate.PerSecond * float64(time.Second))
	return fault.New(fault.Limit, "too many requests").
		WithHint("Wait for the seconds in Retry-After; bursts of %d are fine.", b.rate.Burst).WithRetryAfter(wait)
}

func (l *limits) credential(credential account.Credential) error {
	err := l.credentials.take(string(credential.Token) + string(credential.Session))
	if err != nil {
		l.metrics.CountRateLimited(telemetry.LimitToken)
	}
	return err
}

func (l *limits) address(r *http.Request) error {
	err := l.addresses.take(l.addressOf(r))
	if err != nil {
		l.metrics.CountRateLimited(telemetry.LimitAddress)
	}
	return err
}

// public counts a request that needs no credential against its address. The probes of the machines around are not
// counted: a flood of others must not make a server look dead.
func (l *limits) public(operation string, r *http.Request) error {
	switch operation {
	case "getHealth", "getReadiness", "getMetrics":
		return nil
	default:
		return l.address(r)
	}
}

// addressOf is the address that a request comes from. Behind a trusted proxy it is the last address in X-Forwarded-For
// that is not a trusted proxy itself; what strangers write into that header is not believed.
func (l *limits) addressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if !l.trusts(host) {
		return host
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		hop := strings.TrimSpace(hop)
		if hop != "" && !l.trusts(hop) {
			return hop
		}
	}
	return host
}

func (l *limits) trusts(host string) bool {
	address, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, proxy := range l.proxies {
		if proxy.Contains(address.Unmap()) {
			return true
		}
	}
	return false
}
