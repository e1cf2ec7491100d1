package singlesignon_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

// Where only single sign-on is allowed, a right password is refused, except that of a break-glass administrator, of whom one
// must exist before and stay.
func TestOnlySingleSignOn(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		member := d.NewPerson(d.boss.Token, "ann@acme.example", "organizationMember")
		only := d.settings(object{"onlySingleSignOn": true})
		d.Put(d.boss.Token, providerPath, only).Want(http.StatusConflict)
		d.Patch(d.boss.Token, "/api/v1/users/"+member.ID, object{"isBreakGlass": true}).Want(http.StatusConflict)
		d.Patch(d.boss.Token, "/api/v1/users/"+d.boss.ID, object{"isBreakGlass": true}).Want(http.StatusOK)
		d.Put(d.boss.Token, providerPath, only).Want(http.StatusOK)

		for _, path := range []string{"/api/v1/auth/login", "/api/v1/auth/session"} {
			d.Post("", path, api.Login{Email: member.Email, Password: member.Password}).Want(http.StatusForbidden)
			d.Post("", path, api.Login{Email: member.Email, Password: "wrong"}).Want(http.StatusUnauthorized)
		}
		d.Login(d.boss.Email, d.boss.Password)
		d.Get(member.Token, "/api/v1/auth/me").Want(http.StatusOK) // tokens from before stay valid
		d.idp.add(ann())
		d.signedIn(ann())

		// The last break-glass administrator cannot go.
		d.NewPersonWithoutLogin(d.boss.Token, "second@acme.example", "organizationAdministrator")
		for _, change := range []object{{"isBreakGlass": false}, {"status": "disabled"}} {
			d.Patch(d.boss.Token, "/api/v1/users/"+d.boss.ID, change).Want(http.StatusConflict)
		}
		d.Put(d.boss.Token, "/api/v2/userRoles/"+d.boss.ID+"/organizationRole", object{"role": "member"}).Want(http.StatusConflict)
		d.Put(d.boss.Token, providerPath, d.settings(object{"isEnabled": false})).Want(http.StatusOK)
		d.Login(member.Email, member.Password)
		d.refusedAtStart("singleSignOnDisabled")
		d.Patch(d.boss.Token, "/api/v1/users/"+d.boss.ID, object{"isBreakGlass": false}).Want(http.StatusOK)
		d.Delete(d.boss.Token, providerPath).Want(http.StatusNoContent)
		d.Get(d.boss.Token, providerPath).Want(http.StatusNotFound)
	})
}

// NewPersonWithoutLogin creates a user who may not sign in with a password.
func (d *deployment) NewPersonWithoutLogin(token, email, role string) string {
	d.t.Helper()
	return d.Post(token, "/api/v1/users", object{"email": email, "password": "a password of " + email, "organizationRole": role}).
		Want(http.StatusCreated).Field("id")
}

// refusedAtStart begins a sign-in, which is refused before the browser leaves.
func (d *deployment) refusedAtStart(code string) {
	d.t.Helper()
	wantError(d.t, newBrowser(d.t).finish(d.start), code)
}

// The rules for tokens hold for people who sign in through a provider, on the subdomain and on the server's own host.
func TestTokensOfSingleSignOnUsers(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect(object{"createsUsers": true})
	d.idp.add(ann())
	b, me := d.signedIn(ann())
	token := d.token(b, d.sub(""))
	project := d.NewProject(d.boss.Token, "Orders")
	environment := d.NewEnvironment(d.boss.Token, project, "Production")
	d.Put(d.boss.Token, "/api/v2/userRoles/"+me.User.ID+"/projects/"+project+"/projectRole", object{"role": "member"})

	acmeHost := "acme.localhost:" + d.port
	list := func(host, token string) apptest.Response {
		return d.Do(apptest.Request{Method: http.MethodGet, Path: "/api/v1/environments", Token: token, Host: host})
	}
	for _, host := range []string{"", acmeHost} {
		list(host, token).Want(http.StatusOK)
	}
	// Another organization's token: on the subdomain it is no credential, on the server's own host it sees nothing of Acme.
	list(acmeHost, d.ours).Want(http.StatusUnauthorized)
	if got := list("", d.ours).Want(http.StatusOK); strings.Contains(string(got.Body), "Production") {
		t.Errorf("another organization sees the environment: %s", got.Body)
	}
	d.Get(d.ours, "/api/v1/environments/"+environment).Want(http.StatusNotFound)

	// Another sign-in and another token leave it valid; a disabled user loses all.
	d.signedIn(ann())
	d.token(b, d.sub(""))
	list("", token).Want(http.StatusOK)
	d.Patch(d.boss.Token, "/api/v1/users/"+me.User.ID, object{"status": "disabled"}).Want(http.StatusOK)
	for _, host := range []string{"", acmeHost} {
		list(host, token).Want(http.StatusUnauthorized)
	}
}
