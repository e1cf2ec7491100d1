package telemetry

import "github.com/prometheus/client_golang/prometheus"

// otherWord is the label of everything outside a closed set.
const otherWord = "other"

// LoginOutcome is how an attempt to sign in ended.
type LoginOutcome string

// The outcomes that are counted; any other counts as "other".
const (
	LoginSucceeded LoginOutcome = "succeeded"
	LoginRefused   LoginOutcome = "refused" // no such user, or a wrong password
	LoginLocked    LoginOutcome = "locked"  // too many wrong passwords before
)

func loginOutcomes() []string {
	return []string{string(LoginSucceeded), string(LoginRefused), string(LoginLocked)}
}

// RateLimit is a limit that refused a request.
type RateLimit string

// The limits that are counted; any other counts as "other".
const (
	LimitToken   RateLimit = "token"
	LimitAddress RateLimit = "address"
)

func rateLimits() []string { return []string{string(LimitToken), string(LimitAddress)} }

// wordCounter is a counter with one label out of a closed set. Every word is there from the start with 0, so that a
// first occurrence shows as an increase.
type wordCounter struct {
	vector *prometheus.CounterVec
	words  map[string]prometheus.Counter // read only after construction
}

func newWordCounter(options prometheus.CounterOpts, label string, words []string) *wordCounter {
	counter := &wordCounter{
		vector: prometheus.NewCounterVec(options, []string{label}),
		words:  make(map[string]prometheus.Counter, len(words)+1),
	}
	for _, word := range append(words, otherWord) {
		counter.words[word] = counter.vector.WithLabelValues(word)
	}
	return counter
}

func (c *wordCounter) inc(word string) {
	known, ok := c.words[word]
	if !ok {
		known = c.words[otherWord]
	}
	known.Inc()
}
