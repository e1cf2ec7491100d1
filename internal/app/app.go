package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/httpapi"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/webhook"
	"github.com/millrace/millrace/internal/worker"
)

// App is a started server.
type App struct {
	*process

	listener net.Listener
	services *services
	worker   string // the id of its built-in worker; empty if it has none
	schedule *scheduling
	webhooks *webhook.Service
	api      *httpapi.Server
	lastUse  *authn.LastUse
	cert     *certificate // nil: plain HTTP

	// BaseURL is the address of this server.
	BaseURL string
	// FirstLogin is set if this was the first start.
	FirstLogin *admin.Login
}

// Options configures a start, in addition to the settings.
type Options struct {
	Settings config.Settings
	Version  string
	Logger   *slog.Logger
	// PasswordCost is the cost of new password hashes; zero is authn.DefaultCost. Tests use less.
	PasswordCost authn.Cost
}

// Start opens everything and listens. The server answers once Serve runs.
func Start(ctx context.Context, options Options) (_ *App, err error) {
	a := &App{process: newProcess(ctx, options)}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.closers.close())
		}
	}()
	if err = checkNoWorker(a.settings); err != nil {
		return nil, err
	}
	if err = checkFirstStart(a.settings); err != nil {
		return nil, err
	}
	if a.cert, err = newCertificate(a.settings, a.logger.Warn); err != nil {
		return nil, err
	}
	opened, err := openState(ctx, a.settings, cmp.Or(options.PasswordCost, authn.DefaultCost()))
	if err != nil {
		return nil, err
	}
	a.own(opened)
	// The server listens before the first start creates a password, so that a port in use does not lose the password.
	if a.listener, err = a.listen(ctx, a.settings.Listen, "--listen"); err != nil {
		return nil, err
	}
	if err = a.listenMetrics(ctx); err != nil {
		return nil, err
	}
	if err = a.begin(ctx); err != nil {
		return nil, err
	}
	a.BaseURL = a.settings.BaseURL
	if a.BaseURL == "" {
		a.BaseURL = a.scheme() + "://" + reachable(a.listener.Addr())
	}
	a.lastUse = authn.NewLastUse(a.state.db.Tokens(), a.state.db.Sessions(), a.logger, time.Now)
	a.lastUse.Addresses = a.state.db.Tokens()
	a.startAll(a.lastUse.Run)
	a.api, err = a.newInterface(a.BaseURL)
	return a, err
}

// checkNoWorker rejects a server without a worker on a database that no other process can use.
func checkNoWorker(settings config.Settings) error {
	if !settings.NoWorker || settings.Database != "" {
		return nil
	}
	return fault.New(fault.Invalid, "--no-worker needs a PostgreSQL state database: with SQLite no other process can execute the runs").
		WithHint("Pass --database with the URL of a PostgreSQL database, or leave --no-worker out.")
}

// begin runs the first start if needed, and starts to execute runs. A sample that cannot be deployed does not prevent
// the start.
func (a *App) begin(ctx context.Context) (err error) {
	if a.settings.NoWorker {
		a.settings.NoSample = true // nothing would execute its runs: its engine is embedded in this process
	}
	var setup *project.Setup
	if a.FirstLogin, setup, err = a.state.firstStart(ctx, a.settings); err != nil {
		return err
	}
	if err = a.warnOfUnknownOrganizations(ctx); err != nil {
		return err
	}
	if err = a.build(); err != nil {
		return err
	}
	if setup == nil || setup.Sample == nil {
		return nil
	}
	if err := a.installSample(ctx, *setup); err != nil {
		a.logger.WarnContext(ctx, "sample project incomplete", "error", err)
	}
	return nil
}

// build creates the parts of a server and starts those that run in the background.
func (a *App) build() (err error) {
	if !a.isAlone() {
		if a.dataFolderID, err = a.state.folder.dataFolderID(); err != nil {
			return err
		}
	}
	if a.services, err = a.newServices(); err != nil {
		return err
	}
	pauser := &dataPauser{folder: a.state.folder.path, server: a.id, pause: a.services.embedded.Pause, warn: a.logger.Warn}
	if err := pauser.withdraw(); err != nil {
		return err
	}
	a.collectMetrics(a.services.pool)
	a.closeWithBackground(a.services.pool)
	if !a.settings.NoWorker {
		a.worker = a.id
		a.background.startFallible(a.newExecutor(a.services, worker.InServer).run)
	}
	dispatcher, webhooks := a.newWebhooks()
	a.webhooks, a.schedule = webhooks, a.newSchedules(a.services)
	if err := a.startAuditStream(); err != nil {
		return err
	}
	a.startAll(dispatcher.Run, a.schedule.scheduler.Run, a.newCleaner().Run, newMemoryTrimmer().run, pauser.run, a.newKeyWatcher().run, a.newMeter().Run)
	return nil
}

func listen(ctx context.Context, address, flag string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "cannot listen on %s", address).
			WithHint("Stop the process that listens there, or choose another address with %s.", flag)
	}
	return listener, nil
}

// scheme is of the server's own address.
func (a *App) scheme() string {
	if a.cert == nil {
		return "http"
	}
	return "https"
}

// reachable returns an address that a client on this machine can use.
func reachable(address net.Addr) string {
	tcp, ok := address.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return address.String()
	}
	return net.JoinHostPort("localhost", strconv.Itoa(tcp.Port))
}

// Address returns the address on which the server listens.
func (a *App) Address() string { return a.listener.Addr().String() }

// Serve answers requests until ctx ends, then drains: it stops being ready, finishes requests in progress, writes data
// in memory and closes. It returns nil after a clean drain.
func (a *App) Serve(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, a.closers.close()) }()
	server := a.newServer()
	failed := make(chan error, 1)
	go func() { failed <- a.serve(server) }()
	select {
	case err := <-failed:
		return fault.Wrap(err, fault.Internal, "the server stopped unexpectedly")
	case <-ctx.Done():
	}
	return a.drain(context.WithoutCancel(ctx), server)
}

func (a *App) serve(server *http.Server) error {
	if a.cert == nil {
		return server.Serve(a.listener)
	}
	server.TLSConfig = a.cert.config()
	return server.ServeTLS(a.listener, "", "")
}

// headerTimeout closes a connection that does not send its header. It applies even if the limit for whole requests is
// switched off, so that a client that sends a byte now and then cannot keep connections open forever.
const headerTimeout = 10 * time.Second

func (a *App) newServer() *http.Server {
	limits := a.settings.Limits
	return &http.Server{
		Handler:           withTransportSecurity(a.api, a.BaseURL),
		MaxHeaderBytes:    int(limits.MaxHeaderBytes),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       limits.ReadTimeout,
		WriteTimeout:      limits.WriteTimeout,
		IdleTimeout:       limits.IdleTimeout,
		ErrorLog:          slog.NewLogLogger(a.logger.Handler(), slog.LevelWarn),
	}
}

// drain fails /readyz, keeps answering for the drain delay so that load balancers notice, and then finishes the
// requests in progress.
func (a *App) drain(ctx context.Context, server *http.Server) error {
	a.logger.InfoContext(ctx, "draining", "delay", a.settings.DrainDelay, "timeout", a.settings.DrainTimeout)
	a.api.Drain()
	time.Sleep(a.settings.DrainDelay)
	ctx, cancel := context.WithTimeout(ctx, a.settings.DrainTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		a.logger.WarnContext(ctx, "requests cut off", "error", err)
		return server.Close()
	}
	return nil
}
