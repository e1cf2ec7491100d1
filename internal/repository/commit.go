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

// Commit puts the files of a workspace onto its branch. It is invalid when nothing has changed, and a conflict when the
// branch has moved on since the workspace was last in step with it. The workspace is in step with the commit in the same
// moment in which the branch is at it, whatever is edited meanwhile.
func (s *Service) Commit(ctx context.Context, by account.Actor, id ids.Workspace, message string) (Commit, error) {
	if err := gitrepo.CheckMessage(message); err != nil {
		return Commit{}, err // however the workspace is
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
	return fault.New(fault.Conflict, "branch %s has moved on since workspace %d was last in step with it", branch, id).
		WithHint("POST /api/v1/workspaces/%d/pull brings in what is new; then commit again.", id)
}

// author is who commits of a person are by: as the git account says that is linked to the project, or else the user.
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
