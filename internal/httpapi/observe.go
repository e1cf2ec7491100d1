package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/telemetry"
)

// requestInfo is what handlers report for the log line and the metrics. One goroutine writes it.
type requestInfo struct {
	operation string
	user      ids.User
	address   string    // of the client
	agent     string    // what the client calls itself
	account   string    // e-mail address of a refused sign-in
	opened    time.Time // when a stream began; zero for other requests
}

type requestInfoKey struct{}

func recordOperation(ctx context.Context, operation string) {
	if n, ok := ctx.Value(requestInfoKey{}).(*requestInfo); ok {
		n.operation = operation
	}
}

func recordUser(ctx context.Context, user ids.User) {
	if n, ok := ctx.Value(requestInfoKey{}).(*requestInfo); ok {
		n.user = user
	}
}

// recordRefusedAccount records the account of a refused sign-in. It records only a valid e-mail address, because users
// type passwords into the wrong field.
func recordRefusedAccount(ctx context.Context, email string, err error) {
	if !fault.Is(err, fault.Unauthenticated) && !fault.Is(err, fault.Limit) && !fault.Is(err, fault.Conflict) {
		return
	}
	normalized, err := account.NormalizeEmail(email)
	if n, ok := ctx.Value(requestInfoKey{}).(*requestInfo); ok && err == nil {
		n.account = normalized
	}
}

// recordStreamStart ends the request for the metrics, because a stream lasts as long as its client wants.
func (h *handlers) recordStreamStart(ctx context.Context) {
	if n, ok := ctx.Value(requestInfoKey{}).(*requestInfo); ok {
		n.opened = time.Now()
		h.metrics.EndRequest()
	}
}

// recorder records the status and the size of a response.
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

// observe assigns a request id, writes a log line, records metrics and turns a panic into an error response.
func (s *server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		id, ok := telemetry.AcceptRequestID(r.Header.Get("X-Request-ID"))
		if !ok {
			id = telemetry.NewRequestID()
		}
		w.Header().Set("X-Request-ID", id)
		n := &requestInfo{operation: "other", address: s.proxies.addressOf(r), agent: r.UserAgent()}
		ctx := context.WithValue(telemetry.WithRequestID(r.Context(), id), requestInfoKey{}, n)
		r = r.WithContext(ctx)
		recorded := &recorder{ResponseWriter: w}
		s.metrics.BeginRequest()
		defer func() { // also runs when a panic continues
			took := time.Since(started)
			answered := took
			if n.opened.IsZero() {
				s.metrics.EndRequest()
			} else {
				answered = n.opened.Sub(started)
			}
			s.metrics.ObserveRequest(n.operation, r.Method, recorded.status, answered)
			s.logRequest(r, n, recorded, took)
		}()
		defer func() { s.handlePanic(recover(), recorded, r) }()
		next.ServeHTTP(recorded, r)
	})
}

func (s *server) logRequest(r *http.Request, n *requestInfo, w *recorder, took time.Duration) {
	attrs := []slog.Attr{
		slog.String("method", r.Method), slog.String("path", withoutSecrets(r.URL.Path)), slog.String("operation", n.operation),
		slog.Int("status", w.status), slog.Int("bytes", w.bytes), slog.Duration("took", took),
		slog.String("address", n.address), slog.String("user", string(n.user)),
	}
	if n.account != "" {
		attrs = append(attrs, slog.String("account", n.account))
	}
	s.logger.LogAttrs(r.Context(), slog.LevelInfo, "request", attrs...)
}

// handlePanic responds to a request whose handler panicked. The stack goes to the log, never to the caller.
func (s *server) handlePanic(reason any, w *recorder, r *http.Request) {
	if reason == nil {
		return
	}
	s.logger.LogAttrs(r.Context(), slog.LevelError, "panic", slog.Any("reason", reason), slog.String("stack", string(debug.Stack())))
	if w.status == 0 {
		s.fail(w, r, fault.New(fault.Internal, "internal error"))
		return
	}
	// Part of the response was sent: abort the connection so that the client does not accept it as complete.
	panic(http.ErrAbortHandler)
}
