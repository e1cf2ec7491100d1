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

// GitAccount is how a user signs in to a git host, and the author of their commits. It belongs to that user alone.
type GitAccount struct {
	Organization ids.Organization
	ID           string
	Owner        ids.User
	Name         string
	Username     string
	AuthorName   string
	AuthorEmail  string
	Provider     string
	// SealedToken can be opened only with the server's key and only for this account.
	SealedToken string
	CreatedAt   time.Time
}

// GitAccountOrder lists the fields that a list of git accounts can be ordered by.
var GitAccountOrder = page.Fields{"id", "gitAccountName", "gitUsername", "createdAt"}

// GitLink is the git account that a user uses in a project.
type GitLink struct {
	Project ids.Project
	User    ids.User
	Account string
	// Origin is the host of the project's repository when the user linked the account; empty if the project had none.
	// The token is sent to no other host.
	Origin string
}

// GitAccountQuery selects the git accounts of a list.
type GitAccountQuery struct {
	Organization ids.Organization
	Owner        ids.User
	Page         page.Request
}

// GitAccountStore stores git accounts and their links to projects.
type GitAccountStore interface {
	// Create stores an account. It is not found if the owner does not exist.
	Create(ctx context.Context, by account.Actor, account GitAccount) error
	Find(ctx context.Context, organization ids.Organization, id string) (GitAccount, error)
	List(ctx context.Context, query GitAccountQuery) (page.Result[GitAccount], error)
	// Change reads an account, calls change and stores the result, in one transaction.
	Change(ctx context.Context, by account.Actor, id string, change func(*GitAccount) error) (GitAccount, error)
	// Delete deletes an account and its links to projects.
	Delete(ctx context.Context, by account.Actor, id string) error
	// Link sets the account of a user in a project, replacing another.
	Link(ctx context.Context, by account.Actor, link GitLink) error
	Unlink(ctx context.Context, by account.Actor, link GitLink) error
	// Linked returns the link of a user in a project; its account is empty if there is none.
	Linked(ctx context.Context, organization ids.Organization, project ids.Project, user ids.User) (GitLink, error)
}

// GitAccountNotFound returns the fault for a git account that does not exist or belongs to another user.
func GitAccountNotFound(id string) error {
	return fault.New(fault.NotFound, "git account %s was not found", id).
		WithHint("GET /api/v1/gitAccounts lists your git accounts.")
}

// SealContext binds a sealed token to its account, so that it does not open for another one.
func (a *GitAccount) SealContext() string {
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
			return fault.New(fault.Invalid, "%s contains < or >", field.name).WithHint("Remove them; git cannot store them in a name.")
		}
	}
	return validate.CheckLine("provider", a.Provider, maxName)
}

func checkGitToken(token string) error {
	switch {
	case strings.TrimSpace(token) == "":
		return fault.New(fault.Invalid, "gitToken is missing").WithHint("Set the token, password or private key that the git host accepts.")
	case len(token) > maxToken:
		return fault.New(fault.Invalid, "gitToken is too long").WithHint("Use at most %d bytes.", maxToken)
	case strings.ContainsRune(token, 0):
		return fault.New(fault.Invalid, "gitToken contains a NUL byte").WithHint("Copy it again from the git host.")
	}
	return nil
}
