package httpapi

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/telemetry"
)

// Rate is a number of requests per second and a burst size. Zero disables the limit.
type Rate struct {
	PerSecond float64
	Burst     int
}

// limits are the two rate limits: per credential, and per client address (network.ClientKey) that sends
// no or a wrong credential.
type limits struct {
	credentials *buckets
	addresses   *buckets
	metrics     *telemetry.Metrics
}

// maxBuckets bounds the memory that anonymous clients can use. When it is reached, full buckets are removed.
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
			b.removeFull()
		}
		limiter = rate.NewLimiter(rate.Limit(b.rate.PerSecond), b.rate.Burst)
		b.all[key] = limiter
	}
	return limiter
}

// removeFull removes the full buckets, because a new bucket is also full. If all are in use it removes all of them,
// because a briefly generous limit is better than running out of memory.
func (b *buckets) removeFull() {
	for key, limiter := range b.all {
		if limiter.Tokens() >= float64(b.rate.Burst) {
			delete(b.all, key)
		}
	}
	if len(b.all) >= maxBuckets {
		clear(b.all)
	}
}

// allow takes one request from a bucket. It fails if the bucket is empty.
func (b *buckets) allow(key string) error {
	if b.rate.PerSecond == 0 {
		return nil
	}
	limiter := b.get(key)
	if limiter.Allow() {
		return nil
	}
	return b.limitFault(limiter)
}

func (b *buckets) limitFault(limiter *rate.Limiter) error {
	missing := 1 - limiter.Tokens()
	wait := time.Duration(missing / b.rate.PerSecond * float64(time.Second))
	return fault.New(fault.Limit, "too many requests").
		WithHint("Wait for the seconds in Retry-After. Bursts of up to %d requests are allowed.", b.rate.Burst).WithRetryAfter(wait)
}

func (l *limits) credential(credential account.Credential) error {
	err := l.credentials.allow(string(credential.Token) + string(credential.Session) + string(credential.SCIM))
	if err != nil {
		l.metrics.CountRateLimited(telemetry.LimitToken)
	}
	return err
}

func (l *limits) address(ctx context.Context) error {
	err := l.addresses.allow(clientNetwork(ctx))
	if err != nil {
		l.metrics.CountRateLimited(telemetry.LimitAddress)
	}
	return err
}

// public counts a request that needs no credential against its address. It does not count health probes and metrics,
// because a flood from other clients must not make a server appear dead.
func (l *limits) public(operation string, r *http.Request) error {
	switch operation {
	case "getHealth", "getReadiness", "getMetrics":
		return nil
	case "login", "createSession": // they have their own limits, under which other clients at the address do not lock out users
		return nil
	default:
		return l.address(r.Context())
	}
}
