package app

import (
	"time"

	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/repository"
)

// newRepositories returns the service for the git repositories of projects, without the files of workspaces.
func (p *process) newRepositories() *repository.Service {
	db := p.state.db
	return &repository.Service{
		Storages: db.Repositories(), Projects: db.Projects(), Users: db.Users(), Now: time.Now,
		Workspaces: project.NewWorkspaces(db.Workspaces(), time.Now),
		Accounts:   &project.GitAccounts{Store: db.GitAccounts(), Sealer: p.state.keys, Now: time.Now},
		Peers:      gitrepo.Peers{Timeout: peerTimeout},
		Folders:    granted(db.Organizations(), p.settings.GitFolders),
		Egress:     p.newEgress(p.settings.GitPrivateAddresses),
	}
}

// peerTimeout ends a connection to a remote repository well before the timeout of the operation.
const peerTimeout = 2 * time.Minute
