package repository

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
)

// Commit is a commit of a project's repository.
type Commit struct {
	OID         string
	Message     string
	Author      string
	AuthorEmail string
	When        time.Time
	Parents     []string
}

func commitOf(c gitrepo.Commit) Commit {
	made := Commit{
		OID: string(c.Hash), Message: c.Message, Author: c.Author.Name, AuthorEmail: c.Author.Email, When: c.Committer.When,
		Parents: make([]string, len(c.Parents)),
	}
	for i, parent := range c.Parents {
		made.Parents[i] = string(parent)
	}
	return made
}

// Commit commits the files of a workspace to its branch. It is invalid if nothing has changed, and a conflict if the
// branch has commits that the workspace does not have. The same transaction moves the branch and the base commit of the
// workspace, whatever is edited meanwhile.
func (s *Service) Commit(ctx context.Context, by account.Actor, id ids.Workspace, message string) (Commit, error) {
	if err := gitrepo.CheckMessage(message); err != nil {
		return Commit{}, err // whatever the state of the workspace
	}
	b, err := s.openCheckout(ctx, by, id)
	if err != nil {
		return Commit{}, err
	}
	head, err := b.repo.Head(ctx, b.branch)
	if err != nil {
		return Commit{}, err
	}
	if head != b.base() {
		return Commit{}, movedOn(b.branch, id)
	}
	author, err := s.author(ctx, by, b.project.ID)
	if err != nil {
		return Commit{}, err
	}
	draft := gitrepo.Draft{
		Branch: b.branch, Files: b.files(), Author: author, Message: message,
		Keep: func(path string, size int64) bool { return !canHold(path, size) },
	}
	if head != "" {
		draft.Parents = []gitrepo.Hash{head}
	}
	repo := gitrepo.Open(s.Storages.Following(by, b.workspace), s.Limits)
	made, err := repo.Record(ctx, draft)
	if fault.Is(err, fault.Conflict) {
		return Commit{}, movedOn(b.branch, id)
	}
	if err != nil {
		return Commit{}, err
	}
	return commitOf(made), nil
}

func movedOn(branch string, id ids.Workspace) error {
	return fault.New(fault.Conflict, "branch %s has commits that workspace %d does not have", branch, id).
		WithHint("POST /api/v1/workspaces/%d/pull merges them; then commit again.", id)
}

// author returns the author of a user's commits: that of the git account linked to the project, or the user.
func (s *Service) author(ctx context.Context, by account.Actor, id ids.Project) (gitrepo.Signature, error) {
	linked, _, err := s.Accounts.Linked(ctx, by, id)
	if err != nil {
		return gitrepo.Signature{}, err
	}
	if linked.ID != "" {
		return gitrepo.Signature{Name: linked.AuthorName, Email: linked.AuthorEmail, When: s.Now()}, nil
	}
	user, err := s.Users.Find(ctx, by.Organization, by.User)
	if err != nil {
		return gitrepo.Signature{}, err
	}
	return gitrepo.Signature{Name: user.FirstName + " " + user.LastName, Email: user.Email, When: s.Now()}, nil
}
