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
func (p *process) newPlans(s *services, projects *snapshot.Compiler) *deploy.Plans {
	db := p.state.db
	return deploy.NewPlans(deploy.Options{
		Store: db.Plans(), Runs: db.Runs(), Environments: db.Environments(), Folders: db.Workspaces(),
		Commits: commits{s.repositories}, Workspaces: s.workspaces, Projects: projects, Connections: s.runs, Engine: s.open, Now: time.Now,
		Wake: s.signals.Wake,
	})
}

// commits finds the files of commits for plans.
type commits struct{ repositories *repository.Service }

func (c commits) CommitFiles(ctx context.Context, organization ids.Organization, project ids.Project, name string) (deploy.Committed, error) {
	files, commit, err := c.repositories.CommitFiles(ctx, organization, project, name)
	return deploy.Committed{Files: files, Commit: commit.OID, Message: commit.Message}, err
}
