package project

import (
	"context"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/validate"
)

// GitAccount is how a user signs in to a git host, and who commits are by. It belongs to that user alone.
type GitAccount struct {
	Organization ids.Organization
	ID           string
	Owner        ids.User
	Name         string
	Username     string
	AuthorName   string
	AuthorEmail  string
	Provider     string
	// SealedToken is readable only with the server's key and only for this account.
	SealedToken string
	CreatedAt   time.Time
}

// GitAccountOrder is what lists of git accounts can be ordered by.
var GitAccountOrder = page.Fields{"id", "gitAccountName", "gitUsername", "createdAt"}

// GitLink is a git account that a user works in a project with.
type GitLink struct {
	Project ids.Project
	User    ids.User
	Account string
	// Origin is the host that the project's repository was at when the user agreed to send the token there; empty when the
	// project had none. The token goes to no other.
	Origin string
}

// GitAccountQuery is which git accounts a list shows.
type GitAccountQuery struct {
	Organization ids.Organization
	Owner        ids.User
	Page         page.Request
}

// GitAccountStore keeps git accounts and their links to projects.
type GitAccountStore interface {
	// Create stores an account. An owner who is not there is not found.
	Create(ctx context.Context, by account.Actor, account GitAccount) error
	Find(ctx context.Context, organization ids.Organization, id string) (GitAccount, error)
	List(ctx context.Context, query GitAccountQuery) (page.Result[GitAccount], error)
	// Change reads an account, lets change decide and stores the result, in one transaction.
	Change(ctx context.Context, by account.Actor, id string, change func(*GitAccount) error) (GitAccount, error)
	// Delete takes an account away, from the projects too that work with it.
	Delete(ctx context.Context, by account.Actor, id string) error
	// Link makes an account the one of a user in a project, in the place of another.
	Link(ctx context.Context, by account.Actor, link GitLink) error
	Unlink(ctx context.Context, by account.Actor, link GitLink) error
	// Linked gives the link of a user in a project; the account in it is empty when there is none.
	Linked(ctx context.Context, organization ids.Organization, project ids.Project, user ids.User) (GitLink, error)
}

// GitAccountNotFound is the fault for a git account that is not there or that is somebody else's.
func GitAccountNotFound(id string) error {
	return fault.New(fault.NotFound, "git account %s was not found", id).
		WithHint("GET /api/v1/gitAccounts lists your git accounts.")
}

// sealContext binds a sealed token to its row: moved to another account it does not open.
func (a *GitAccount) sealContext() string {
	return "gitAccount/" + string(a.Organization) + "/" + a.ID
}

// maxToken is enough for a private key.
const maxToken = 16 << 10

func (a *GitAccount) check() error {
	if err := validate.CheckName("gitAccountName", a.Name, maxName); err != nil {
		return err
	}
	for _, field := range []struct{ name, value string }{
		{"gitUsername", a.Username}, {"gitAuthorName", a.AuthorName}, {"gitAuthorEmail", a.AuthorEmail},
	} {
		if err := validate.CheckName(field.name, field.value, maxName); err != nil {
			return err
		}
		if strings.ContainsAny(field.value, "<>") {
			return fault.New(fault.Invalid, "%s has < or > in it", field.name).WithHint("git cannot keep such a name; leave them out.")
		}
	}
	return validate.CheckLine("provider", a.Provider, maxName)
}

func checkGitToken(token string) error {
	switch {
	case strings.TrimSpace(token) == "":
		return fault.New(fault.Invalid, "gitToken is missing").WithHint("Give the token, password or private key that the git host accepts.")
	case len(token) > maxToken:
		return fault.New(fault.Invalid, "gitToken is too long").WithHint("At most %d bytes.", maxToken)
	case strings.ContainsRune(token, 0):
		return fault.New(fault.Invalid, "gitToken has NUL in it").WithHint("Copy it again from the git host.")
	}
	return nil
}
