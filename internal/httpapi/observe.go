package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/telemetry"
)

// requestInfo is what the inner parts of a request tell the log line and the metrics. One goroutine writes it.
type requestInfo struct {
	operation string
	user      ids.User
	opened    time.Time // when a stream began; zero for everything else
}

type noteKey struct{}

func noteOperation(ctx context.Context, operation string) {
	if n, ok := ctx.Value(noteKey{}).(*requestInfo); ok {
		n.operation = operation
	}
}

func noteUser(ctx context.Context, user ids.User) {
	if n, ok := ctx.Value(noteKey{}).(*requestInfo); ok {
		n.user = user
	}
}

// noteOpened ends a request for the metrics: what follows is a stream, which takes as long as its client likes.
func (h *handlers) noteOpened(ctx context.Context) {
	if n, ok := ctx.Value(noteKey{}).(*requestInfo); ok {
		n.opened = time.Now()
		h.metrics.EndRequest()
	}
}

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter

	status int
	bytes  int
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// observe gives every request an id, a log line and its place in the metrics, and turns a panic into a clear error.
func (s *server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		id, ok := telemetry.AcceptRequestID(r.Header.Get("X-Request-ID"))
		if !ok {
			id = telemetry.NewRequestID()
		}
		w.Header().Set("X-Request-ID", id)
		n := &requestInfo{operation: "other"}
		ctx := context.WithValue(telemetry.WithRequestID(r.Context(), id), noteKey{}, n)
		r = r.WithContext(ctx)
		recorded := &recorder{ResponseWriter: w}
		s.metrics.BeginRequest()
		defer func() { // also when a panic goes on from below
			took := time.Since(started)
			answered := took
			if n.opened.IsZero() {
				s.metrics.EndRequest()
			} else {
				answered = n.opened.Sub(started)
			}
			s.metrics.ObserveRequest(n.operation, r.Method, recorded.status, answered)
			s.logger.LogAttrs(ctx, slog.LevelInfo, "request",
				slog.String("method", r.Method), slog.String("path", withoutSecrets(r.URL.Path)), slog.String("operation", n.operation),
				slog.Int("status", recorded.status), slog.Int("bytes", recorded.bytes), slog.Duration("took", took),
				slog.String("user", string(n.user)))
		}()
		defer func() { s.recovered(recover(), recorded, r) }()
		next.ServeHTTP(recorded, r)
	})
}

// recovered answers a request whose handler panicked. The stack goes to the log, never to the caller.
func (s *server) recovered(reason any, w *recorder, r *http.Request) {
	if reason == nil {
		return
	}
	s.logger.LogAttrs(r.Context(), slog.LevelError, "panic", slog.Any("reason", reason), slog.String("stack", string(debug.Stack())))
	if w.status == 0 {
		s.fail(w, r, fault.New(fault.Internal, "something went wrong on our side"))
		return
	}
	// Half an answer is out: break the connection so that the client does not take it for a whole one.
	panic(http.ErrAbortHandler)
}
