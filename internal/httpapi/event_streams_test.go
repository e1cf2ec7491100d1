package httpapi_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// The streams of a user count together, whatever token opened them: otherwise one user could take all of a server.
func TestStreamsPerUserAreLimited(t *testing.T) {
	t.Parallel()
	f := newFastFixture(t)
	var all []*stream
	for range 10 {
		all = append(all, f.open(""))
	}
	_, other, err := f.tokens.Issue(t.Context(), f.admin, account.TokenDraft{})
	check(t, err)
	mine := f.token
	f.token = other
	for range 10 {
		all = append(all, f.open(""))
	}
	for _, token := range []string{mine, other} {
		f.token = token
		f.wantNoStream("you have 20 open event streams")
	}
	all[0].close()
	for f.connect(t.Context(), "").StatusCode != http.StatusOK { // the server notices the closed connection later
		continue
	}
}

// The streams of an organization count together, so that others get some.
func TestStreamsPerOrganizationAreLimited(t *testing.T) {
	t.Parallel()
	f := newFastFixture(t)
	for range 20 {
		f.open("")
	}
	second, third := f.newAdministrator("bob@example.com"), f.newAdministrator("eve@example.com")
	f.token = second
	for range 10 {
		f.open("")
	}
	f.wantNoStream("your organization has 30 open event streams")
	f.token = third
	f.wantNoStream("your organization has 30 open event streams")
}

func (f *fixture) wantNoStream(reason string) {
	f.t.Helper()
	refused := f.connect(f.t.Context(), "")
	body, err := io.ReadAll(refused.Body)
	check(f.t, err)
	if refused.StatusCode != http.StatusTooManyRequests || refused.Header.Get("Retry-After") != "3600" || !strings.Contains(string(body), reason) {
		f.t.Errorf("one more: %d, Retry-After %s: %s", refused.StatusCode, refused.Header.Get("Retry-After"), body)
	}
}

// newAdministrator creates another user and returns a token.
func (f *fixture) newAdministrator(email string) string {
	f.t.Helper()
	user := account.User{
		ID: ids.New[ids.User](), Organization: f.admin.Organization, Email: email, Role: account.OrganizationAdministrator,
		Status: account.UserActive, CreatedAt: time.Now(),
	}
	check(f.t, f.db.Users().Create(f.t.Context(), f.admin, user))
	_, token, err := f.tokens.Issue(f.t.Context(), account.Actor{User: user.ID, Organization: user.Organization}, account.TokenDraft{})
	check(f.t, err)
	return token
}
