package contract_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// A server that is told to stop finishes active requests and accepts no new ones. Acknowledged writes exist after the
// next start.
func TestDrainFinishesActiveRequests(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		body := `{"name":"made while draining","platformKind":"duckdb"}`
		request := "POST /api/v1/projects HTTP/1.1\r\nHost: platform\r\nAuthorization: Bearer " + token + "\r\n" +
			"Content-Type: application/json\r\nContent-Length: 54\r\nExpect: 100-continue\r\n\r\n"
		if len(body) != 54 {
			t.Fatalf("the body has %d bytes", len(body))
		}
		connection := dial(t, platform)
		answers := bufio.NewReader(connection)
		send(t, connection, request)
		if line, err := answers.ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 100") {
			t.Fatalf("the server does not ask for the body: %q %v", line, err)
		}
		if _, err := answers.ReadString('\n'); err != nil { // the empty line after it
			t.Fatal(err)
		}
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			platform.Stop()
		}()
		waitUntilClosed(t, platform)
		select {
		case <-stopped:
			t.Fatal("the server has stopped without the request that it had begun")
		default:
		}
		send(t, connection, body)
		if answer := readRaw(t, answers, request); answer.status != http.StatusCreated {
			t.Errorf("%d: %s", answer.status, answer.body)
		}
		<-stopped
		next := start(t, database, func(s *config.Settings) { s.Data = platform.Data })
		if got := next.Get(token, "/api/v1/projects").Want(http.StatusOK); !strings.Contains(string(got.Body), "made while draining") {
			t.Errorf("what was acknowledged is gone: %s", got.Body)
		}
	})
}

// With a drain delay the server reports that it is not ready, and continues to respond, before it closes the listener.
func TestDrainDelay(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{}, func(s *config.Settings) { s.DrainDelay = 3 * time.Second })
	platform.Get("", "/readyz").Want(http.StatusOK)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		platform.Stop()
	}()
	for {
		response := platform.Get("", "/readyz") // fails the test if the platform stops listening before that
		if response.Status == http.StatusServiceUnavailable {
			wantFault(t, response, http.StatusServiceUnavailable, "shutting down")
			break
		}
	}
	platform.Get("", "/healthz").Want(http.StatusOK)
	<-stopped
}

func send(t *testing.T, connection net.Conn, text string) {
	t.Helper()
	if _, err := io.WriteString(connection, text); err != nil {
		t.Fatal(err)
	}
}

// waitUntilClosed returns when the platform accepts no more connections, which is the first step of a drain.
func waitUntilClosed(t *testing.T, platform *apptest.Platform) {
	t.Helper()
	for {
		probe, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(platform.URL, "http://"))
		if err != nil {
			return
		}
		_ = probe.Close()
	}
}
