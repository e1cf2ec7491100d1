package apptest

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/network"
	"github.com/millrace/millrace/internal/statetest"
)

// The administrator of every platform in a test.
const (
	AdminEmail    = "admin@example.com"
	AdminPassword = "correct horse battery staple"
)

// passwordCost is small because every test creates users and signs them in.
func passwordCost() authn.Cost { return authn.Cost{MemoryKiB: 64, Passes: 1} }

// MetricsToken opens the metrics of every platform in a test.
const MetricsToken = "metrics of a test"

// serverKey is the key of every platform in a test, so that several of them form one deployment.
const serverKey = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

// Database is the state database of the platforms of a test.
type Database struct {
	URL string // of a PostgreSQL database; empty uses SQLite in the platform's own folder
}

// IsPostgres reports whether several platforms can share the database.
func (d Database) IsPostgres() bool { return d.URL != "" }

// OnBoth runs a test on SQLite and on PostgreSQL, each with a fresh database. The names of the subtests are in test/run.
func OnBoth(t *testing.T, test func(t *testing.T, database Database)) {
	t.Helper()
	t.Run("onSQLite", func(t *testing.T) {
		t.Parallel()
		test(t, Database{})
	})
	t.Run("onPostgres", func(t *testing.T) {
		t.Parallel()
		test(t, Database{URL: statetest.Postgres(t)})
	})
}

// Platform is a running platform.
type Platform struct {
	URL  string // without a trailing slash
	Data string // its data folder
	// Transport sends the requests of this value; nil uses http.DefaultTransport.
	Transport http.RoundTripper

	t        testing.TB
	settings config.Settings
	logger   *slog.Logger
	running  *app.App
	stop     func()
}

// Settings are the settings of a platform in a test: no sample, no rate limits, its own folder. Changes override them.
func Settings(t testing.TB, database Database, changes ...func(*config.Settings)) config.Settings {
	t.Helper()
	folder := t.TempDir()
	if !database.IsPostgres() {
		folder = statetest.Folder(t)
	}
	settings := config.Settings{
		Listen: "127.0.0.1:0", Data: folder, Database: config.Secret(database.URL), NoSample: true,
		DrainTimeout: 10 * time.Second, Organization: "Default", AdminEmail: AdminEmail, AdminPassword: AdminPassword, Key: serverKey,
		MetricsToken: MetricsToken,
		Limits: config.Limits{
			MaxBodyBytes: 1 << 20, MaxHeaderBytes: 64 << 10, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute, IdleTimeout: time.Minute,
			PreviewTimeout: 30 * time.Second, StreamsPerUser: 40, StreamsPerOrganization: 250, StreamsPerServer: 500,
		},
		TrustedProxies: []netip.Prefix{}, DuckDBThreads: 1, // with more, DuckDB uses a CPU while a statement sleeps
	}
	if database.IsPostgres() {
		settings.OutgoingNetworks = stateServer(t, database.URL)
	}
	for _, change := range changes {
		change(&settings)
	}
	return settings
}

// stateServer lets connections use other databases on the server of the state database: tests have one PostgreSQL.
func stateServer(t testing.TB, databaseURL string) config.Grants[network.Range] {
	t.Helper()
	parsed, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal("the URL of the database does not parse")
	}
	server, ok := network.ParseRange(parsed.Host)
	if !ok {
		return nil
	}
	return config.Grants[network.Range]{{Value: server}}
}

// AllowConnections lets connections use the server at an address, which is a host and a port.
func AllowConnections(t testing.TB, address string) func(*config.Settings) {
	t.Helper()
	server, ok := network.ParseRange(address)
	if !ok {
		t.Fatalf("%s is not an address", address)
	}
	return func(s *config.Settings) {
		s.OutgoingNetworks = append(s.OutgoingNetworks, config.Grant[network.Range]{Value: server})
	}
}

// OutgoingNetworks returns the setting as the environment variable of a server in a process of its own.
func OutgoingNetworks(settings config.Settings) string {
	var texts []string
	for _, grant := range settings.OutgoingNetworks {
		texts = append(texts, grant.Value.String())
	}
	return strings.Join(texts, ",")
}

// Start starts a platform with the settings of a test. It stops when the test ends.
func Start(t testing.TB, database Database, changes ...func(*config.Settings)) *Platform {
	t.Helper()
	return Serve(t, Settings(t, database, changes...), slog.New(slog.DiscardHandler))
}

// Serve starts a platform with exactly these settings.
func Serve(t testing.TB, settings config.Settings, logger *slog.Logger) *Platform {
	t.Helper()
	p := &Platform{Data: settings.Data, t: t, settings: settings, logger: logger}
	p.start()
	t.Cleanup(func() { p.stop() }) // the current one, which may not be the first
	return p
}

func (p *Platform) start() {
	p.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	running, err := app.Start(ctx, app.Options{Settings: p.settings, Version: "test", Logger: p.logger, PasswordCost: passwordCost()})
	if err != nil {
		cancel()
		p.t.Fatalf("the platform does not start: %v", err)
	}
	p.running, p.URL = running, "http://"+running.Address()
	done := make(chan error, 1)
	go func() { done <- running.Serve(ctx) }()
	stopped := false
	p.stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			p.t.Errorf("the platform does not stop cleanly: %v", err)
		}
	}
}

// MetricsURL returns the URL of the metrics of a platform that serves them at their own address.
func (p *Platform) MetricsURL() string { return "http://" + p.running.MetricsAddress() + "/metrics" }

// Stop drains the platform and stops it before the test ends.
func (p *Platform) Stop() { p.stop() }

// For binds the platform to a subtest, so that the subtest fails.
func (p *Platform) For(t testing.TB) *Platform {
	t.Helper()
	bound := *p
	bound.t = t
	return &bound
}
