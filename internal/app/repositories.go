package app

import (
	"time"

	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/repository"
)

// newRepositories makes the service for the git side of projects.
func (a *App) newRepositories(e *execution) *repository.Service {
	db := a.state.db
	return &repository.Service{
		Storages: db.Repositories(), Projects: db.Projects(), Users: db.Users(), Desk: e.workspaces, Now: time.Now,
		Workspaces: project.NewWorkspaces(db.Workspaces(), time.Now),
		Accounts:   &project.GitAccounts{Store: db.GitAccounts(), Sealer: a.state.keys, Now: time.Now},
		Peers:      gitrepo.Peers{Folders: a.settings.GitFolders, Private: a.settings.GitPrivateAddresses, Timeout: peerTimeout},
	}
}

// peerTimeout ends the visit to a remote repository long before the operation that asked for it runs out of time.
const peerTimeout = 2 * time.Minute
