package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/millrace/millrace/internal/run"
)

// discard is a response writer that discards the response.
type discard http.Header

func (w discard) Header() http.Header         { return http.Header(w) }
func (w discard) WriteHeader(int)             {}
func (w discard) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkRunStatus measures a request without the HTTP server. Every client that waits for a run polls it.
func BenchmarkRunStatus(b *testing.B) {
	f := newFixture(b)
	f.newRun(run.Details{Parallelism: 1})
	for name, path := range map[string]string{"one": "/scheduler/runStatus?runCounter=1", "newest": "/scheduler/runStatus"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				request := httptest.NewRequest(http.MethodGet, path, http.NoBody)
				request.Header.Set("Authorization", "Bearer "+f.token)
				f.api.ServeHTTP(discard{}, request)
			}
		})
	}
}
