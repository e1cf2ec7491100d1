package httpapi_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/httpapi"
)

// An operation that times out reports it. A client that closed the connection gets status 499, which no client reads.
func TestTimeoutAndClosedConnectionAreReported(t *testing.T) {
	t.Parallel()
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	gone, leave := context.WithCancel(t.Context())
	leave()
	patient := context.WithValue(late, http.ServerContextKey, &http.Server{WriteTimeout: time.Hour, ReadHeaderTimeout: time.Hour})
	request := func(ctx context.Context) *http.Request {
		return httptest.NewRequestWithContext(ctx, http.MethodGet, "/", http.NoBody)
	}
	for name, tt := range map[string]struct {
		request *http.Request
		status  int
		message string
	}{
		"late":    {request(late), http.StatusServiceUnavailable, "the operation took longer than 15m0s"},
		"patient": {request(patient), http.StatusServiceUnavailable, "the operation took longer than 1h0m0s"},
		"gone":    {request(gone), 499, "the request was canceled"},
	} {
		if status, message := httpapi.TimeoutProblem(tt.request); status != tt.status || message != tt.message {
			t.Errorf("%s: got %d %q, want %d %q", name, status, message, tt.status, tt.message)
		}
	}
}
