package authn

import (
	"sync"
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// Rate is how many wrong passwords a client network may send: a burst, and then so many per minute. Zero per minute
// disables the limit.
type Rate struct {
	PerMinute float64
	Burst     int
}

// maxAllowances bounds the memory that clients can use. When it is reached, complete allowances are removed.
const maxAllowances = 100_000

// allowances counts sign-ins per client network: the attempts in progress and the wrong ones. A right password returns
// what its attempt took, so that many users behind one address do not limit each other.
type allowances struct {
	rate Rate
	now  func() time.Time

	mu  sync.Mutex
	all map[string]allowance
}

// allowance is what a network has used at a time. It decreases with the rate.
type allowance struct {
	used float64
	at   time.Time
}

func newAllowances(rate Rate, now func() time.Time) *allowances {
	return &allowances{rate: rate, now: now, all: map[string]allowance{}}
}

// take counts an attempt and returns how many the network has used, including this one. It returns a fault if the
// burst is used up; then the attempt does not count.
func (a *allowances) take(network string) (used int, err error) {
	if a.rate.PerMinute == 0 {
		return 0, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, known := a.all[network]; !known && len(a.all) >= maxAllowances {
		a.removeUnused()
	}
	current := a.current(network)
	if missing := current.used + 1 - float64(a.rate.Burst); missing > 0 {
		wait := time.Duration(missing / a.rate.PerMinute * float64(time.Minute))
		return int(current.used) + 1, fault.New(fault.Limit, "too many wrong passwords from your address").
			WithHint("Wait for the seconds in Retry-After, or sign in from another address.").WithRetryAfter(wait)
	}
	current.used++
	a.all[network] = current
	return int(current.used), nil
}

// restore returns what an attempt with a right password took.
func (a *allowances) restore(network string) {
	if a.rate.PerMinute == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	current := a.current(network)
	current.used = max(0, current.used-1)
	a.all[network] = current
}

func (a *allowances) current(network string) allowance {
	now := a.now()
	found := a.all[network]
	passed := max(0, now.Sub(found.at)) // a clock that was set back gives nothing
	return allowance{used: max(0, found.used-passed.Minutes()*a.rate.PerMinute), at: now}
}

// removeUnused removes the networks that have used nothing, because a new one has used nothing either. If most are
// in use it removes all of them, because a briefly generous limit is better than running out of memory or searching
// the whole map again and again.
func (a *allowances) removeUnused() {
	for network := range a.all {
		if a.current(network).used == 0 {
			delete(a.all, network)
		}
	}
	if len(a.all) >= maxAllowances/2 {
		clear(a.all)
	}
}
