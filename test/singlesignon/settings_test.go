package singlesignon_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

// The client secret is never returned, and does not go to another issuer or client.
func TestClientSecretIsKept(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	saved := d.connect()
	read := d.Get(d.boss.Token, providerPath).Want(http.StatusOK)
	for _, response := range []apptest.Response{saved, read} {
		if strings.Contains(string(response.Body), clientSecret) {
			t.Errorf("the response has the secret: %s", response.Body)
		}
	}
	var provider api.IdentityProvider
	read.JSON(&provider)
	want := []string{d.sub("/login/callback"), d.URL + "/login/callback"}
	if !provider.HasClientSecret || !slices.Equal(provider.RedirectURIs, want) {
		t.Errorf("the provider is %+v", provider)
	}
	var whole map[string]any
	read.JSON(&whole)
	d.Put(d.boss.Token, providerPath, whole).Want(http.StatusOK) // the response of a GET may be sent back
	d.idp.add(ann())
	d.signedIn(ann())
	for name, value := range map[string]string{"issuer": "http://127.0.0.1:1", "clientID": "another"} {
		changed := d.settings(object{name: value})
		delete(changed, "clientSecret")
		d.Put(d.boss.Token, providerPath, changed).Want(http.StatusBadRequest)
		d.Post(d.boss.Token, providerPath+"/test", changed).Want(http.StatusBadRequest)
	}
}

// The test of a provider reports what is wrong with it, and stores nothing.
func TestTestBeforeSave(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.Post(d.boss.Token, providerPath+"/test", nil).Want(http.StatusNotFound)
	severities := func(changes ...object) map[string]string {
		t.Helper()
		var test api.IdentityProviderTest
		d.Post(d.boss.Token, providerPath+"/test", d.settings(changes...)).Want(http.StatusOK).JSON(&test)
		found := map[string]string{}
		for _, finding := range test.Findings {
			found[finding.Check] = finding.Severity
			if (finding.Severity == "error") && test.Success {
				t.Errorf("the test succeeds with %+v", finding)
			}
		}
		return found
	}
	good := map[string]string{"discovery": "ok", "codeFlow": "ok", "pkce": "ok", "keys": "ok", "client": "ok"}
	if diff := cmp.Diff(good, severities()); diff != "" {
		t.Errorf("the right settings: %s", diff)
	}
	wrongSecret := severities(object{"clientSecret": "wrong"})
	if wrongSecret["client"] != "error" {
		t.Errorf("a wrong secret: %v", wrongSecret)
	}
	if found := severities(object{"issuer": d.idp.Issuer + "/"}); found["discovery"] != "error" {
		t.Errorf("an issuer in another spelling: %v", found)
	}
	if found := severities(object{"issuer": "http://127.0.0.1:1"}); found["discovery"] != "error" {
		t.Errorf("no server: %v", found)
	}
	// The server does not connect to itself, wherever its address comes from.
	if raw := d.Post(d.boss.Token, providerPath+"/test", d.settings(object{"issuer": d.URL})); raw.Status != http.StatusBadRequest {
		t.Errorf("the server tests itself: status %d: %s", raw.Status, raw.Body)
	}
	d.Get(d.boss.Token, providerPath).Want(http.StatusNotFound)
	d.connect()
	d.Post(d.boss.Token, providerPath+"/test", nil).Want(http.StatusOK)
}

func TestInvalidSettings(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	for name, change := range map[string]object{
		"unknown kind":            {"kind": "ldap"},
		"no issuer":               {"issuer": ""},
		"issuer without a scheme": {"issuer": "login.example.com"},
		"issuer with a password":  {"issuer": "https://user:pass@login.example.com"},
		"link-local issuer":       {"issuer": "http://169.254.169.254"},
		"other private network":   {"issuer": "http://10.0.0.1"},
		"no client":               {"clientID": ""},
		"no secret":               {"clientSecret": ""},
		"administrators for all":  {"defaultRole": "organizationAdministrator"},
		"groups without a claim":  {"groupRoles": []object{{"group": "a", "organizationRole": "member"}}},
		"unknown role":            {"groupClaim": "groups", "groupRoles": []object{{"group": "a", "organizationRole": "king"}}},
		"one group twice": {"groupClaim": "groups", "groupRoles": []object{
			{"group": "a", "organizationRole": "member"}, {"group": "a", "organizationRole": "admin"},
		}},
		"domain":           {"emailDomains": []string{"not a domain"}},
		"wildcard":         {"emailDomains": []string{"*.acme.example"}},
		"scope":            {"scopes": []string{"a b"}},
		"SAML in OpenID":   {"metadataURL": "https://login.example.com/metadata"},
		"policy while off": {"isEnabled": false, "onlySingleSignOn": true},
		"an unknown field": {"secret": "x"},
	} {
		if got := d.Put(d.boss.Token, providerPath, d.settings(change)); got.Status != http.StatusBadRequest {
			t.Errorf("%s: status %d: %s", name, got.Status, got.Body)
		}
	}
}

// How to sign in depends on the host and on the domain of the address, never on the user.
func TestSignInMethods(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect()
	d.NewPerson(d.boss.Token, "ann@acme.example", "organizationMember")
	ask := func(host, email string) string {
		t.Helper()
		got := d.Do(apptest.Request{Method: http.MethodPost, Path: "/api/v1/auth/methods", Host: host, Body: object{"email": email}}).Want(http.StatusOK)
		return strings.TrimSpace(string(got.Body))
	}
	const offered = `{"isPasswordRefused":false,"providers":[{"organization":"Acme","startURL":"/login/start?organization=acme"}]}`
	const none = `{"isPasswordRefused":false,"providers":[]}`
	acmeHost, defaultHost := "acme.localhost:"+d.port, "default.localhost:"+d.port
	for _, tt := range []struct{ host, email, want string }{
		{"", "ann@acme.example", offered},
		{"", "nobody@ACME.example", offered},
		{"", "ann@elsewhere.example", none},
		{"", apptest.AdminEmail, none},
		{"", "", none},
		{"", "not an address", none},
		{acmeHost, "", offered},
		{acmeHost, "ann@elsewhere.example", offered},
		{defaultHost, "ann@acme.example", none},
	} {
		if got := ask(tt.host, tt.email); normal(t, got) != normal(t, tt.want) {
			t.Errorf("%q at %q: %s, want %s", tt.email, tt.host, got, tt.want)
		}
	}
	d.connect(object{"isEnabled": false})
	for _, host := range []string{"", acmeHost} {
		if got := ask(host, "ann@acme.example"); normal(t, got) != normal(t, none) {
			t.Errorf("a provider that is off, at %q: %s", host, got)
		}
	}
	d.refusedAtStart("singleSignOnDisabled")
	wantError(t, newBrowser(t).finish(d.URL+"/login/start?organization=nobody"), "singleSignOnDisabled")
	wantError(t, newBrowser(t).finish(d.URL+"/login/start"), "singleSignOnDisabled")
}

// normal returns JSON with its fields in order.
func normal(t *testing.T, text string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
