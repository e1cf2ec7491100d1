package app

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/fault"
)

const metricsTokenFile = "metrics.token"

// metricsToken returns the token that reads the metrics: the setting, or the file in the data folder, which the first
// start creates. A scraper on the same machine can read the file; a server of several on one database has its own.
func (a *App) metricsToken() (string, error) {
	if a.settings.MetricsToken != "" {
		return string(a.settings.MetricsToken), nil
	}
	path := filepath.Join(a.state.folder.path, metricsTokenFile)
	raw, err := os.ReadFile(path)
	if token := strings.TrimSpace(string(raw)); err == nil && token != "" {
		return token, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fault.Wrap(err, fault.Invalid, "cannot read %s", path).WithHint("Make it readable for the server, or set MILLRACE_METRICS_TOKEN.")
	}
	token := rand.Text()
	if err := os.WriteFile(path, []byte(token+"\n"), 0o600); err != nil {
		return "", fault.Wrap(err, fault.Unavailable, "cannot write %s", path).WithHint("Free space in the data folder, or set MILLRACE_METRICS_TOKEN.")
	}
	return token, nil
}

// listenMetrics opens the address of the metrics, if they have their own.
func (a *App) listenMetrics(ctx context.Context) (err error) {
	if a.settings.MetricsListen == "" {
		return nil
	}
	a.metricsListener, err = listen(ctx, a.settings.MetricsListen, "--metrics-listen")
	return err
}

// MetricsAddress returns the address of the metrics; empty if they have none of their own.
func (a *App) MetricsAddress() string {
	if a.metricsListener == nil {
		return ""
	}
	return a.metricsListener.Addr().String()
}

// newMetricsServer serves only the metrics. It asks for a token only if the operator has set one, because the operator
// decides who reaches the address.
func (a *App) newMetricsServer() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		want := "Bearer " + string(a.settings.MetricsToken)
		if a.settings.MetricsToken != "" && subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte(want)) != 1 {
			http.Error(w, "Send the setting metrics_token as bearer token.", http.StatusUnauthorized)
			return
		}
		a.metrics.Handler().ServeHTTP(w, r)
	})
	const timeout = 30 * time.Second
	return &http.Server{
		Handler: mux, MaxHeaderBytes: int(a.settings.Limits.MaxHeaderBytes), ReadHeaderTimeout: headerTimeout,
		ReadTimeout: timeout, WriteTimeout: timeout, IdleTimeout: a.settings.Limits.IdleTimeout,
		ErrorLog: slog.NewLogLogger(a.logger.Handler(), slog.LevelWarn),
	}
}

// serveMetrics serves the metrics at their own address until stop is called.
func (a *App) serveMetrics() (stop func()) {
	if a.metricsListener == nil {
		return func() {}
	}
	server, done := a.newMetricsServer(), make(chan error, 1)
	go func() { done <- server.Serve(a.metricsListener) }()
	return func() {
		_ = server.Close() // a scrape that is cut off is repeated by the next server
		<-done
	}
}
