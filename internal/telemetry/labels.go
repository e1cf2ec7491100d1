package telemetry

import "github.com/prometheus/client_golang/prometheus"

// otherValue is the label of everything outside a closed set.
const otherValue = "other"

// LoginOutcome is how an attempt to sign in ended.
type LoginOutcome string

// The outcomes that are counted; any other counts as "other".
const (
	LoginSucceeded LoginOutcome = "succeeded"
	LoginRefused   LoginOutcome = "refused" // unknown user or wrong password
	LoginLocked    LoginOutcome = "locked"  // too many wrong passwords before
)

func loginOutcomes() []string {
	return []string{string(LoginSucceeded), string(LoginRefused), string(LoginLocked)}
}

// RateLimit is a limit that rejected a request.
type RateLimit string

// The limits that are counted; any other counts as "other".
const (
	LimitToken   RateLimit = "token"
	LimitAddress RateLimit = "address"
)

func rateLimits() []string { return []string{string(LimitToken), string(LimitAddress)} }

// labelCounter is a counter with one label out of a closed set. Every value exists from the start with 0, so that a
// first occurrence shows as an increase.
type labelCounter struct {
	vector *prometheus.CounterVec
	values map[string]prometheus.Counter // read only after construction
}

func newLabelCounter(options prometheus.CounterOpts, label string, values []string) *labelCounter {
	counter := &labelCounter{
		vector: prometheus.NewCounterVec(options, []string{label}),
		values: make(map[string]prometheus.Counter, len(values)+1),
	}
	for _, value := range append(values, otherValue) {
		counter.values[value] = counter.vector.WithLabelValues(value)
	}
	return counter
}

func (c *labelCounter) inc(value string) {
	known, ok := c.values[value]
	if !ok {
		known = c.values[otherValue]
	}
	known.Inc()
}
