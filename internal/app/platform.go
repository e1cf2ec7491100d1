package app

import (
	"path/filepath"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/docsite"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/engine/duckdbprocess"
	"github.com/millrace/millrace/internal/engine/ducklake"
	"github.com/millrace/millrace/internal/engine/postgres"
	"github.com/millrace/millrace/internal/engine/snowflake"
	"github.com/millrace/millrace/internal/engine/trino"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/httpapi"
	"github.com/millrace/millrace/internal/mail"
	"github.com/millrace/millrace/internal/overview"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/scim"
	"github.com/millrace/millrace/internal/search"
	"github.com/millrace/millrace/internal/webui"
	"github.com/millrace/millrace/internal/worker"
)

// newInterface returns the HTTP API.
func (a *App) newInterface(baseURL string) (*httpapi.Server, error) {
	web, err := webui.New()
	if err != nil {
		return nil, err
	}
	metricsToken, err := a.metricsToken()
	if err != nil {
		return nil, err
	}
	sender, err := newMail(a.settings)
	if err != nil {
		return nil, err
	}
	limits := a.settings.Limits
	return httpapi.New(httpapi.Options{
		BaseURL: baseURL, AppDomain: a.settings.AppDomain, Version: a.version,
		MaxBodyBytes:   limits.MaxBodyBytes,
		CredentialRate: httpapi.Rate{PerSecond: limits.RequestsPerSecond, Burst: limits.Burst},
		AddressRate:    httpapi.Rate{PerSecond: limits.AddressRequestsPerSecond, Burst: limits.AddressBurst},
		Streams: httpapi.StreamLimits{
			PerUser: limits.StreamsPerUser, PerOrganization: limits.StreamsPerOrganization, PerServer: limits.StreamsPerServer,
		},
		TrustedProxies: a.settings.TrustedProxies, Logger: a.logger, Metrics: a.metrics, Web: docsite.Handler(web),
		MetricsAccess: httpapi.MetricsAccess{Token: metricsToken, IsOff: a.settings.MetricsListen != ""},
	}, a.apiServices(sender))
}

// stateInterval is how often the server reads the states of an organization for event streams.
const stateInterval = time.Second

func (a *App) apiServices(sender *mail.Sender) httpapi.Services {
	s, limits := a.state, a.settings.Limits
	login := authn.NewLogin(authn.LoginOptions{
		Users: s.db.Users(), Organizations: s.db.Organizations(), Providers: s.db.IdentityProviders(), SignIns: s.db.SignIns(),
		Factors: s.db.SecondFactors(), Policies: s.db.SignInPolicies(), Sealer: s.keys,
		Passwords: s.passwords, Hasher: s.keys, Now: time.Now, MaxTokens: limits.TokensPerUser, SessionLifetime: a.settings.SessionLifetime,
		NetworkRate: authn.Rate{PerMinute: limits.SignInFailuresPerMinute, Burst: limits.SignInBurst},
	})
	secondFactors := account.NewSecondFactors(account.SecondFactorOptions{
		Store: s.db.SecondFactors(), Users: s.db.Users(), Organizations: s.db.Organizations(), Policies: s.db.SignInPolicies(),
		Sealer: s.keys, Hasher: s.keys, Now: time.Now,
	})
	environments := project.NewEnvironments(s.db.Environments(), time.Now).WithConnections(a.services.connections)
	return httpapi.Services{
		Authenticator: authn.NewAuthenticator(s.db.Credentials(), s.keys, a.lastUse, time.Now),
		Login:         login,
		SingleSignOn:  a.newSingleSignOn(login),
		SCIM:          scim.New(scim.Options{Users: s.db.SCIMUsers(), Groups: s.db.SCIMGroups(), BaseURL: a.BaseURL + scim.Path, Now: time.Now}),
		SCIMTokens:    scim.NewTokens(s.db.SCIMTokens(), s.keys, time.Now),
		PasswordLinks: a.startPasswordLinks(login, sender),
		Organizations: s.db.Organizations(),
		Installation:  a.newInstallation(),
		LastUse:       a.lastUse,
		Users:         s.users,
		Roles:         account.NewUserRoles(s.users, s.db.Roles()),
		Tokens:        account.NewTokens(s.db.Tokens(), s.keys, time.Now, limits.TokensPerUser),
		Sessions:      account.NewSessions(s.db.Sessions()),
		SecondFactors: secondFactors,
		Projects:      project.NewProjects(s.db.Projects(), time.Now),
		Workspaces:    project.NewWorkspaces(s.db.Workspaces(), time.Now),
		Editor:        a.services.workspaces,
		Environments:  environments,
		Overviews:     &overview.Service{Environments: environments, Commits: a.services.repositories, Store: s.db.Overviews()},
		States:        overview.NewWatcher(s.db.Overviews(), stateInterval),
		Servers:       a.newServers(),
		Workers:       &worker.Service{Store: s.db.Workers()},
		Search:        &search.Service{Store: s.db.Search(), Snapshots: s.db.Snapshots(), Now: time.Now},
		Connections:   a.services.connections,
		GitAccounts:   a.services.repositories.Accounts,
		Repositories:  a.services.repositories,
		Runs:          a.services.runs,
		Plans:         a.services.plans,
		Webhooks:      a.webhooks,
		Audit:         audit.NewService(s.db.AuditLog()),
		Schedules:     a.schedule.service,
		Database:      s.db,
	}
}

func (p *process) newConnections(engines engine.Drivers) *project.Connections {
	return &project.Connections{
		Store: p.state.db.Connections(), Targets: p.state.db.RunTargets(), Sealer: p.state.keys, Engines: engines,
		Folder: filepath.Join(p.state.folder.path, dataName), Now: time.Now,
		Folders: granted(p.state.db.Organizations(), p.settings.DuckDBFolders), Egress: p.newEgress(false),
	}
}

// newEngines returns the drivers. DuckDB runs in child processes, so that a statement cannot end the server.
func (p *process) newEngines() (engine.Drivers, *duckdbprocess.Driver, error) {
	command, err := duckdbprocess.OwnCommand()
	if err != nil {
		return engine.Drivers{}, nil, err
	}
	embedded := duckdb.Options{DataFolder: p.state.folder.path, Threads: p.settings.DuckDBThreads, TempSpace: p.settings.DuckDBTempSpace}
	process := duckdbprocess.New(duckdbprocess.Options{Options: embedded, Command: command, Memory: p.settings.DuckDBMemory})
	return engine.NewDrivers(map[string]engine.Driver{
		enginekind.DuckDB: process,
		enginekind.DuckLake: ducklake.New(ducklake.Options{
			DuckDB: process, Extensions: p.settings.DuckDBExtensions, Logger: p.logger,
			DownloadFolder: filepath.Join(p.state.folder.path, "duckdb-extensions"),
		}),
		enginekind.Postgres:  postgres.New(postgres.Options{Logger: p.logger}),
		enginekind.Trino:     trino.New(trino.Options{Logger: p.logger}),
		enginekind.Snowflake: snowflake.New(snowflake.Options{Logger: p.logger}),
	}), process, nil
}
