package app

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/repository"
	"github.com/millrace/millrace/internal/snapshot"
)

// newPlans returns the service that plans and deploys.
func (a *App) newPlans(e *execution, projects *snapshot.Compiler) *deploy.Plans {
	db := a.state.db
	return deploy.NewPlans(deploy.Options{
		Store: db.Plans(), Runs: db.Runs(), Environments: db.Environments(), Folders: db.Workspaces(),
		Commits: commits{e}, Workspaces: folders{e}, Projects: projects, Connections: e.runs, Engine: e.open, Now: time.Now, Wake: e.runner.Wake,
	})
}

// commits finds the files of commits for plans.
type commits struct{ execution *execution }

func (c commits) CommitFiles(ctx context.Context, organization ids.Organization, project ids.Project, name string) (deploy.Committed, error) {
	var files map[string][]byte
	var commit repository.Commit
	files, commit, err := c.execution.repositories.CommitFiles(ctx, organization, project, name)
	return deploy.Committed{Files: files, Commit: commit.OID, Message: commit.Message}, err
}

// folders finds the files of workspaces for plans.
type folders struct{ execution *execution }

func (f folders) Files(ctx context.Context, organization ids.Organization, id ids.Workspace) (map[string][]byte, error) {
	return f.execution.workspaces.Files(ctx, organization, id)
}
