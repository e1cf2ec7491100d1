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

// unknownOperation is the label of a request that fits no operation, such as one for a path that is not there.
const unknownOperation = "unknown"

// series names one time series of requests.
type series struct {
	operation, method string
	status            int
}

// children are the resolved instruments of one series. To find them by label costs more than to use them.
type children struct {
	total    prometheus.Counter
	duration prometheus.Observer
}

// requestMetrics counts and times requests. The known series are in a map that is never changed, only replaced, so
// that a request reads it without a lock and without an allocation.
type requestMetrics struct {
	total    *prometheus.CounterVec
	duration *prometheus.HistogramVec
	limit    int

	known atomic.Pointer[map[series]children]
	grow  sync.Mutex // held by whoever replaces known
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
		of.operation = unknownOperation // before the look-up: a flood of unknown paths is to stay cheap
	}
	found, ok := (*m.known.Load())[of]
	if !ok {
		found = m.resolve(of.bounded())
	}
	found.total.Inc()
	found.duration.Observe(took.Seconds())
}

// resolve finds or makes the series. Once there are as many as allowed, the rest goes to one series per status.
func (m *requestMetrics) resolve(of series) children {
	m.grow.Lock()
	defer m.grow.Unlock()
	if found, ok := (*m.known.Load())[of]; ok {
		return found
	}
	if len(*m.known.Load()) >= m.limit {
		of = series{operation: otherWord, method: otherWord, status: of.status}
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

// bounded replaces what is outside the closed sets: a made-up method, a status outside HTTP, an operation that is no text.
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
		s.method = otherWord
	}
	return s
}
