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
	"github.com/millrace/millrace/internal/openapitest"
)

// rawTimeout bounds an exchange over a raw connection, so that a server that does not respond fails a test.
const rawTimeout = 3 * time.Minute

// rawResponse is the response to bytes that no HTTP library would send.
type rawResponse struct {
	status int
	header http.Header
	body   []byte
}

// sendRaw writes bytes to the platform and reads one response.
func sendRaw(t *testing.T, platform *apptest.Platform, text string) rawResponse {
	t.Helper()
	connection := dial(t, platform)
	// The server may respond and close the connection before it has read everything.
	_, _ = io.WriteString(connection, text)
	return readRaw(t, bufio.NewReader(connection), text)
}

func dial(t *testing.T, platform *apptest.Platform) net.Conn {
	t.Helper()
	connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(platform.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	if err := connection.SetDeadline(time.Now().Add(rawTimeout)); err != nil {
		t.Fatal(err)
	}
	return connection
}

func readRaw(t *testing.T, from *bufio.Reader, sent string) rawResponse {
	t.Helper()
	method, _, _ := strings.Cut(sent, " ")
	answer, err := http.ReadResponse(from, &http.Request{Method: method})
	if err != nil {
		t.Fatalf("no answer to %.200q: %v", sent, err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatalf("a partial response to %.200q: %v", sent, err)
	}
	return rawResponse{status: answer.StatusCode, header: answer.Header, body: body}
}

// rawRequest returns a request with these lines between the request line and the body.
func rawRequest(line string, headers []string, body string) string {
	return line + "\r\nHost: platform\r\nConnection: close\r\n" + strings.Join(append(headers, "", ""), "\r\n") + body
}

// wantAPIError fails the test unless the response is an error of this status in the API's error body.
func (a rawResponse) wantAPIError(t *testing.T, status int) {
	t.Helper()
	if a.status != status {
		t.Errorf("status %d, want %d: %s", a.status, status, shortened(a.body))
	}
	if a.status < http.StatusBadRequest {
		return
	}
	for _, wrong := range openapitest.WrongWithFault(a.status, a.header, a.body) {
		t.Errorf("%s: %s", wrong, shortened(a.body))
	}
}

// wantLibraryError fails the test unless the response comes from Go's HTTP server: what is not HTTP never reaches our
// code, and gets plain text without internals.
func (a rawResponse) wantLibraryError(t *testing.T, status int) {
	t.Helper()
	if a.status != status {
		t.Errorf("status %d, want %d: %s", a.status, status, shortened(a.body))
	}
	if got := a.header.Get("Content-Type"); got != "text/plain; charset=utf-8" {
		t.Errorf("content type %q, want the library's own: has it come to us? %s", got, shortened(a.body))
	}
	if openapitest.Inside(string(a.body)) != "" {
		t.Errorf("the answer shows the inside: %s", a.body)
	}
}
