package telemetry_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/telemetry"
)

func scrape(t *testing.T, metrics *telemetry.Metrics) string {
	t.Helper()
	answer := httptest.NewRecorder()
	metrics.Handler().ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	if answer.Code != http.StatusOK {
		t.Fatalf("scrape = %d: %s", answer.Code, answer.Body)
	}
	return answer.Body.String()
}

// wantLines checks that the scrape contains each of the lines.
func wantLines(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains("\n"+text, "\n"+line+"\n") {
			t.Errorf("no line %q", line)
		}
	}
}

func TestRequestsAreCountedAndTimed(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics()
	metrics.ObserveRequest("listEnvironments", "GET", 200, 3*time.Millisecond)
	metrics.ObserveRequest("listEnvironments", "GET", 200, 30*time.Millisecond)
	metrics.ObserveRequest("listEnvironments", "GET", 401, time.Millisecond)
	wantLines(t, scrape(t, metrics),
		`millrace_http_requests_total{method="GET",operation="listEnvironments",status="200"} 2`,
		`millrace_http_requests_total{method="GET",operation="listEnvironments",status="401"} 1`,
		`millrace_http_request_duration_seconds_bucket{method="GET",operation="listEnvironments",le="0.005"} 2`,
		`millrace_http_request_duration_seconds_bucket{method="GET",operation="listEnvironments",le="0.05"} 3`,
		`millrace_http_request_duration_seconds_count{method="GET",operation="listEnvironments"} 3`,
	)
}

func TestInFlightRequestsAreCounted(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics()
	metrics.BeginRequest()
	metrics.BeginRequest()
	wantLines(t, scrape(t, metrics), "millrace_http_requests_in_flight 2")
	metrics.EndRequest()
	wantLines(t, scrape(t, metrics), "millrace_http_requests_in_flight 1")
}

func TestLabelValuesAreAFixedSetFromTheStart(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics()
	wantLines(t, scrape(t, metrics),
		`millrace_logins_total{outcome="succeeded"} 0`,
		`millrace_logins_total{outcome="locked"} 0`,
		`millrace_rate_limited_total{limit="token"} 0`,
		`millrace_rate_limited_total{limit="address"} 0`,
	)
	metrics.CountLogin(telemetry.LoginSucceeded)
	metrics.CountLogin(telemetry.LoginRefused)
	metrics.CountLogin("ada@example.com")
	metrics.CountRateLimited(telemetry.LimitAddress)
	text := scrape(t, metrics)
	wantLines(t, text,
		`millrace_logins_total{outcome="succeeded"} 1`,
		`millrace_logins_total{outcome="refused"} 1`,
		`millrace_logins_total{outcome="other"} 1`,
		`millrace_rate_limited_total{limit="address"} 1`,
	)
	if strings.Contains(text, "ada@") {
		t.Error("an unknown outcome became a label")
	}
}

func TestScrapeContainsRuntimeProcessAndBuild(t *testing.T) {
	t.Parallel()
	text := scrape(t, telemetry.NewMetrics())
	for _, want := range []string{"go_goroutines ", "process_start_time_seconds ", "millrace_build_info{"} {
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("no %s", want)
		}
	}
}

func TestTwoServersDoNotShareCounts(t *testing.T) {
	t.Parallel()
	one, other := telemetry.NewMetrics(), telemetry.NewMetrics()
	one.ObserveRequest("listEnvironments", "GET", 200, time.Millisecond)
	if strings.Contains(scrape(t, other), "listEnvironments") {
		t.Error("the second server counts the requests of the first one")
	}
}

func TestUnknownMethodsAndStatusesCreateNoSeries(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics()
	for i := range 500 {
		metrics.ObserveRequest("", "BREW"+strconv.Itoa(i), 1000+i, time.Millisecond)
	}
	metrics.ObserveRequest("\xff", "GET", 200, time.Millisecond)
	text := scrape(t, metrics)
	wantLines(t, text,
		`millrace_http_requests_total{method="other",operation="unknown",status="0"} 500`,
		`millrace_http_requests_total{method="GET",operation="unknown",status="200"} 1`,
	)
	if got := strings.Count(text, "\nmillrace_http_requests_total{"); got != 2 {
		t.Errorf("%d series, want 2", got)
	}
}

func TestNumberOfSeriesIsLimited(t *testing.T) {
	t.Parallel()
	const calls = 10_000
	metrics := telemetry.NewMetrics()
	for i := range calls {
		metrics.ObserveRequest("operation"+strconv.Itoa(i), "GET", 200, time.Millisecond)
	}
	text := scrape(t, metrics)
	got := strings.Count(text, "\nmillrace_http_requests_total{")
	if got > 4096+1 {
		t.Errorf("%d series, want at most 4097", got)
	}
	wantLines(t, text, `millrace_http_requests_total{method="other",operation="other",status="200"} `+
		strconv.Itoa(calls-(got-1)))
}

func TestParallelRequestsAreAllCounted(t *testing.T) {
	t.Parallel()
	const workers, each = 8, 500
	metrics := telemetry.NewMetrics()
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := range each {
				metrics.ObserveRequest("operation"+strconv.Itoa(i%50), "GET", 200, time.Millisecond)
			}
		})
	}
	all.Wait()
	text := scrape(t, metrics)
	for i := range 50 {
		wantLines(t, text, `millrace_http_requests_total{method="GET",operation="operation`+strconv.Itoa(i)+
			`",status="200"} `+strconv.Itoa(workers*each/50))
	}
}

//nolint:paralleltest // allocations of parallel tests would count too
func TestObserveRequestDoesNotAllocate(t *testing.T) {
	metrics := telemetry.NewMetrics()
	observe := func() { metrics.ObserveRequest("listEnvironments", "GET", 200, time.Millisecond) }
	observe()
	if got := testing.AllocsPerRun(1000, observe); got != 0 {
		t.Errorf("%v allocations per request, want 0", got)
	}
}

func BenchmarkObserveRequest(b *testing.B) {
	metrics := telemetry.NewMetrics()
	for i := range 300 {
		metrics.ObserveRequest("operation"+strconv.Itoa(i), "GET", 200, time.Millisecond)
	}
	b.ReportAllocs()
	for b.Loop() {
		metrics.ObserveRequest("operation7", "GET", 200, 12*time.Millisecond)
	}
}

func BenchmarkNewRequestID(b *testing.B) {
	for b.Loop() {
		telemetry.NewRequestID()
	}
}
