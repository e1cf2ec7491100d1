package app

import (
	"path/filepath"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/engine/postgres"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/httpapi"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/telemetry"
	"github.com/millrace/millrace/internal/webui"
)

// newInterface returns the HTTP API.
func (a *App) newInterface(baseURL string) (*httpapi.Server, error) {
	web, err := webui.New()
	if err != nil {
		return nil, err
	}
	limits := a.settings.Limits
	return httpapi.New(httpapi.Options{
		BaseURL: baseURL, AppDomain: a.settings.AppDomain, Version: a.version,
		MaxBodyBytes:   limits.MaxBodyBytes,
		CredentialRate: httpapi.Rate{PerSecond: limits.RequestsPerSecond, Burst: limits.Burst},
		AddressRate:    httpapi.Rate{PerSecond: limits.AddressRequestsPerSecond, Burst: limits.AddressBurst},
		TrustedProxies: a.settings.TrustedProxies, Logger: a.logger, Metrics: telemetry.NewMetrics(), Web: web,
	}, a.services())
}

func (a *App) services() httpapi.Services {
	s := a.state
	return httpapi.Services{
		Authenticator: authn.NewAuthenticator(s.db.Credentials(), s.keys, a.lastUse),
		Login: &authn.Login{
			Users: s.db.Users(), Organizations: s.db.Organizations(), SignIns: s.db.SignIns(), Passwords: s.passwords,
			Hasher: s.keys, Now: time.Now,
		},
		Organizations: s.db.Organizations(),
		Users:         s.users,
		Roles:         account.NewUserRoles(s.users, s.db.Roles()),
		Tokens:        account.NewTokens(s.db.Tokens(), s.keys, time.Now),
		Projects:      project.NewProjects(s.db.Projects(), time.Now),
		Workspaces:    project.NewWorkspaces(s.db.Workspaces(), time.Now),
		Editor:        a.execution.workspaces,
		Environments:  project.NewEnvironments(s.db.Environments(), time.Now),
		Connections:   a.execution.connections,
		GitAccounts:   a.execution.repositories.Accounts,
		Repositories:  a.execution.repositories,
		Runs:          a.execution.runs,
		Plans:         a.execution.plans,
		Webhooks:      a.execution.webhooks,
		Schedules:     a.execution.schedules,
		Database:      s.db,
	}
}

func (a *App) newConnections(engines engine.Drivers) *project.Connections {
	return &project.Connections{
		Store: a.state.db.Connections(), Sealer: a.state.keys, Engines: engines,
		Folder: filepath.Join(a.state.folder.path, "duckdb"), Now: time.Now,
		Folders: granted(a.state.db.Organizations(), a.settings.DuckDBFolders), Egress: a.newEgress(false),
	}
}

func (a *App) newEngines() engine.Drivers {
	return engine.NewDrivers(map[string]engine.Driver{
		enginekind.DuckDB:   duckdb.New(duckdb.Options{DataFolder: a.state.folder.path, Threads: a.settings.DuckDBThreads}),
		enginekind.Postgres: postgres.New(postgres.Options{Logger: a.logger}),
	})
}
