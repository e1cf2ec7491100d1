package project

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
)

// Link sets the git account that a user uses in a project. The token may then be sent to the current host of the
// project's repository only: otherwise an editor of the project could send it to their own host.
func (s *GitAccounts) Link(ctx context.Context, by account.Actor, p Project, user ids.User, id string) error {
	if err := mayLinkFor(by, user); err != nil {
		return err
	}
	found, err := s.Store.Find(ctx, by.Organization, id)
	if fault.Is(err, fault.NotFound) || err == nil && found.Owner != user {
		return fault.New(fault.Invalid, "git account %s was not found", id).
			WithHint("Use an account of the user; GET /api/v1/gitAccounts?accountOwner=%s lists them.", user)
	}
	if err != nil {
		return err
	}
	return s.Store.Link(ctx, by, GitLink{Project: p.ID, User: user, Account: id, Origin: p.GitOrigin()})
}

func mayLinkFor(by account.Actor, user ids.User) error {
	if user == by.User || by.Can(account.UsersManage, account.Scope{}) {
		return nil
	}
	return fault.New(fault.Forbidden, "only the user can link their git account").
		WithHint("Ask the user, or an administrator of the organization.")
}

// LinkedTo returns the account that a user has linked to a project.
func (s *GitAccounts) LinkedTo(ctx context.Context, by account.Actor, project ids.Project, user ids.User) (GitAccount, error) {
	if err := mayLinkFor(by, user); err != nil {
		return GitAccount{}, err
	}
	link, err := s.Store.Linked(ctx, by.Organization, project, user)
	if err != nil {
		return GitAccount{}, err
	}
	if link.Account == "" {
		return GitAccount{}, fault.New(fault.NotFound, "user %s has no git account linked to project %s", user, project).
			WithHint("PUT /api/v1/projects/%s/gitAccounts/%s links one.", project, user)
	}
	return s.Store.Find(ctx, by.Organization, link.Account)
}

// Unlink removes the git account of a user from a project.
func (s *GitAccounts) Unlink(ctx context.Context, by account.Actor, project ids.Project, user ids.User) error {
	return s.Store.Unlink(ctx, by, GitLink{Project: project, User: user})
}

// Linked returns the account that a user has linked to a project; its id is empty if there is none. Its token is for
// the origin only.
func (s *GitAccounts) Linked(ctx context.Context, by account.Actor, project ids.Project) (found GitAccount, origin string, err error) {
	link, err := s.Store.Linked(ctx, by.Organization, project, by.User)
	if err != nil || link.Account == "" {
		return GitAccount{}, "", err
	}
	found, err = s.Store.Find(ctx, by.Organization, link.Account)
	return found, link.Origin, err
}

// GitOrigin returns the host of the project's repository; empty for a folder of this machine and if there is none.
func (p *Project) GitOrigin() string {
	address, err := gitrepo.ParseAddress(p.GitRepo)
	if err != nil {
		return ""
	}
	return address.Origin()
}
