package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"sync/atomic"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/repository"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/telemetry"
	"github.com/millrace/millrace/internal/webhook"
	"github.com/millrace/millrace/internal/workspace"
)

// Options say how the interface is served.
type Options struct {
	BaseURL        string // of this deployment, without a slash at the end
	AppDomain      string // switches <subdomain>.<app_domain> on
	Version        string
	MaxBodyBytes   int64
	CredentialRate Rate
	AddressRate    Rate
	TrustedProxies []netip.Prefix
	Logger         *slog.Logger
	Metrics        *telemetry.Metrics
	Web            http.Handler // serves everything that is not the interface
}

// Services are what the handlers call.
type Services struct {
	Authenticator *authn.Authenticator
	Login         *authn.Login
	Organizations account.OrganizationStore
	Users         *account.Users
	Roles         *account.UserRoles
	Tokens        *account.Tokens
	Projects      *project.Projects
	Workspaces    *project.Workspaces
	Desk          *workspace.Service
	Environments  *project.Environments
	Connections   *project.Connections
	GitAccounts   *project.GitAccounts
	Repositories  *repository.Service
	Runs          Runs
	Plans         Plans
	Schedules     *schedule.Schedules
	Webhooks      *webhook.Service
	Database      Database
}

// Runs asks for runs and shows them.
type Runs interface {
	run.Reader
	Start(ctx context.Context, by account.Actor, request run.StartRequest) (run.Run, error)
	Rerun(ctx context.Context, by account.Actor, request run.RerunRequest) (run.Run, error)
	Cancel(ctx context.Context, by account.Actor, id ids.Run) error
	CancelIn(ctx context.Context, by account.Actor, target ids.Environment) error
	Overview(ctx context.Context, sees account.Visibility) (run.Overview, error)
}

// Database is what the interface asks of the database itself.
type Database interface {
	Ping(ctx context.Context) error
	// Revision moves with every write; answers may be kept for one value of it. False when there is none.
	Revision() (uint64, bool)
}

// Server is the HTTP interface.
type Server struct {
	http.Handler

	draining *atomic.Bool
	streams  *streams
}

// Drain makes /readyz say no, so that a load balancer sends no more requests, and ends the event streams: nobody else
// would, and a server that stops waits for what is open.
func (s *Server) Drain() {
	s.draining.Store(true)
	s.streams.drain()
}

type server struct {
	handlers

	logger        *slog.Logger
	metrics       *telemetry.Metrics
	authenticator *authn.Authenticator
	hosts         hosts
	limits        *limits
	crossOrigin   *http.CrossOriginProtection
	maxBodyBytes  int64
}

// New makes the interface. It fails when an operation of the document has no permission, or a permission no operation.
func New(options Options, services Services) (*Server, error) {
	operations, err := api.Operations()
	if err != nil {
		return nil, err
	}
	if err := checkPermissions(operations); err != nil {
		return nil, err
	}
	document, err := api.Document()
	if err != nil {
		return nil, err
	}
	draining := new(atomic.Bool)
	s := &server{
		handlers:      newHandlers(options, services, draining),
		logger:        options.Logger,
		metrics:       options.Metrics,
		authenticator: services.Authenticator,
		hosts:         newHosts(options, services.Organizations),
		crossOrigin:   http.NewCrossOriginProtection(),
		maxBodyBytes:  options.MaxBodyBytes,
		limits: &limits{
			credentials: newBuckets(options.CredentialRate), addresses: newBuckets(options.AddressRate),
			proxies: options.TrustedProxies, metrics: options.Metrics,
		},
	}
	if err := s.trustOwnOrigin(options.BaseURL); err != nil {
		return nil, err
	}
	rt := newRouter(s, operations)
	s.register(rt)
	rt.HandleFunc("GET /api/openapi.json", serveDocument(document))
	rt.HandleFunc("GET /metrics", options.Metrics.Handler().ServeHTTP)
	s.registerGit(rt.mux)
	rt.mux.Handle("/", options.Web)
	return &Server{Handler: s.observe(s.prepare(rt)), draining: draining, streams: s.streams}, nil
}

// trustOwnOrigin lets the web application in when a proxy in front changes the Host header.
func (s *server) trustOwnOrigin(baseURL string) error {
	base, err := url.Parse(baseURL)
	if err != nil || base.Host == "" {
		return nil //nolint:nilerr // without a base URL only the request's own host counts
	}
	return s.crossOrigin.AddTrustedOrigin(base.Scheme + "://" + base.Host)
}

// register hangs the generated routes into the router.
func (s *server) register(rt *router) {
	strict := api.NewStrictHandlerWithOptions(&s.handlers, []api.StrictMiddlewareFunc{s.bindStream, s.authorize}, api.StrictHTTPServerOptions{
		RequestErrorHandlerFunc:  s.fail,
		ResponseErrorHandlerFunc: s.fail,
	})
	api.HandlerWithOptions(strict, api.StdHTTPServerOptions{
		BaseRouter:       rt,
		ErrorHandlerFunc: func(w http.ResponseWriter, r *http.Request, err error) { s.fail(w, r, paramFault(err)) },
	})
}

// prepare is what goes before the route: the form of the path, the size of the body, the organization of the host.
func (s *server) prepare(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := checkPath(r); err != nil {
			s.fail(w, r, err)
			return
		}
		organization, err := s.hosts.organization(r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		if organization != nil {
			r = r.WithContext(withHostOrganization(r.Context(), organization))
		}
		most := s.maxBodyBytes
		if isArchive(r) {
			most = max(most, maxArchiveBytes)
			r.Header.Set("Content-Type", "application/zip")
		}
		if r.ContentLength > most {
			s.fail(w, r, &http.MaxBytesError{Limit: most})
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		next.ServeHTTP(w, r)
	})
}

func serveDocument(document []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document) // a client that is gone is not our error
	}
}
