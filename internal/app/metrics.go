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

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/telemetry"
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

// listenMetrics serves the metrics at their own address, if there is one.
func (p *process) listenMetrics(ctx context.Context) error {
	if p.settings.MetricsListen == "" {
		return nil
	}
	listener, err := p.listen(ctx, p.settings.MetricsListen, "--metrics-listen")
	if err != nil {
		return err
	}
	p.metricsAddress = listener.Addr().String()
	server := p.newMetricsServer()
	p.background.start(func(ctx context.Context) {
		stop := context.AfterFunc(ctx, func() { _ = server.Close() }) // a scrape that is cut off is repeated by the next process
		defer stop()
		_ = server.Serve(listener)
	})
	return nil
}

// MetricsAddress returns the address of the metrics; empty if they have none of their own.
func (p *process) MetricsAddress() string { return p.metricsAddress }

// collectMetrics adds the gauges of the state database and of the engines to the metrics.
func (p *process) collectMetrics(pool *engine.Pool) {
	p.metrics.CollectState(func(ctx context.Context) (telemetry.State, error) {
		state, err := p.state.db.State(ctx)
		state.EnginesOpen, state.EngineUsers = pool.Usage()
		return state, err
	})
}

// newMetricsServer serves the metrics, and /healthz for a process that answers no other requests. It asks for a token only if the
// operator has set one, because the operator decides who reaches the address.
func (p *process) newMetricsServer() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"status":"ok"}`))
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		want := "Bearer " + string(p.settings.MetricsToken)
		if p.settings.MetricsToken != "" && subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte(want)) != 1 {
			http.Error(w, "Send the setting metrics_token as bearer token.", http.StatusUnauthorized)
			return
		}
		p.metrics.Handler().ServeHTTP(w, r)
	})
	const timeout = 30 * time.Second
	return &http.Server{
		Handler: mux, MaxHeaderBytes: int(p.settings.Limits.MaxHeaderBytes), ReadHeaderTimeout: headerTimeout,
		ReadTimeout: timeout, WriteTimeout: timeout, IdleTimeout: p.settings.Limits.IdleTimeout,
		ErrorLog: slog.NewLogLogger(p.logger.Handler(), slog.LevelWarn),
	}
}
