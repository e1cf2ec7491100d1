package repository

import (
	"cmp"
	"context"
	"net/netip"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/workspace"
)

// Service manages the git repositories of projects.
type Service struct {
	Storages   Storages
	Projects   Projects
	Workspaces Workspaces
	Files      WorkspaceFiles
	Accounts   *project.GitAccounts
	Users      Users
	Peers      gitrepo.Peers // without folders and addresses, which depend on the organization
	// Folders returns the folders of this machine that may contain repositories of an organization; nil means none.
	Folders func(ctx context.Context, organization ids.Organization) ([]string, error)
	// Egress decides which addresses remote repositories may have.
	Egress *egress.Policy
	Limits gitrepo.Limits
	Now    func() time.Time

	behind behindCache
}

// Storages returns the storage of a project's repository. The actor moves references: a revoked credential moves none.
type Storages interface {
	Storage(by account.Actor, project ids.Project) gitrepo.Storage
	// Following returns a storage for a workspace that follows its branch: when the branch moves to a commit, the base
	// commit of a synchronized workspace moves with it.
	Following(by account.Actor, workspace project.Workspace) gitrepo.Storage
	Keys(by account.Actor, project ids.Project) gitrepo.Keys
}

// Projects finds and changes projects.
type Projects interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Project) (project.Project, error)
	Change(ctx context.Context, by account.Actor, id ids.Project, change func(*project.Project) error) (project.Project, error)
}

// Workspaces finds and creates workspaces.
type Workspaces interface {
	Get(ctx context.Context, organization ids.Organization, id ids.Workspace) (project.Workspace, error)
	CreateOn(ctx context.Context, by account.Actor, draft project.Workspace) (project.Workspace, error)
}

// WorkspaceFiles reads and changes the files of a workspace.
type WorkspaceFiles interface {
	Load(ctx context.Context, organization ids.Organization, id ids.Workspace) (workspace.Folder, error)
	Apply(ctx context.Context, by account.Actor, id ids.Workspace, edit workspace.Edit) (int64, error)
}

// Users finds users.
type Users interface {
	Find(ctx context.Context, organization ids.Organization, id ids.User) (account.User, error)
}

// branchOf returns the branch of a project.
func branchOf(p project.Project) string { return cmp.Or(p.GitBranch, project.DefaultBranch) }

// open returns a project with its repository.
func (s *Service) open(ctx context.Context, by account.Actor, id ids.Project) (project.Project, *gitrepo.Repository, error) {
	found, err := s.Projects.Find(ctx, by.Organization, id)
	if err != nil {
		return project.Project{}, nil, err
	}
	return found, gitrepo.Open(s.Storages.Storage(by, id), s.Limits), nil
}

// peers returns how to reach remote repositories for an organization.
func (s *Service) peers(ctx context.Context, organization ids.Organization) (gitrepo.Peers, error) {
	peers, rule := s.Peers, s.Egress.For(organization)
	peers.CheckDial = func(ctx context.Context, address netip.AddrPort) error {
		return rule.Check(ctx, egress.Destination{Address: address})
	}
	if s.Folders == nil {
		return peers, nil
	}
	var err error
	peers.Folders, err = s.Folders(ctx, organization)
	return peers, err
}

// CommitFiles returns the files of a commit. The ref is the name of a branch or of a commit; empty means the project's
// branch.
func (s *Service) CommitFiles(
	ctx context.Context, organization ids.Organization, id ids.Project, ref string,
) (map[string][]byte, Commit, error) {
	p, repo, err := s.open(ctx, account.Actor{Organization: organization}, id)
	if err != nil {
		return nil, Commit{}, err
	}
	commit, err := repo.Resolve(ctx, cmp.Or(ref, branchOf(p)))
	if err != nil {
		return nil, Commit{}, err
	}
	files, err := repo.Files(ctx, commit.Hash)
	return files, commitOf(commit), err
}

// Head returns the files that a workspace on a branch starts with, and their commit. An empty branch means the
// project's. A branch without commits has no files, which is no error.
func (s *Service) Head(
	ctx context.Context, organization ids.Organization, id ids.Project, branch string,
) (map[string][]byte, workspace.Base, error) {
	files, commit, err := s.CommitFiles(ctx, organization, id, branch)
	if fault.Is(err, fault.NotFound) {
		return nil, workspace.Base{}, nil
	}
	return holdable(files), workspace.Base{Branch: branch, Commit: commit.OID}, err
}
