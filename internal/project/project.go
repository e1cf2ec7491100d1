package project

import (
	"context"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/validate"
)

// PlatformKind is the kind of engine of a project or connection.
type PlatformKind string

// The platform kinds that projects may name. Which of them a connection can be made for is up to the engines.
const (
	Snowflake  PlatformKind = enginekind.Snowflake
	Databricks PlatformKind = enginekind.Databricks
	Fabric     PlatformKind = enginekind.Fabric
	BigQuery   PlatformKind = enginekind.BigQuery
	DuckDB     PlatformKind = enginekind.DuckDB
	DuckLake   PlatformKind = enginekind.DuckLake
	Postgres   PlatformKind = enginekind.Postgres
	Trino      PlatformKind = enginekind.Trino
)

// Project is a git repository with its workspaces and environments.
type Project struct {
	Organization ids.Organization
	ID           ids.Project
	Name         string
	Description  string
	Platform     PlatformKind
	GitAccount   string
	GitRepo      string
	GitBranch    string
	CreatedAt    time.Time
}

// ProjectOrder lists the fields that a list of projects can be ordered by.
var ProjectOrder = page.Fields{"id", "name", "platformKind", "createdAt"}

// ProjectStore stores projects.
type ProjectStore interface {
	// Create stores a project with its first workspace and makes the actor its administrator.
	Create(ctx context.Context, by account.Actor, project Project, workspace Workspace) error
	Find(ctx context.Context, organization ids.Organization, id ids.Project) (Project, error)
	List(ctx context.Context, sees account.Visibility, request page.Request) (page.Result[Project], error)
	// Change reads a project, calls change and stores the result, in one transaction.
	Change(ctx context.Context, by account.Actor, id ids.Project, change func(*Project) error) (Project, error)
	// Delete deletes a project with its workspaces and roles. It is a conflict if the project has environments.
	Delete(ctx context.Context, by account.Actor, id ids.Project) error
}

// ProjectNotFound returns the fault for a project that does not exist or that the caller may not see.
func ProjectNotFound(id string) error {
	return fault.New(fault.NotFound, "project %s was not found", id).
		WithHint("GET /api/v1/projects lists the projects that you can see.")
}

func (p *Project) check() error {
	if err := validate.CheckName("the project's name", p.Name, maxName); err != nil {
		return err
	}
	if _, known := enginekind.Lookup(string(p.Platform)); !known {
		return unknownPlatform(p.Platform)
	}
	if err := p.checkGit(); err != nil {
		return err
	}
	return validate.CheckParagraphs("the description", p.Description, maxDescription)
}

// checkGit checks the form of the git settings. It does not connect to the repository.
func (p *Project) checkGit() error {
	if err := validate.CheckLine("gitAccountID", p.GitAccount, maxName); err != nil {
		return err
	}
	if err := validate.CheckLine("gitRepo", p.GitRepo, maxSetting); err != nil {
		return err
	}
	if p.GitRepo != "" {
		if _, err := gitrepo.ParseAddress(p.GitRepo); err != nil {
			return err
		}
	}
	if p.GitBranch == "" {
		return nil
	}
	return gitrepo.CheckBranch(p.GitBranch)
}

func unknownPlatform(kind PlatformKind) error {
	known := strings.Join(enginekind.Names(), ", ")
	if kind == "" {
		return fault.New(fault.Invalid, "platformKind is missing").WithHint("Use one of %s.", known)
	}
	return fault.New(fault.Invalid, "%q is not a platformKind", kind).WithHint("Use one of %s.", known)
}
