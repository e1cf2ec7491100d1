package repository

import (
	"cmp"
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// remote returns the remote repository of a project with a credential: the git account that the actor has linked, or
// that of the project, or none.
func (s *Service) remote(ctx context.Context, by account.Actor, p project.Project) (gitrepo.Peer, error) {
	address, err := gitrepo.ParseAddress(p.GitRepo)
	if err != nil {
		return gitrepo.Peer{}, err
	}
	peer := gitrepo.Peer{Address: address, Keys: s.Storages.Keys(by, p.ID)}
	if address.Scheme == gitrepo.Folder {
		return peer, nil
	}
	linked, origin, err := s.Accounts.Linked(ctx, by, p.ID)
	switch {
	case err != nil:
		return gitrepo.Peer{}, err
	case linked.ID != "" && origin != address.Origin():
		return gitrepo.Peer{}, fault.New(fault.Conflict, "your git account was linked to project %s when its repository was on another host", p.ID).
			WithHint("If you trust %s with the token, link the account again: PUT /api/v1/projects/%s/gitAccounts/%s.", address.Origin(), p.ID, by.User)
	case linked.ID != "":
		peer.Credential, err = s.Accounts.Credential(linked)
		return peer, err
	case p.GitAccount == "":
		return peer, nil
	}
	shared, err := s.Accounts.Store.Find(ctx, by.Organization, p.GitAccount)
	if err != nil {
		return gitrepo.Peer{}, err
	}
	peer.Credential, err = s.Accounts.Credential(shared)
	return peer, err
}

// Pushed is the result of a push.
type Pushed struct {
	Branch string
	Commit string
	IsNew  bool // false if the remote had it already
}

// Push sends a branch to the remote repository of a project; empty means the project's branch.
func (s *Service) Push(ctx context.Context, by account.Actor, id ids.Project, branch string) (Pushed, error) {
	p, repo, err := s.open(ctx, by, id)
	if err != nil {
		return Pushed{}, err
	}
	if p.GitRepo == "" {
		return Pushed{}, fault.New(fault.Invalid, "project %s has no remote repository", id).
			WithHint("PATCH /api/v1/projects/%s with gitRepo sets one. Without a remote, this server stores the repository, and git can clone it from here.", id)
	}
	peer, err := s.remote(ctx, by, p)
	if err != nil {
		return Pushed{}, err
	}
	peers, err := s.peers(ctx, by.Organization)
	if err != nil {
		return Pushed{}, err
	}
	branch = cmp.Or(branch, branchOf(p))
	pushed, err := repo.Push(ctx, peers, peer, branch)
	return Pushed{Branch: branch, Commit: string(pushed.Head), IsNew: pushed.IsNew}, err
}
