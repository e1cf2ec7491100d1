package repository

import (
	"cmp"
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/workspace"
)

// Service is the git side of projects.
type Service struct {
	Storages   Storages
	Projects   Projects
	Workspaces Workspaces
	Desk       WorkspaceFiles
	Accounts   *project.GitAccounts
	Users      Users
	Peers      gitrepo.Peers
	Limits     gitrepo.Limits
	Now        func() time.Time
}

// Storages gives what is kept of a project's repository. What moves a reference is done by the actor: one whose credential
// was revoked moves nothing.
type Storages interface {
	Storage(by account.Actor, project ids.Project) gitrepo.Storage
	// Following gives the same for a workspace that goes along with its branch: whatever commit the branch is moved to, a
	// workspace that was in step with it still is.
	Following(by account.Actor, workspace project.Workspace) gitrepo.Storage
	Keys(by account.Actor, project ids.Project) gitrepo.Keys
}

// Projects finds and changes projects.
type Projects interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Project) (project.Project, error)
	Change(ctx context.Context, by account.Actor, id ids.Project, change func(*project.Project) error) (project.Project, error)
}

// Workspaces finds and makes workspaces.
type Workspaces interface {
	Get(ctx context.Context, organization ids.Organization, id ids.Workspace) (project.Workspace, error)
	CreateOn(ctx context.Context, by account.Actor, draft project.Workspace) (project.Workspace, error)
}

// WorkspaceFiles gives and changes the files of a workspace.
type WorkspaceFiles interface {
	Load(ctx context.Context, organization ids.Organization, id ids.Workspace) (workspace.Folder, error)
	Apply(ctx context.Context, by account.Actor, id ids.Workspace, edit workspace.Edit) (int64, error)
}

// Users finds people.
type Users interface {
	Find(ctx context.Context, organization ids.Organization, id ids.User) (account.User, error)
}

// defaultBranch is the branch of a project that names none.
const defaultBranch = "main"

// branchOf is the branch that a project is on.
func branchOf(p project.Project) string { return cmp.Or(p.GitBranch, defaultBranch) }

// open gives a project with its repository.
func (s *Service) open(ctx context.Context, by account.Actor, id ids.Project) (project.Project, *gitrepo.Repository, error) {
	found, err := s.Projects.Find(ctx, by.Organization, id)
	if err != nil {
		return project.Project{}, nil, err
	}
	return found, gitrepo.Open(s.Storages.Storage(by, id), s.Limits), nil
}

// CommitFiles gives the files of a commit. The ref is the name of a branch or of a commit; empty is the project's branch.
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

// Head gives the files that a workspace on a branch starts with, and the commit that they are of. The branch may be
// empty for the project's. A branch that has no commit has no files, and that is no error.
func (s *Service) Head(
	ctx context.Context, organization ids.Organization, id ids.Project, branch string,
) (map[string][]byte, workspace.Base, error) {
	files, commit, err := s.CommitFiles(ctx, organization, id, branch)
	if fault.Is(err, fault.NotFound) {
		return nil, workspace.Base{}, nil
	}
	return holdable(files), workspace.Base{Branch: branch, Commit: commit.OID}, err
}
