package telemetry

import (
	"net/http"
	"runtime/debug"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// scrapeTimeout bounds one scrape, so that a stuck collector does not block connections forever.
const scrapeTimeout = 10 * time.Second

// Metrics contains the metrics of one server. Create it with NewMetrics.
type Metrics struct {
	registry    *prometheus.Registry
	requests    *requestMetrics
	inFlight    prometheus.Gauge
	logins      *labelCounter
	rateLimited *labelCounter
	failedTests prometheus.Counter
	work        *workMetrics
}

// NewMetrics creates the metrics in their own registry, with those of the Go runtime and of the process.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: newRequestMetrics(maxRequestSeries),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "millrace_http_requests_in_flight", Help: "HTTP requests being answered now.",
		}),
		logins: newLabelCounter(prometheus.CounterOpts{
			Name: "millrace_logins_total", Help: "Logins by outcome.",
		}, "outcome", loginOutcomes()),
		rateLimited: newLabelCounter(prometheus.CounterOpts{
			Name: "millrace_rate_limited_total", Help: "Requests refused by a rate limit.",
		}, "limit", rateLimits()),
		failedTests: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "millrace_failed_tests_total", Help: "Tests that failed in runs of this process.",
		}),
		work: newWorkMetrics(),
	}
	m.registry.MustRegister(m.work.collectors()...)
	m.registry.MustRegister(
		m.requests.total, m.requests.duration, m.inFlight, m.logins.vector, m.rateLimited.vector, m.failedTests, buildInfo(),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

// Handler serves a scrape.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Timeout: scrapeTimeout})
}

// ObserveRequest counts a completed request. The operation is the id of an API operation, never a path; an empty one
// counts as unknown.
func (m *Metrics) ObserveRequest(operation, method string, status int, took time.Duration) {
	m.requests.observe(series{operation: operation, method: method, status: status}, took)
}

// BeginRequest counts a request as in flight, until EndRequest.
func (m *Metrics) BeginRequest() { m.inFlight.Inc() }

// EndRequest undoes BeginRequest.
func (m *Metrics) EndRequest() { m.inFlight.Dec() }

// CountLogin counts an attempt to sign in.
func (m *Metrics) CountLogin(outcome LoginOutcome) { m.logins.inc(string(outcome)) }

// CountRateLimited counts a request that a rate limit rejected.
func (m *Metrics) CountRateLimited(limit RateLimit) { m.rateLimited.inc(string(limit)) }

// CountFailedTests counts failed tests of a run.
func (m *Metrics) CountFailedTests(count int) { m.failedTests.Add(float64(count)) }

// buildInfo is the usual constant 1 with labels for the running build.
func buildInfo() prometheus.Collector {
	labels := prometheus.Labels{"version": "unknown", "revision": "unknown", "goversion": "unknown"}
	if info, ok := debug.ReadBuildInfo(); ok {
		labels["version"], labels["goversion"] = info.Main.Version, info.GoVersion
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				labels["revision"] = setting.Value
			}
		}
	}
	gauge := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "millrace_build_info", Help: "Always 1; the labels say which build this is.", ConstLabels: labels,
	})
	gauge.Set(1)
	return gauge
}
