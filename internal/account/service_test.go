package account_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
)

// fixture contains the services of the package with a real store.
type fixture struct {
	db     *store.DB
	keys   *secret.Keys
	users  *account.Users
	roles  *account.UserRoles
	tokens *account.Tokens
	by     account.Actor // the administrator
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	keys, err := secret.LoadOrCreate(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), store.Options{Folder: statetest.Folder(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	users := account.NewUsers(db.Users(), authn.NewPasswords(authn.DefaultCost()), noon)
	organization, err := account.NewOrganization("Acme", noon())
	if err != nil {
		t.Fatal(err)
	}
	administrator, err := users.Draft(t.Context(), organization.ID, account.UserDraft{
		Email: "admin@example.com", Password: "long enough", Role: account.OrganizationAdministrator,
	})
	if err != nil {
		t.Fatal(err)
	}
	setup := project.NewSetup(organization, administrator, noon())
	if err := db.Setups().Add(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	return &fixture{
		db: db, keys: keys, users: users, roles: account.NewUserRoles(users, db.Roles()),
		tokens: account.NewTokens(db.Tokens(), keys, noon, 0),
		by:     account.Actor{User: administrator.ID, Organization: organization.ID, Role: administrator.Role},
	}
}

// user creates a user with this address.
func (f *fixture) user(t *testing.T, email string) account.User {
	t.Helper()
	user, err := f.users.Create(t.Context(), f.by, account.UserDraft{Email: email, FirstName: "Ada", Password: "long enough"})
	if err != nil {
		t.Fatal(err)
	}
	return user
}

func TestCreateUser(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	user := f.user(t, " Ada@Example.com")
	if user.Email != "ada@example.com" || user.Role != account.OrganizationMember || user.Status != account.UserActive {
		t.Errorf("got %+v", user)
	}
	if user.PasswordHash == "" || strings.Contains(user.PasswordHash, "long enough") {
		t.Errorf("the password is stored as %q", user.PasswordHash)
	}
	found, err := f.users.Get(t.Context(), f.by.Organization, user.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(user, found); diff != "" {
		t.Error(diff)
	}
	for name, draft := range map[string]account.UserDraft{
		"address":        {Email: "ada", Password: "long enough"},
		"short password": {Email: "b@example.com", Password: "short"},
		"no address":     {},
		"first name":     {Email: "b@example.com", Password: "long enough", FirstName: "a\x00"},
		"last name":      {Email: "b@example.com", Password: "long enough", LastName: strings.Repeat("x", 101)},
	} {
		if _, err := f.users.Create(t.Context(), f.by, draft); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: got %v, want invalid", name, err)
		}
	}
	listed, err := f.users.List(t.Context(), f.by.Organization, page.Request{})
	if err != nil || listed.Total != 2 {
		t.Errorf("got %d users, %v; want 2", listed.Total, err)
	}
}

func TestCreateUserWithoutPassword(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	invited, err := f.users.Create(t.Context(), f.by, account.UserDraft{Email: "b@example.com"})
	if err != nil || invited.PasswordHash != "" || invited.MustChangePassword || invited.Role != account.OrganizationMember {
		t.Errorf("a user without a password is %+v, %v", invited, err)
	}
}

func TestUpdateUser(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	user := f.user(t, "ada@example.com")
	text := func(s string) *string { return &s }
	status := func(s account.UserStatus) *account.UserStatus { return &s }
	changed, err := f.users.Update(t.Context(), f.by, user.ID, account.UserPatch{
		Email: text("ADA@example.org"), LastName: text("Lovelace"), Status: status(account.UserDisabled),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := user
	want.Email, want.LastName, want.Status = "ada@example.org", "Lovelace", account.UserDisabled
	if diff := cmp.Diff(want, changed); diff != "" {
		t.Error(diff)
	}
	for name, patch := range map[string]account.UserPatch{
		"address":        {Email: text("ada")},
		"first name":     {FirstName: text("\n")},
		"deleted":        {Status: status(account.UserDeleted)}, // another operation deletes users
		"unknown status": {Status: status("asleep")},
		"no status":      {Status: status("")},
	} {
		if _, err := f.users.Update(t.Context(), f.by, user.ID, patch); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: got %v, want invalid", name, err)
		}
	}
	found, err := f.users.Get(t.Context(), f.by.Organization, user.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("a rejected update changed the user: %s", diff)
	}
}

func TestPasswordAndDelete(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	user := f.user(t, "ada@example.com")
	if err := f.users.SetPassword(t.Context(), f.by, user.ID, "short"); !fault.Is(err, fault.Invalid) {
		t.Errorf("a short password: got %v, want invalid", err)
	}
	if err := f.users.SetPassword(t.Context(), f.by, user.ID, "another one"); err != nil {
		t.Fatal(err)
	}
	found, err := f.users.Get(t.Context(), f.by.Organization, user.ID)
	if err != nil || found.PasswordHash == user.PasswordHash {
		t.Errorf("the password did not change: %v", err)
	}
	if err := f.users.Delete(t.Context(), f.by, user.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := f.users.Get(t.Context(), f.by.Organization, user.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("got %v, want not found", err)
	}
	if err := f.users.Delete(t.Context(), f.by, f.by.User); !fault.Is(err, fault.Conflict) {
		t.Errorf("the last administrator: got %v, want conflict", err)
	}
}

func TestIssueToken(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for given, want := range map[string]string{"": "Token of 2026-01-31 12:00", "deploy": "deploy"} {
		token, shown, err := f.tokens.Issue(t.Context(), f.by, account.TokenDraft{Name: given})
		if err != nil {
			t.Fatal(err)
		}
		if token.Name != want || token.User != f.by.User || !account.IsSecret(account.TokenPrefix, shown) {
			t.Errorf("%q: got %+v", given, token)
		}
		actor, err := f.db.Credentials().ByToken(t.Context(), f.keys.HashToken(shown))
		if err != nil || actor.Credential.Token != token.ID {
			t.Errorf("the token is not accepted: %v", err)
		}
		if err := f.tokens.Revoke(t.Context(), f.by, f.by.User, token.ID); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{strings.Repeat("x", 201), "a\nb", "\x00"} {
		if _, _, err := f.tokens.Issue(t.Context(), f.by, account.TokenDraft{Name: name}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: got %v, want invalid", name, err)
		}
	}
	listed, err := f.tokens.List(t.Context(), f.by.Organization, f.by.User, page.Request{})
	if err != nil || listed.Total != 0 {
		t.Errorf("got %d tokens, %v; want none", listed.Total, err)
	}
}

func TestUserRoles(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	user := f.user(t, "ada@example.com")
	projects := project.NewProjects(f.db.Projects(), noon)
	p, err := projects.Create(t.Context(), f.by, project.Project{Name: "Shop", Platform: project.DuckDB})
	if err != nil {
		t.Fatal(err)
	}
	environment, err := project.NewEnvironments(f.db.Environments(), noon).
		Create(t.Context(), f.by, p.ID, "Production", project.EnvironmentSettings{})
	if err != nil {
		t.Fatal(err)
	}
	want := account.Roles{User: user.ID, Organization: account.OrganizationContributor}
	f.returns(t, want)(f.roles.SetOrganization(t.Context(), f.by, user.ID, account.OrganizationContributor))
	want.Projects = []account.ProjectGrant{{Project: p.ID, Role: account.ProjectArchitect}}
	f.returns(t, want)(f.roles.SetProject(t.Context(), f.by, user.ID, want.Projects[0]))
	want.Environments = []account.EnvironmentRoleGrant{{Environment: environment.ID, Role: account.EnvironmentReader}}
	f.returns(t, want)(f.roles.SetEnvironment(t.Context(), f.by, user.ID, want.Environments[0]))

	if err := f.roles.DeleteProject(t.Context(), f.by, user.ID, p.ID); err != nil {
		t.Error(err)
	}
	if err := f.roles.DeleteEnvironment(t.Context(), f.by, user.ID, environment.ID); err != nil {
		t.Error(err)
	}
	want.Projects, want.Environments = nil, nil
	f.returns(t, want)(f.roles.Get(t.Context(), f.by.Organization, user.ID))
	if _, err := f.roles.SetOrganization(t.Context(), f.by, f.by.User, account.OrganizationMember); !fault.Is(err, fault.Conflict) {
		t.Errorf("the last administrator: got %v, want conflict", err)
	}
	listed, err := f.roles.List(t.Context(), f.by.Organization, page.Request{})
	if err != nil || listed.Total != 2 {
		t.Errorf("got %d, %v; want the roles of 2 users", listed.Total, err)
	}
	if _, err := f.roles.Get(t.Context(), f.by.Organization, ids.User("nobody")); !fault.Is(err, fault.NotFound) {
		t.Errorf("an unknown user: got %v, want not found", err)
	}
}

// returns checks what a call returns.
func (*fixture) returns(t *testing.T, want account.Roles) func(account.Roles, error) {
	t.Helper()
	return func(got account.Roles, err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}
