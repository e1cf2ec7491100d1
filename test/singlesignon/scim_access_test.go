package singlesignon_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// A person who is deactivated or removed at the provider loses the open session and the access tokens at once.
func TestSCIMEndsSessionsAndTokens(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		d.connect(object{"createsUsers": false})
		c := d.scim()
		d.idp.add(ann())
		id := c.newUser(ann().Email)
		var ended []string // access tokens
		for _, end := range []struct {
			name string
			send func() apptest.Response
			code string // of the next sign-in
		}{
			{"deactivated by Okta", func() apptest.Response {
				return c.patch("/Users/"+id, object{"op": "replace", "value": object{"active": false}})
			}, "userDisabled"},
			{"deactivated by Entra ID", func() apptest.Response {
				return c.patch("/Users/"+id, object{"op": "Replace", "path": "active", "value": "False"})
			}, "userDisabled"},
			{"removed", func() apptest.Response { return c.send(http.MethodDelete, "/Users/"+id, nil) }, "userUnknown"},
		} {
			c.patch("/Users/"+id, object{"op": "replace", "path": "active", "value": true}).Want(http.StatusOK)
			for _, old := range ended { // a user who is active again does not get them back
				d.Get(old, "/api/v1/environments").Want(http.StatusUnauthorized)
			}
			b, me := d.signedIn(ann())
			if me.User.ID != id {
				t.Fatalf("the sign-in is of %s, want the SCIM user %s", me.User.ID, id)
			}
			token := d.token(b, d.sub(""))
			d.Get(token, "/api/v1/environments").Want(http.StatusOK)
			if got := end.send(); got.Status >= http.StatusBadRequest {
				t.Fatalf("%s: %s", end.name, got.Body)
			}
			if got := b.get(d.sub("/api/v1/auth/me"), never); got.status != http.StatusUnauthorized {
				t.Errorf("%s: the session has status %d", end.name, got.status)
			}
			d.Get(token, "/api/v1/environments").Want(http.StatusUnauthorized)
			d.refused(ann(), end.code)
			ended = append(ended, token)
		}
	})
}

// A local user, a SCIM user and a single-sign-on user with one address are one user.
func TestSCIMAndSingleSignOnAreOneUser(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect(object{"createsUsers": true})
	c := d.scim()
	local := d.NewPerson(d.boss.Token, ann().Email, "organizationContributor")
	found := c.list("/Users", `userName eq "`+ann().Email+`"`)
	if found.TotalResults != 1 {
		t.Fatalf("found %+v", found)
	}
	c.send(http.MethodPut, "/Users/"+local.ID, object{"userName": "ann", "externalId": "7", "emails": []object{{"value": ann().Email}}}).Want(http.StatusOK)
	d.idp.add(ann())
	if _, me := d.signedIn(ann()); me.User.ID != local.ID || me.User.OrganizationRole != "organizationContributor" {
		t.Errorf("the sign-in is of %+v, want %s", me.User, local.ID)
	}
	// After the sign-in the subject identifies the user: a new address from SCIM changes nothing about that.
	c.patch("/Users/"+local.ID, object{"op": "replace", "path": `emails`, "value": []object{{"value": "ames@acme.example"}}}).Want(http.StatusOK)
	if _, me := d.signedIn(ann()); me.User.ID != local.ID || me.User.Email != "ames@acme.example" {
		t.Errorf("the sign-in is of %+v, want %s", me.User, local.ID)
	}
}

// Break-glass administrators and the last administrator stay.
func TestSCIMKeepsAdministrators(t *testing.T) {
	t.Parallel()
	c := newSCIM(t, apptest.Database{})
	boss := "/Users/" + c.boss.ID
	deactivate := object{"op": "replace", "path": "active", "value": false}
	for _, got := range []apptest.Response{c.send(http.MethodDelete, boss, nil), c.patch(boss, deactivate)} {
		c.wantProblem(got, http.StatusConflict, "")
		if !strings.Contains(string(got.Body), "last active administrator") {
			t.Errorf("the error is %s", got.Body)
		}
	}
	c.Patch(c.boss.Token, "/api/v1/users/"+c.boss.ID, object{"isBreakGlass": true}).Want(http.StatusOK)
	c.NewPerson(c.boss.Token, "second@acme.example", "organizationAdministrator")
	rename := object{"op": "replace", "path": "emails", "value": []object{{"value": "mallory@acme.example"}}}
	for _, got := range []apptest.Response{c.send(http.MethodDelete, boss, nil), c.patch(boss, deactivate), c.patch(boss, rename)} {
		c.wantProblem(got, http.StatusForbidden, "")
		if !strings.Contains(string(got.Body), "break-glass administrator") {
			t.Errorf("the error is %s", got.Body)
		}
	}
	c.patch(boss, object{"op": "replace", "path": "displayName", "value": "The Boss"}).Want(http.StatusOK)
	c.Get(c.boss.Token, "/api/v1/auth/me").Want(http.StatusOK)
	var entries struct {
		Data []struct {
			Result, Reason, Action string
			Actor                  struct{ Email string }
		}
	}
	c.Get(c.boss.Token, "/api/v1/auditEntries?actor=scim&result=refused").Want(http.StatusOK).JSON(&entries)
	if len(entries.Data) != 3 || entries.Data[0].Actor.Email != "scim" || entries.Data[0].Reason == "" {
		t.Errorf("the refusals in the audit log are %+v", entries.Data)
	}
}

// Another organization's token and ids, and other credentials, give 401 or 404.
func TestSCIMTenants(t *testing.T) {
	t.Parallel()
	c := newSCIM(t, apptest.Database{})
	user := c.newUser("ann@acme.example")
	group := c.newGroup("data", user)
	ours := &scimClient{t: t, Platform: c.Platform, token: c.newToken(c.AdminToken())}
	for _, path := range []string{"/Users/" + user, "/Groups/" + group} {
		for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodPatch, http.MethodDelete} {
			body := object{"userName": "x@example.com", "displayName": "x", "Operations": []object{{"op": "replace", "value": object{"displayName": "x"}}}}
			ours.wantProblem(ours.send(method, path, body), http.StatusNotFound, "")
		}
	}
	ours.wantProblem(ours.send(http.MethodPost, "/Groups", object{"displayName": "x", "members": asMembers([]string{user})}), http.StatusBadRequest, "invalidValue")
	for _, found := range []scimList{ours.list("/Users", `userName pr`), ours.list("/Users", `id eq "`+user+`"`), ours.list("/Groups", `displayName pr`)} {
		for _, one := range found.Resources {
			if one["id"] == user || one["id"] == group {
				t.Errorf("another organization sees %v", one)
			}
		}
	}
	at := func(token, host string, header http.Header) apptest.Response {
		return c.Do(apptest.Request{Method: http.MethodGet, Path: "/scim/v2/Users/" + user, Token: token, Host: host, Header: header})
	}
	at(c.token, "acme.localhost", nil).Want(http.StatusOK)
	for _, token := range []string{"", c.boss.Token, "mrp_" + strings.Repeat("x", 36), c.token[:39] + "!"} {
		c.wantProblem(at(token, "", nil), http.StatusUnauthorized, "")
	}
	c.wantProblem(at(ours.token, "acme.localhost", nil), http.StatusUnauthorized, "")
	c.wantProblem(at("", "", http.Header{"Authorization": {"Basic eDp5"}}), http.StatusUnauthorized, "")
	c.Get(c.token, "/api/v1/users").Want(http.StatusUnauthorized) // a SCIM token is no access token

	var tokens struct{ Data []struct{ ID, Hint string } }
	c.Get(c.boss.Token, "/api/v1/scimTokens").Want(http.StatusOK).JSON(&tokens)
	if len(tokens.Data) != 1 {
		t.Fatalf("the tokens are %+v", tokens)
	}
	c.Delete(c.AdminToken(), "/api/v1/scimTokens/"+tokens.Data[0].ID).Want(http.StatusNotFound)
	c.Delete(c.boss.Token, "/api/v1/scimTokens/"+tokens.Data[0].ID).Want(http.StatusNoContent)
	c.wantProblem(c.send(http.MethodGet, "/Users", nil), http.StatusUnauthorized, "")
}
