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
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/installation"
	"github.com/millrace/millrace/internal/overview"
	"github.com/millrace/millrace/internal/passwordlink"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/repository"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/scim"
	"github.com/millrace/millrace/internal/search"
	"github.com/millrace/millrace/internal/singlesignon"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/telemetry"
	"github.com/millrace/millrace/internal/webhook"
	"github.com/millrace/millrace/internal/worker"
	"github.com/millrace/millrace/internal/workspace"
)

// Options configure the server.
type Options struct {
	BaseURL        string // of this deployment, without a trailing slash
	AppDomain      string // enables <subdomain>.<app_domain>
	Version        string
	MaxBodyBytes   int64
	CredentialRate Rate
	AddressRate    Rate
	Streams        StreamLimits
	TrustedProxies []netip.Prefix
	Logger         *slog.Logger
	Metrics        *telemetry.Metrics
	MetricsAccess  MetricsAccess
	Web            http.Handler // serves every path that is not part of the API
}

// Services are called by the handlers.
type Services struct {
	Authenticator *authn.Authenticator
	Login         *authn.Login
	SingleSignOn  *singlesignon.Service
	SCIM          *scim.Service
	SCIMTokens    *scim.Tokens
	PasswordLinks *passwordlink.Service
	Organizations account.OrganizationStore
	Installation  *installation.Service
	LastUse       *authn.LastUse
	Users         *account.Users
	Roles         *account.UserRoles
	Tokens        *account.Tokens
	Sessions      *account.Sessions
	SecondFactors *account.SecondFactors
	Projects      *project.Projects
	Workspaces    *project.Workspaces
	Editor        *workspace.Service
	Environments  *project.Environments
	Overviews     *overview.Service
	States        *overview.Watcher
	Servers       *overview.Servers
	Workers       *worker.Service
	Search        *search.Service
	Connections   *project.Connections
	GitAccounts   *project.GitAccounts
	Repositories  *repository.Service
	Runs          Runs
	Plans         Plans
	Schedules     *schedule.Service
	Webhooks      *webhook.Service
	Audit         *audit.Service
	Database      Database
}

// Runs starts, cancels and reads runs.
type Runs interface {
	run.Reader
	Start(ctx context.Context, by account.Actor, request run.StartRequest) (run.Run, error)
	Rerun(ctx context.Context, by account.Actor, request run.RerunRequest) (run.Run, error)
	Cancel(ctx context.Context, by account.Actor, id ids.Run) error
	CancelIn(ctx context.Context, by account.Actor, target ids.Environment) error
	Overview(ctx context.Context, sees account.Visibility) (run.Overview, error)
	NodeSource(ctx context.Context, sees account.Visibility, id ids.Run, node string) (snapshot.NodeFile, error)
}

// Database is what the server needs of the database itself.
type Database interface {
	Ping(ctx context.Context) error
	// CheckSpace returns a fault of the kind Full while the disk of the database is full.
	CheckSpace(ctx context.Context) error
	// Revision changes with every write, so responses can be cached for one value of it. It returns false if there is
	// none.
	Revision() (uint64, bool)
}

// Server is the HTTP server.
type Server struct {
	http.Handler

	draining *atomic.Bool
	streams  *streams
}

// Drain makes /readyz fail, so that a load balancer sends no more requests, and ends the event streams, because a
// server that stops waits for open connections.
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
	proxies       trustedProxies
	refusals      refusalThrottle
	crossOrigin   *http.CrossOriginProtection
	maxBodyBytes  int64
}

// New creates the server. It fails if an operation of the OpenAPI document has no permission, or a permission has no
// operation.
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
		proxies:       options.TrustedProxies,
		limits: &limits{
			credentials: newBuckets(options.CredentialRate), addresses: newBuckets(options.AddressRate),
			metrics: options.Metrics,
		},
	}
	if err := s.trustOwnOrigin(options.BaseURL); err != nil {
		return nil, err
	}
	rt := newRouter(s, operations)
	s.register(rt)
	rt.HandleFunc("GET /api/openapi.json", serveDocument(document))
	rt.HandleFunc("GET /metrics", s.getMetrics(options.MetricsAccess, options.Metrics.Handler()))
	s.registerGit(rt.mux)
	s.registerSignIn(rt.mux)
	s.registerSCIM(rt.mux)
	rt.mux.Handle("/", options.Web)
	return &Server{Handler: s.observe(plainPaths(s.prepare(rt))), draining: draining, streams: s.streams}, nil
}

// trustOwnOrigin accepts the web application's origin, because a proxy may change the Host header.
func (s *server) trustOwnOrigin(baseURL string) error {
	base, err := url.Parse(baseURL)
	if err != nil || base.Host == "" {
		return nil //nolint:nilerr // without a base URL only the request's own host is trusted
	}
	return s.crossOrigin.AddTrustedOrigin(base.Scheme + "://" + base.Host)
}

// register adds the generated routes to the router.
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

// prepare runs before routing: it checks the path, finds the organization of the host and limits the size of the body.
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
		limit := s.maxBodyBytes
		if isArchive(r) {
			limit = max(limit, maxArchiveBytes)
			r.Header.Set("Content-Type", "application/zip")
		}
		if r.ContentLength > limit {
			s.fail(w, r, &http.MaxBytesError{Limit: limit})
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		next.ServeHTTP(w, r)
	})
}

func serveDocument(document []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document) // a write to a closed connection is not a server error
	}
}
