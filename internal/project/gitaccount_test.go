package project_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

func (d *fixture) gitAccounts() *project.GitAccounts {
	return &project.GitAccounts{Store: d.db.GitAccounts(), Sealer: d.connections.Sealer, Now: noon}
}

func gitDraft() project.GitAccountDraft {
	return project.GitAccountDraft{Name: "work", Username: "ada", AuthorName: "Ada", AuthorEmail: "ada@example.com", Token: password}
}

// member is another user of the organization.
func (d *fixture) member(t *testing.T) account.Actor {
	t.Helper()
	user := account.User{
		ID: ids.New[ids.User](), Organization: d.by.Organization, Email: "bob@example.com", Role: account.OrganizationMember,
		Status: account.UserActive, CreatedAt: noon(),
	}
	if err := d.db.Users().Create(t.Context(), d.by, user); err != nil {
		t.Fatal(err)
	}
	return account.Actor{User: user.ID, Organization: d.by.Organization, Role: account.OrganizationMember}
}

func TestGitTokenIsSealed(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	made, err := d.gitAccounts().Create(t.Context(), d.by, gitDraft())
	if err != nil {
		t.Fatal(err)
	}
	row := d.row(t, `SELECT id || name || username || author_name || author_email || provider || sealed_token FROM git_accounts WHERE id = $1`, made.ID)
	opened, err := d.gitAccounts().Credential(made)
	if err != nil || opened.Token != password || opened.Username != "ada" {
		t.Errorf("the token is not the one given: %v", err)
	}
	for where, text := range map[string]string{
		"the row": row, "the account": fmt.Sprintf("%v %+v %#v", made, made, made), "the credential": fmt.Sprintf("%v %+v %#v %s", opened, opened, opened, opened),
	} {
		if strings.Contains(text, password) {
			t.Errorf("%s holds the token: %s", where, text)
		}
	}
}

// TestGitTokenIsBoundToItsRow: a sealed token that was copied to another account does not open there.
func TestGitTokenIsBoundToItsRow(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first, err := d.gitAccounts().Create(t.Context(), d.by, gitDraft())
	if err != nil {
		t.Fatal(err)
	}
	second, err := d.gitAccounts().Create(t.Context(), d.by, gitDraft())
	if err != nil {
		t.Fatal(err)
	}
	second.SealedToken = first.SealedToken
	if _, err := d.gitAccounts().Credential(second); !fault.Is(err, fault.Unavailable) {
		t.Errorf("got %v, want unavailable", err)
	}
}

func TestUpdateOfAGitAccount(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	accounts := d.gitAccounts()
	made, err := accounts.Create(t.Context(), d.by, gitDraft())
	if err != nil {
		t.Fatal(err)
	}
	changed, err := accounts.Update(t.Context(), d.by, made.ID, "", project.GitAccountPatch{AuthorName: project.Some("A")})
	if err != nil {
		t.Fatal(err)
	}
	made.AuthorName = "A"
	if diff := cmp.Diff(made, changed); diff != "" {
		t.Errorf("a new name: %s", diff)
	}
	changed, err = accounts.Update(t.Context(), d.by, made.ID, "", project.GitAccountPatch{Token: project.Some("new")})
	if err != nil {
		t.Fatal(err)
	}
	if opened, err := accounts.Credential(changed); err != nil || opened.Token != "new" {
		t.Errorf("a new token: %v", err)
	}
	for name, patch := range map[string]project.GitAccountPatch{
		"no token": {Token: project.Some("")}, "no name": {Name: project.Some("")}, "a bracket": {AuthorEmail: project.Some("a<b")},
	} {
		if _, err := accounts.Update(t.Context(), d.by, made.ID, "", patch); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: got %v, want invalid", name, err)
		}
	}
}

func TestGitAccountsOfOtherUsersAreHidden(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	accounts, bob := d.gitAccounts(), d.member(t)
	mine, err := accounts.Create(t.Context(), d.by, gitDraft())
	if err != nil {
		t.Fatal(err)
	}
	draft := gitDraft()
	draft.Owner = bob.User
	theirs, err := accounts.Create(t.Context(), d.by, draft)
	if err != nil || theirs.Owner != bob.User {
		t.Fatalf("for another user: %+v, %v", theirs, err)
	}
	if _, err := accounts.Get(t.Context(), bob, theirs.ID, ""); err != nil {
		t.Errorf("the owner: %v", err)
	}
	if _, err := accounts.Get(t.Context(), bob, mine.ID, ""); !fault.Is(err, fault.NotFound) {
		t.Errorf("another user's: got %v, want not found", err)
	}
	draft.Owner = d.by.User
	if _, err := accounts.Create(t.Context(), bob, draft); !fault.Is(err, fault.Forbidden) {
		t.Errorf("made for another user: got %v, want forbidden", err)
	}
	p := d.project(t)
	if err := accounts.Link(t.Context(), bob, p, d.by.User, mine.ID); !fault.Is(err, fault.Forbidden) {
		t.Errorf("linked for another user: got %v, want forbidden", err)
	}
}

// TestLinkIsForOneHost: a link says where the token may be sent.
func TestLinkIsForOneHost(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	accounts := d.gitAccounts()
	made, err := accounts.Create(t.Context(), d.by, gitDraft())
	if err != nil {
		t.Fatal(err)
	}
	p := d.project(t)
	for repo, want := range map[string]string{
		"": "", "/srv/git/x": "", "https://Host.example:8443/x.git": "https://host.example:8443", "git@host.example:x.git": "ssh://host.example",
	} {
		p.GitRepo = repo
		if err := accounts.Link(t.Context(), d.by, p, d.by.User, made.ID); err != nil {
			t.Fatal(err)
		}
		found, origin, err := accounts.Linked(t.Context(), d.by, p.ID)
		if err != nil || found.ID != made.ID || origin != want {
			t.Errorf("%s: the link is for %q, want %q; %v", repo, origin, want, err)
		}
	}
}

func TestCredentialIsNotPrinted(t *testing.T) {
	t.Parallel()
	credential := gitrepo.Credential{Username: "ada", Token: password}
	peer := gitrepo.Peer{Credential: credential}
	for _, text := range []string{fmt.Sprint(credential, &credential, peer), fmt.Sprintf("%+v %#v %s %q", credential, credential, credential, peer)} {
		if strings.Contains(text, password) {
			t.Errorf("the token is printed: %s", text)
		}
	}
}
