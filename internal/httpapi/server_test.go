package httpapi_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/httpapi"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/telemetry"
)

// serverFixture is the HTTP server with a database and without the rest of the platform.
type serverFixture struct {
	*httptest.Server

	api *httpapi.Server
	log *logBuffer
}

func newServerFixture(t *testing.T, web http.HandlerFunc) serverFixture {
	t.Helper()
	db := openStore(t)
	return serve(t, httpapi.Services{Database: db, Organizations: db.Organizations()}, web)
}

func openStore(t testing.TB) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Folder: statetest.Folder(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

const metricsToken = "metrics of a test"

func serve(t testing.TB, services httpapi.Services, web http.HandlerFunc) serverFixture {
	t.Helper()
	log := new(logBuffer)
	api, err := httpapi.New(httpapi.Options{
		BaseURL:       "https://millrace.example",
		MetricsAccess: httpapi.MetricsAccess{Token: metricsToken},
		Streams:       httpapi.StreamLimits{PerUser: 20, PerOrganization: 30, PerServer: 40},
		MaxBodyBytes:  1 << 20, Logger: slog.New(telemetry.NewHandler(slog.NewTextHandler(log, nil))), Metrics: telemetry.NewMetrics(), Web: web,
	}, services)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	return serverFixture{Server: server, api: api, log: log}
}

// logBuffer collects log lines of several goroutines.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func (i serverFixture) get(t *testing.T, path string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, i.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if path == "/metrics" {
		request.Header.Set("Authorization", "Bearer "+metricsToken)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// A draining server still responds, but is not ready.
func TestDrainingServerIsNotReady(t *testing.T) {
	t.Parallel()
	server := newServerFixture(t, http.NotFound)
	if status, body := server.get(t, "/readyz"); status != http.StatusOK || !strings.Contains(body, `"status":"ok"`) {
		t.Errorf("before: %d %s", status, body)
	}
	server.api.Drain()
	status, body := server.get(t, "/readyz")
	if status != http.StatusServiceUnavailable || !strings.Contains(body, `"errorString":"503: the server is shutting down"`) {
		t.Errorf("draining: %d %s", status, body)
	}
	if status, _ := server.get(t, "/healthz"); status != http.StatusOK {
		t.Errorf("healthz: %d", status)
	}
}

var inFlight = regexp.MustCompile(`(?m)^millrace_http_requests_in_flight (\d+)$`)

// A panic results in the ordinary error body for the caller and a stack in the log.
func TestPanicIsReportedAsInternalError(t *testing.T) {
	t.Parallel()
	server := newServerFixture(t, func(http.ResponseWriter, *http.Request) { panic("test panic") })
	status, body := server.get(t, "/page")
	if status != http.StatusInternalServerError || !strings.Contains(body, `"errorString":"500: internal error"`) {
		t.Errorf("%d %s", status, body)
	}
	if strings.Contains(body, "test panic") || strings.Contains(body, "goroutine") {
		t.Errorf("the panic is in the response: %s", body)
	}
	if log := server.log.String(); !strings.Contains(log, "test panic") || !strings.Contains(log, "server_test.go") {
		t.Errorf("the panic is not in the log: %s", log)
	}
	server.wantCounted(t, `status=500`)
}

// The client must not accept a partial response as complete, and the request is still counted.
func TestPanicDuringResponseAbortsConnection(t *testing.T) {
	t.Parallel()
	server := newServerFixture(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("partial response ", 1000))
		panic("test panic")
	})
	response, err := http.Get(server.URL + "/page")
	if err == nil {
		_, err = io.ReadAll(response.Body)
		_ = response.Body.Close()
	}
	if err == nil {
		t.Error("the client accepts a partial response")
	}
	server.wantCounted(t, `path=/page operation=other status=200`)
}

// wantCounted checks that the requests so far have ended in the metrics and the log.
func (i serverFixture) wantCounted(t *testing.T, logged string) {
	t.Helper()
	_, metrics := i.get(t, "/metrics")
	if found := inFlight.FindStringSubmatch(metrics); found == nil || found[1] != "1" { // the request for the metrics
		t.Errorf("requests in flight: %v", found)
	}
	if !strings.Contains(i.log.String(), logged) {
		t.Errorf("%s is not in the log:\n%s", logged, i.log.String())
	}
}
