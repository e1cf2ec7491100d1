package contract_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

const smallBody = 2 << 10

func TestOversizedBodiesAreRejected(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{}, func(s *config.Settings) { s.Limits.MaxBodyBytes = smallBody })
	token := platform.AdminToken()
	fitting := `{"name":"` + strings.Repeat("x", smallBody-len(`{"name":""}`)) + `"}`
	headers := []string{"Authorization: Bearer " + token, "Content-Type: application/json"}
	line := "POST /api/v1/auth/tokens HTTP/1.1"
	declared := func(n int) []string { return append(headers, fmt.Sprintf("Content-Length: %d", n)) }
	chunked := func(body string) string {
		return rawRequest(line, append(headers, "Transfer-Encoding: chunked"), fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body))
	}
	for name, tt := range map[string]struct {
		text   string
		status int
	}{
		"just fits":               {rawRequest(line, declared(len(fitting)), fitting), http.StatusBadRequest}, // only the name is too long
		"just fits, in chunks":    {chunked(fitting), http.StatusBadRequest},
		"a byte too many":         {rawRequest(line, declared(len(fitting)+1), fitting+" "), http.StatusRequestEntityTooLarge},
		"a byte more, in chunks":  {chunked(fitting + " "), http.StatusRequestEntityTooLarge},
		"declared and never sent": {rawRequest(line, declared(1<<40), ""), http.StatusRequestEntityTooLarge},
		"declared, asked for leave": {
			rawRequest(line, append(declared(1<<30), "Expect: 100-continue"), ""), http.StatusRequestEntityTooLarge,
		},
		"on a path without a body": {
			rawRequest("GET /api/v1/environments HTTP/1.1", declared(smallBody+1), strings.Repeat(" ", smallBody+1)), http.StatusRequestEntityTooLarge,
		},
		"on a path that is not there": {
			rawRequest("POST /api/v1/nothing HTTP/1.1", declared(smallBody+1), strings.Repeat(" ", smallBody+1)), http.StatusRequestEntityTooLarge,
		},
		"without a token": {
			rawRequest("POST /api/v1/auth/login HTTP/1.1", []string{"Content-Type: application/json", "Content-Length: 99999"}, ""), http.StatusRequestEntityTooLarge,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sendRaw(t, platform, tt.text).wantAPIError(t, tt.status)
		})
	}
}

// A truncated body is an error of the client.
func TestTruncatedBodiesAreRejected(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	headers := []string{"Authorization: Bearer " + platform.AdminToken(), "Content-Type: application/json"}
	line := "POST /api/v1/auth/tokens HTTP/1.1"
	for name, text := range map[string]string{
		"a chunk of no length":     rawRequest(line, append(headers, "Transfer-Encoding: chunked"), "xyz\r\n{}\r\n0\r\n\r\n"),
		"a chunk that is too long": rawRequest(line, append(headers, "Transfer-Encoding: chunked"), "2\r\n{}{}\r\n0\r\n\r\n"),
		"fewer bytes than said":    rawRequest(line, append(headers, "Content-Length: 50"), `{"name":`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			connection := dial(t, platform)
			if _, err := io.WriteString(connection, text); err != nil {
				t.Fatal(err)
			}
			// The client says that nothing more follows, and still reads.
			if half, ok := connection.(interface{ CloseWrite() error }); ok {
				if err := half.CloseWrite(); err != nil {
					t.Fatal(err)
				}
			}
			readRaw(t, bufio.NewReader(connection), text).wantAPIError(t, http.StatusBadRequest)
		})
	}
}
