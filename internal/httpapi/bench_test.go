package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/millrace/millrace/internal/run"
)

// drain takes an answer and keeps nothing of it.
type drain http.Header

func (w drain) Header() http.Header         { return http.Header(w) }
func (w drain) WriteHeader(int)             {}
func (w drain) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkRunStatus is what a request costs us beyond the HTTP server: every client that waits for a run asks it all the
// time.
func BenchmarkRunStatus(b *testing.B) {
	o := newOffice(b)
	o.newRun(run.Details{Parallelism: 1})
	for name, path := range map[string]string{"one": "/scheduler/runStatus?runCounter=1", "newest": "/scheduler/runStatus"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				request := httptest.NewRequest(http.MethodGet, path, http.NoBody)
				request.Header.Set("Authorization", "Bearer "+o.token)
				o.api.ServeHTTP(drain{}, request)
			}
		})
	}
}
