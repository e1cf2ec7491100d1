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
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/telemetry"
)

// interfaceAlone is the HTTP interface over a database, without the platform around it.
type interfaceAlone struct {
	*httptest.Server

	api *httpapi.Server
	log *logBuffer
}

func newInterface(t *testing.T, web http.HandlerFunc) interfaceAlone {
	t.Helper()
	db := openStore(t)
	return serve(t, httpapi.Services{Database: db, Organizations: db.Organizations()}, web)
}

func openStore(t testing.TB) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func serve(t testing.TB, services httpapi.Services, web http.HandlerFunc) interfaceAlone {
	t.Helper()
	log := new(logBuffer)
	api, err := httpapi.New(httpapi.Options{
		BaseURL:      "https://millrace.example",
		MaxBodyBytes: 1 << 20, Logger: slog.New(telemetry.NewHandler(slog.NewTextHandler(log, nil))), Metrics: telemetry.NewMetrics(), Web: web,
	}, services)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(api)
	t.Cleanup(server.Close)
	return interfaceAlone{Server: server, api: api, log: log}
}

// logBuffer gathers log lines of several goroutines.
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

func (i interfaceAlone) get(t *testing.T, path string) (int, string) {
	t.Helper()
	answer, err := http.Get(i.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// A server that drains is alive, answers, and says that it wants no more.
func TestADrainingServerIsNotReady(t *testing.T) {
	t.Parallel()
	server := newInterface(t, http.NotFound)
	if status, body := server.get(t, "/readyz"); status != http.StatusOK || !strings.Contains(body, `"status":"ok"`) {
		t.Errorf("before: %d %s", status, body)
	}
	server.api.Drain()
	status, body := server.get(t, "/readyz")
	if status != http.StatusServiceUnavailable || !strings.Contains(body, `"errorString":"503: the server is about to stop"`) {
		t.Errorf("draining: %d %s", status, body)
	}
	if status, _ := server.get(t, "/healthz"); status != http.StatusOK {
		t.Errorf("healthz: %d", status)
	}
}

var inFlight = regexp.MustCompile(`(?m)^millrace_http_requests_in_flight (\d+)$`)

// A panic is an error of ours: the fixed body for the caller, the stack for the log.
func TestAPanicIsAnErrorLikeOthers(t *testing.T) {
	t.Parallel()
	server := newInterface(t, func(http.ResponseWriter, *http.Request) { panic("the mill has stopped") })
	status, body := server.get(t, "/page")
	if status != http.StatusInternalServerError || !strings.Contains(body, `"errorString":"500: something went wrong on our side"`) {
		t.Errorf("%d %s", status, body)
	}
	if strings.Contains(body, "mill has") || strings.Contains(body, "goroutine") {
		t.Errorf("the panic is in the answer: %s", body)
	}
	if log := server.log.String(); !strings.Contains(log, "the mill has stopped") || !strings.Contains(log, "server_test.go") {
		t.Errorf("the panic is not in the log: %s", log)
	}
	server.wantCounted(t, `status=500`)
}

// Half an answer must not look like a whole one, and the request is counted all the same.
func TestAPanicInMidAnswerBreaksTheConnection(t *testing.T) {
	t.Parallel()
	server := newInterface(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("half an answer ", 1000))
		panic("the mill has stopped")
	})
	answer, err := http.Get(server.URL + "/page")
	if err == nil {
		_, err = io.ReadAll(answer.Body)
		_ = answer.Body.Close()
	}
	if err == nil {
		t.Error("half an answer passes for a whole one")
	}
	server.wantCounted(t, `path=/page operation=other status=200`)
}

// wantCounted checks that the requests so far are over, for the metrics and for the log.
func (i interfaceAlone) wantCounted(t *testing.T, logged string) {
	t.Helper()
	_, metrics := i.get(t, "/metrics")
	if found := inFlight.FindStringSubmatch(metrics); found == nil || found[1] != "1" { // the one for the metrics
		t.Errorf("requests in flight: %v", found)
	}
	if !strings.Contains(i.log.String(), logged) {
		t.Errorf("%s is not in the log:\n%s", logged, i.log.String())
	}
}
