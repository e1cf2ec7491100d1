package app

import (
	"github.com/millrace/millrace/internal/repository"
	"github.com/millrace/millrace/internal/workspace"
)

// newWorkspaces returns the services of workspaces and of repositories. Each needs the other: a new workspace starts with the files of
// a branch, and a commit has the files of a workspace.
func (p *process) newWorkspaces(s *services) (*workspace.Service, *repository.Service) {
	db, repositories := p.state.db, p.newRepositories()
	workspaces := workspace.NewService(workspace.Options{
		Store: db.WorkspaceFiles(), Workspaces: db.Workspaces(), Projects: db.Projects(), Connections: db.Connections(),
		Heads: repositories, Engine: s.open, PreviewTimeout: p.settings.Limits.PreviewTimeout, DataFolderID: p.dataFolderID,
	})
	repositories.Files = workspaces
	return workspaces, repositories
}
