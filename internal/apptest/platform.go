package apptest

import (
	"context"
	"io"
	"log/slog"
	"net/netip"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/pgtest"
)

// The administrator of every platform in a test.
const (
	AdminEmail    = "admin@example.com"
	AdminPassword = "correct horse battery staple"
)

// serverKey is the key of every platform in a test, so that several are one deployment.
const serverKey = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

// Database is where the platforms of a test keep their state.
type Database struct {
	URL string // of a PostgreSQL; empty is SQLite in a folder of the platform's own
}

// IsPostgres reports whether several platforms can share the database.
func (d Database) IsPostgres() bool { return d.URL != "" }

// OnBoth runs a test on SQLite and on PostgreSQL, each with a fresh database.
func OnBoth(t *testing.T, test func(t *testing.T, database Database)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, Database{})
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, Database{URL: pgtest.Database(t)})
	})
}

// Platform is a running platform.
type Platform struct {
	URL  string // without a slash at the end
	Data string // its data folder

	t    testing.TB
	stop func()
}

// Start starts a platform without the sample and with no rate limits; changes may say otherwise. It stops when the test
// ends.
func Start(t testing.TB, database Database, changes ...func(*config.Settings)) *Platform {
	t.Helper()
	settings := config.Settings{
		Listen: "127.0.0.1:0", Data: t.TempDir(), Database: config.Secret(database.URL), NoSample: true,
		DrainTimeout: 10 * time.Second, Organization: "Default", AdminEmail: AdminEmail, AdminPassword: AdminPassword, Key: serverKey,
		Limits: config.Limits{
			MaxBodyBytes: 1 << 20, MaxHeaderBytes: 64 << 10, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute, IdleTimeout: time.Minute,
		},
		TrustedProxies: []netip.Prefix{},
	}
	for _, change := range changes {
		change(&settings)
	}
	return Serve(t, settings, slog.New(slog.NewTextHandler(io.Discard, nil)))
}

// Serve starts a platform with exactly these settings.
func Serve(t testing.TB, settings config.Settings, logger *slog.Logger) *Platform {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	platform, err := app.Start(ctx, app.Options{Settings: settings, Version: "test", Logger: logger})
	if err != nil {
		cancel()
		t.Fatalf("the platform does not start: %v", err)
	}
	done := make(chan error, 1)
	go func() { done <- platform.Serve(ctx) }()
	stopped := false
	stop := func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the platform does not stop cleanly: %v", err)
		}
	}
	t.Cleanup(stop)
	return &Platform{URL: "http://" + platform.Address(), Data: settings.Data, t: t, stop: stop}
}

// Stop stops the platform before the test ends.
func (p *Platform) Stop() { p.stop() }
