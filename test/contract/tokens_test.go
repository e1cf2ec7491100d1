package contract_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
)

// credentials are all credentials of one user.
type credentials struct {
	tokens  []string
	cookies []string
}

// signedIn creates a user with tokens of two logins, an issued token and two sessions, and uses each of them on every
// server, so that every cache contains them.
func (d deployment) signedIn(t *testing.T, admin, email string) (apptest.Person, credentials) {
	t.Helper()
	user := d.first().NewPerson(admin, email, "member")
	ways := credentials{tokens: []string{user.Token}}
	for _, server := range []*apptest.Platform{d.first(), d.last()} {
		token, cookie := signIn(t, server, user.Email, user.Password)
		ways.tokens, ways.cookies = append(ways.tokens, token), append(ways.cookies, cookie)
	}
	ways.tokens = append(ways.tokens, d.last().Post(user.Token, "/api/v1/auth/tokens", nil).Want(http.StatusCreated).Field("token"))
	d.wantAll(t, "before", ways, http.StatusOK)
	return user, ways
}

// signIn returns the token and the session cookie of a login.
func signIn(t *testing.T, platform *apptest.Platform, email, password string) (token, cookie string) {
	t.Helper()
	response := platform.Post("", "/api/v1/auth/login", object{"email": email, "password": password}).Want(http.StatusOK)
	return response.Field("accessToken"), sessionCookie(t, response).Value
}

func sessionCookie(t *testing.T, response apptest.Response) *http.Cookie {
	t.Helper()
	set, err := http.ParseSetCookie(response.Header.Get("Set-Cookie"))
	if err != nil {
		t.Fatalf("%q is no cookie: %v", response.Header.Get("Set-Cookie"), err)
	}
	return set
}

// withCookie returns a request from the web application.
func withCookie(request apptest.Request, cookie string) apptest.Request {
	request.Header = http.Header{"Cookie": {"millrace_session=" + cookie}}
	return request
}

// wantAll tries every credential on every server.
func (d deployment) wantAll(t *testing.T, when string, ways credentials, status int) {
	t.Helper()
	for i, server := range d {
		for j, token := range ways.tokens {
			if got := server.Get(token, environmentsPath); got.Status != status {
				t.Errorf("%s: token %d on server %d: %d, want %d", when, j+1, i+1, got.Status, status)
			}
		}
		for j, cookie := range ways.cookies {
			if got := server.Do(withCookie(get(environmentsPath), cookie)); got.Status != status {
				t.Errorf("%s: session %d on server %d: %d, want %d", when, j+1, i+1, got.Status, status)
			}
		}
	}
}

// ending is a change that revokes all of a user's tokens and sessions.
type ending struct {
	name string
	do   func(t *testing.T, server *apptest.Platform, admin string, user apptest.Person)
}

func endings() []ending {
	return []ending{
		{"deleted", func(_ *testing.T, server *apptest.Platform, admin string, user apptest.Person) {
			server.Delete(admin, "/api/v1/users/"+user.ID).Want(http.StatusNoContent)
		}},
		{"disabled", func(_ *testing.T, server *apptest.Platform, admin string, user apptest.Person) {
			server.Patch(admin, "/api/v1/users/"+user.ID, object{"status": "disabled"}).Want(http.StatusOK)
		}},
		{"password changed", func(_ *testing.T, server *apptest.Platform, _ string, user apptest.Person) {
			server.Post(user.Token, "/api/v1/auth/password", object{"currentPassword": user.Password, "newPassword": "another password"}).
				Want(http.StatusNoContent)
		}},
		{"address changed", func(_ *testing.T, server *apptest.Platform, admin string, user apptest.Person) {
			server.Patch(admin, "/api/v1/users/"+user.ID, object{"email": "new-" + user.Email}).Want(http.StatusOK)
		}},
		{"password reset", func(_ *testing.T, server *apptest.Platform, _ string, user apptest.Person) {
			server.ResetPassword(user.Email)
		}},
	}
}

func TestChangesThatRevokeAllTokens(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		admin := d.first().AdminToken()
		_, others := d.signedIn(t, admin, "bystander@example.com")
		for i, end := range endings() {
			user, ways := d.signedIn(t, admin, fmt.Sprintf("user%d@example.com", i))
			end.do(t, d.first(), admin, user)
			d.wantAll(t, end.name, ways, http.StatusUnauthorized)
		}
		d.wantAll(t, "of somebody else", others, http.StatusOK)
	})
}

func TestEnablingUserRestoresNoToken(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		admin := d.first().AdminToken()
		user, ways := d.signedIn(t, admin, "ada@example.com")
		path := "/api/v1/users/" + user.ID
		d.first().Patch(admin, path, object{"status": "disabled"}).Want(http.StatusOK)
		login := object{"email": user.Email, "password": user.Password}
		wantFault(t, d.last().Post("", "/api/v1/auth/login", login), http.StatusUnauthorized)
		d.first().Patch(admin, path, object{"status": "active"}).Want(http.StatusOK)
		d.wantAll(t, "enabled again", ways, http.StatusUnauthorized)
		token, cookie := signIn(t, d.last(), user.Email, user.Password)
		d.wantAll(t, "signed in again", credentials{[]string{token}, []string{cookie}}, http.StatusOK)
		d.wantAll(t, "the old ones", ways, http.StatusUnauthorized)
	})
}

func TestChangesThatRevokeNoToken(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		server, admin := d.first(), d.first().AdminToken()
		user, ways := d.signedIn(t, admin, "ada@example.com")
		dataFolderID := server.NewProject(admin, "Orders")
		path, roles := "/api/v1/users/"+user.ID, "/api/v2/userRoles/"+user.ID
		for _, change := range []struct {
			name string
			do   func()
		}{
			{"another name", func() { server.Patch(admin, path, object{"firstName": "Ada", "lastName": "Byron"}).Want(http.StatusOK) }},
			{"the same address", func() { server.Patch(admin, path, object{"email": strings.ToUpper(user.Email)}).Want(http.StatusOK) }},
			{"the same status", func() { server.Patch(admin, path, object{"status": "active"}).Want(http.StatusOK) }},
			{"a role in the organization", func() {
				server.Put(admin, roles+"/organizationRole", object{"role": "contributor"}).Want(http.StatusOK)
			}},
			{"a role in a project", func() {
				server.Put(admin, roles+"/projects/"+dataFolderID, object{"role": "member"}).Want(http.StatusOK)
			}},
			{"no role in the project", func() { server.Delete(admin, roles+"/projects/"+dataFolderID).Want(http.StatusNoContent) }},
			{"one more login", func() { server.Login(user.Email, user.Password) }},
			{"a wrong password", func() {
				server.Post("", "/api/v1/auth/login", object{"email": user.Email, "password": "a guess"}).Want(http.StatusUnauthorized)
			}},
			{"a refused change of password", func() {
				server.Post(user.Token, "/api/v1/auth/password", object{"currentPassword": "a guess", "newPassword": "another password"}).
					Want(http.StatusBadRequest)
			}},
			{"a logout with the token", func() { server.Post(user.Token, "/api/v1/auth/logout", nil).Want(http.StatusNoContent) }},
		} {
			change.do()
			d.wantAll(t, change.name, ways, http.StatusOK)
		}
	})
}

// Each login creates a new token, and older ones stay valid.
func TestEachLoginCreatesToken(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		ways, seen := credentials{}, map[string]bool{}
		for range 4 {
			token := d.first().AdminToken()
			if seen[token] || !account.IsSecret(account.TokenPrefix, token) {
				t.Errorf("%q is not a new token", token)
			}
			seen[token] = true
			ways.tokens = append(ways.tokens, token)
		}
		d.wantAll(t, "all of them", ways, http.StatusOK)
		var tokens api.TokenList
		d.last().Get(ways.tokens[0], "/api/v1/auth/tokens").Want(http.StatusOK).JSON(&tokens)
		if len(tokens.Data) != len(ways.tokens) {
			t.Errorf("%d tokens are listed after %d logins", len(tokens.Data), len(ways.tokens))
		}
	})
}

func TestRevokeToken(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		server, admin := d.first(), d.first().AdminToken()
		user, ways := d.signedIn(t, admin, "ada@example.com")
		neighbor := server.NewPerson(admin, "bob@example.com", "member")
		create := func() (id, secret string) {
			response := server.Post(user.Token, "/api/v1/auth/tokens", object{"name": "for a script"}).Want(http.StatusCreated)
			d.wantAll(t, "new", credentials{tokens: []string{response.Field("token")}}, http.StatusOK)
			return response.Field("id"), response.Field("token")
		}
		wantDead := func(when, secret string) {
			t.Helper()
			d.wantAll(t, when, credentials{tokens: []string{secret}}, http.StatusUnauthorized)
			d.wantAll(t, "the others, "+when, ways, http.StatusOK)
		}
		id, secret := create()
		server.Delete(user.Token, "/api/v1/auth/tokens/"+id).Want(http.StatusNoContent)
		wantDead("revoked by its owner", secret)
		wantFault(t, server.Delete(user.Token, "/api/v1/auth/tokens/"+id), http.StatusNotFound)

		id, secret = create()
		server.Delete(secret, "/api/v1/auth/tokens/"+id).Want(http.StatusNoContent)
		wantDead("revoked with itself", secret)

		id, secret = create()
		wantFault(t, server.Delete(neighbor.Token, "/api/v1/auth/tokens/"+id), http.StatusNotFound)
		wantFault(t, server.Delete(neighbor.Token, "/api/v1/users/"+user.ID+"/tokens/"+id), http.StatusForbidden)
		wantFault(t, server.Delete(admin, "/api/v1/users/"+neighbor.ID+"/tokens/"+id), http.StatusNotFound)
		d.wantAll(t, "after tries of others", credentials{tokens: []string{secret}}, http.StatusOK)
		server.Delete(admin, "/api/v1/users/"+user.ID+"/tokens/"+id).Want(http.StatusNoContent)
		wantDead("revoked by an administrator", secret)
	})
}
