package project

import (
	"context"
	"reflect"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// GitAccounts manages git accounts. Users see their own; administrators see all.
type GitAccounts struct {
	Store  GitAccountStore
	Sealer Sealer
	Now    func() time.Time
}

// GitAccountDraft has the settings of a new git account.
type GitAccountDraft struct {
	Owner       ids.User // empty means the actor
	Name        string
	Username    string
	AuthorName  string
	AuthorEmail string
	Provider    string
	Token       string
}

// Create creates a git account. It seals the token, but does not connect.
func (s *GitAccounts) Create(ctx context.Context, by account.Actor, draft GitAccountDraft) (GitAccount, error) {
	owner, err := ownerOf(by, draft.Owner)
	if err != nil {
		return GitAccount{}, err
	}
	made := GitAccount{
		Organization: by.Organization, ID: ids.New[string](), Owner: owner, Name: draft.Name, Username: draft.Username,
		AuthorName: draft.AuthorName, AuthorEmail: draft.AuthorEmail, Provider: draft.Provider, CreatedAt: s.Now(),
	}
	if err := made.check(); err != nil {
		return GitAccount{}, err
	}
	if err := s.seal(&made, draft.Token); err != nil {
		return GitAccount{}, err
	}
	return made, s.Store.Create(ctx, by, made)
}

// ownerOf returns the owner of the requested accounts. Only an administrator may name another user.
func ownerOf(by account.Actor, asked ids.User) (ids.User, error) {
	if asked == "" || asked == by.User {
		return by.User, nil
	}
	if !by.Can(account.UsersManage, account.Scope{}) {
		return "", fault.New(fault.Forbidden, "you may not see git accounts of other users").
			WithHint("Omit accountOwner to use your own.")
	}
	return asked, nil
}

func (s *GitAccounts) seal(a *GitAccount, token string) error {
	if err := checkGitToken(token); err != nil {
		return err
	}
	sealed, err := s.Sealer.Seal([]byte(token), a.SealContext())
	a.SealedToken = sealed
	return err
}

// Get returns a git account that the actor may see. An owner, if set, must be its owner.
func (s *GitAccounts) Get(ctx context.Context, by account.Actor, id string, owner ids.User) (GitAccount, error) {
	found, err := s.Store.Find(ctx, by.Organization, id)
	if err != nil {
		return GitAccount{}, err
	}
	isTheirs := found.Owner == by.User || by.Can(account.UsersManage, account.Scope{})
	if !isTheirs || owner != "" && owner != found.Owner {
		return GitAccount{}, GitAccountNotFound(id)
	}
	return found, nil
}

// List returns a page of the git accounts of one user.
func (s *GitAccounts) List(ctx context.Context, by account.Actor, owner ids.User, request page.Request) (page.Result[GitAccount], error) {
	owner, err := ownerOf(by, owner)
	if err != nil {
		return page.Result[GitAccount]{}, err
	}
	return s.Store.List(ctx, GitAccountQuery{Organization: by.Organization, Owner: owner, Page: request})
}

// GitAccountPatch changes a git account. Unset fields stay.
type GitAccountPatch struct {
	Name        Optional[string]
	Username    Optional[string]
	AuthorName  Optional[string]
	AuthorEmail Optional[string]
	Provider    Optional[string]
	Token       Optional[string]
}

// Update changes a git account that the actor may see.
func (s *GitAccounts) Update(ctx context.Context, by account.Actor, id string, owner ids.User, patch GitAccountPatch) (GitAccount, error) {
	before, err := s.Get(ctx, by, id, owner)
	if err != nil {
		return GitAccount{}, err
	}
	after := before
	patch.Name.set(&after.Name)
	patch.Username.set(&after.Username)
	patch.AuthorName.set(&after.AuthorName)
	patch.AuthorEmail.set(&after.AuthorEmail)
	patch.Provider.set(&after.Provider)
	if err := after.check(); err != nil {
		return GitAccount{}, err
	}
	if patch.Token.Given {
		if err := s.seal(&after, patch.Token.Value); err != nil {
			return GitAccount{}, err
		}
	}
	return s.Store.Change(ctx, by, id, func(a *GitAccount) error {
		if !reflect.DeepEqual(*a, before) {
			return fault.New(fault.Conflict, "git account %s was changed by another request", id).WithHint("Read it again and retry.")
		}
		*a = after
		return nil
	})
}

// Delete deletes a git account that the actor may see.
func (s *GitAccounts) Delete(ctx context.Context, by account.Actor, id string, owner ids.User) error {
	if _, err := s.Get(ctx, by, id, owner); err != nil {
		return err
	}
	return s.Store.Delete(ctx, by, id)
}

// Credential opens the token of a git account.
func (s *GitAccounts) Credential(a GitAccount) (gitrepo.Credential, error) {
	token, err := s.Sealer.Open(a.SealedToken, a.SealContext())
	if err != nil {
		return gitrepo.Credential{}, fault.Wrap(err, fault.Unavailable, "cannot open the token of git account %s", a.ID).
			WithHint("Was the server's key changed? Set gitToken again.")
	}
	return gitrepo.Credential{Username: a.Username, Token: string(token)}, nil
}
