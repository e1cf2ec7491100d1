package telemetry

import (
	"maps"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/prometheus/client_golang/prometheus"
)

// maxRequestSeries bounds the series of requests: some 80 operations with a dozen statuses each fit several times over.
const maxRequestSeries = 4096

// unknownOperation is the label of a request without an operation, such as one for an unknown path.
const unknownOperation = "unknown"

// series identifies one time series of requests.
type series struct {
	operation, method string
	status            int
}

// children are the resolved instruments of one series. Finding them by label costs more than using them.
type children struct {
	total    prometheus.Counter
	duration prometheus.Observer
}

// requestMetrics counts and times requests. The map of known series is never changed, only replaced, so that a request
// reads it without a lock and without an allocation.
type requestMetrics struct {
	total    *prometheus.CounterVec
	duration *prometheus.HistogramVec
	limit    int

	known atomic.Pointer[map[series]children]
	grow  sync.Mutex // held while known is replaced
}

func newRequestMetrics(limit int) *requestMetrics {
	metrics := &requestMetrics{
		total: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "millrace_http_requests_total", Help: "Answered HTTP requests.",
		}, []string{"operation", "method", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "millrace_http_request_duration_seconds", Help: "Time to answer an HTTP request.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"operation", "method"}),
		limit: limit,
	}
	metrics.known.Store(&map[series]children{})
	return metrics
}

func (m *requestMetrics) observe(of series, took time.Duration) {
	if of.operation == "" {
		of.operation = unknownOperation // before the lookup, so that a flood of unknown paths stays cheap
	}
	found, ok := (*m.known.Load())[of]
	if !ok {
		found = m.resolve(of.bounded())
	}
	found.total.Inc()
	found.duration.Observe(took.Seconds())
}

// resolve finds or creates the series. When the limit is reached, further requests go to one series per status.
func (m *requestMetrics) resolve(of series) children {
	m.grow.Lock()
	defer m.grow.Unlock()
	if found, ok := (*m.known.Load())[of]; ok {
		return found
	}
	if len(*m.known.Load()) >= m.limit {
		of = series{operation: otherValue, method: otherValue, status: of.status}
		if found, ok := (*m.known.Load())[of]; ok {
			return found
		}
	}
	made := children{
		total:    m.total.WithLabelValues(of.operation, of.method, strconv.Itoa(of.status)),
		duration: m.duration.WithLabelValues(of.operation, of.method),
	}
	next := maps.Clone(*m.known.Load())
	next[of] = made
	m.known.Store(&next)
	return made
}

// bounded replaces values outside the closed sets: an unknown method, a status outside HTTP, an operation that is not
// text.
func (s series) bounded() series {
	if !utf8.ValidString(s.operation) {
		s.operation = unknownOperation
	}
	if s.status < 100 || s.status > 599 {
		s.status = 0
	}
	switch s.method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodConnect, http.MethodOptions, http.MethodTrace:
	default:
		s.method = otherValue
	}
	return s
}
