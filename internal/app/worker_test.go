package app_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/pgtest"
)

// startWorker starts a worker of a deployment. It stops when the test ends.
func startWorker(t *testing.T, database apptest.Database, changes ...func(*config.Settings)) *app.Worker {
	t.Helper()
	started, err := app.StartWorker(t.Context(), workerOptions(t, database, changes...))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- started.Serve(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("the worker does not stop cleanly: %v", err)
		}
	})
	return started
}

func workerOptions(t *testing.T, database apptest.Database, changes ...func(*config.Settings)) app.Options {
	t.Helper()
	return app.Options{Settings: apptest.Settings(t, database, changes...), Version: "test", Logger: slog.New(slog.DiscardHandler)}
}

func TestWorkerThatCannotWorkDoesNotStart(t *testing.T) {
	t.Parallel()
	empty, used := apptest.Database{URL: pgtest.Database(t)}, apptest.Database{URL: pgtest.Database(t)}
	apptest.Start(t, used)
	const otherKey = "OTEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
	t.Run("group", func(t *testing.T) { // it ends with its parallel tests
		for name, tt := range map[string]struct {
			database apptest.Database
			change   func(*config.Settings)
			kind     fault.Kind
			want     string
		}{
			"SQLite":              {apptest.Database{}, func(*config.Settings) {}, fault.Invalid, "a worker needs the PostgreSQL state database"},
			"no key":              {used, func(s *config.Settings) { s.Key = "" }, fault.Conflict, "the server key is missing"},
			"wrong key":           {used, func(s *config.Settings) { s.Key = otherKey }, fault.Conflict, "is not the key that the database was set up with"},
			"database not set up": {empty, func(*config.Settings) {}, fault.Conflict, "no server has set this database up"},
			"address in use":      {used, func(s *config.Settings) { s.MetricsListen = "192.0.2.1:1" }, fault.Conflict, "cannot listen"},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				_, err := app.StartWorker(t.Context(), workerOptions(t, tt.database, tt.change))
				if !fault.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.want) || fault.From(err).Hint == "" {
					t.Errorf("err = %v, want %s", err, tt.want)
				}
			})
		}
	})
	// The worker did not make its key that of the deployment.
	apptest.Start(t, empty, func(s *config.Settings) { s.Key = otherKey })
}

func TestServerWithoutWorkerNeedsPostgres(t *testing.T) {
	t.Parallel()
	_, err := app.Start(t.Context(), workerOptions(t, apptest.Database{}, func(s *config.Settings) { s.NoWorker = true }))
	if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "--no-worker needs a PostgreSQL state database") {
		t.Errorf("err = %v", err)
	}
}

// A worker answers only if it was told where, and only two paths.
func TestWorkerServesMetricsAndHealth(t *testing.T) {
	t.Parallel()
	database := apptest.Database{URL: pgtest.Database(t)}
	apptest.Start(t, database)
	if address := startWorker(t, database).MetricsAddress(); address != "" {
		t.Errorf("a worker without the setting listens on %s", address)
	}
	address := startWorker(t, database, func(s *config.Settings) { s.MetricsListen, s.MetricsToken = "127.0.0.1:0", "" }).MetricsAddress()
	for path, want := range map[string]int{"/healthz": http.StatusOK, "/metrics": http.StatusOK, "/api/v1/runs": http.StatusNotFound} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != want {
			t.Errorf("%s: %d %s, %v", path, response.StatusCode, body, err)
		}
		if path == "/metrics" && !strings.Contains(string(body), "millrace_runs") {
			t.Errorf("metrics without runs: %s", body)
		}
	}
}
