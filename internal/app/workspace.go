package app

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/workspace"
)

// newWorkspaces returns the service for workspaces.
func (a *App) newWorkspaces(e *execution, dataFolderID string) *workspace.Service {
	db := a.state.db
	return workspace.NewService(workspace.Options{
		Store: db.WorkspaceFiles(), Workspaces: db.Workspaces(), Projects: db.Projects(), Connections: db.Connections(),
		Heads: heads{e}, Engine: e.open, PreviewTimeout: a.settings.Limits.PreviewTimeout, DataFolderID: dataFolderID,
	})
}

// heads finds the files that a workspace starts with. The repository service needs the workspace service, so it is set
// later.
type heads struct{ execution *execution }

func (h heads) Head(
	ctx context.Context, organization ids.Organization, project ids.Project, branch string,
) (map[string][]byte, workspace.Base, error) {
	if h.execution.repositories == nil {
		return nil, workspace.Base{}, nil
	}
	return h.execution.repositories.Head(ctx, organization, project, branch)
}
