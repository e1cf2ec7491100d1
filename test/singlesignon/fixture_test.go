package singlesignon_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/network"
)

// deployment is a server with the organizations Default and Acme, and the identity provider of Acme.
type deployment struct {
	*apptest.Platform

	t     *testing.T
	acme  account.Organization
	boss  apptest.Person // administrator of Acme
	idp   *provider
	port  string
	ours  string // token of an administrator of Default
	start string // where a browser begins a sign-in on Acme's subdomain
}

// onLocalhost gives organizations subdomains of localhost, and lets them reach this machine, where the provider is.
func onLocalhost(s *config.Settings) {
	local, ok := network.ParseRange("127.0.0.1")
	if !ok {
		panic("the range does not parse")
	}
	s.AppDomain = "localhost"
	s.OutgoingNetworks = append(s.OutgoingNetworks, config.Grant[network.Range]{Value: local})
}

func newDeployment(t *testing.T, database apptest.Database) *deployment {
	t.Helper()
	d := &deployment{t: t, Platform: apptest.Start(t, database, onLocalhost)}
	d.acme, d.boss = d.NewOrganization("Acme", "boss@acme.example")
	d.ours = d.AdminToken()
	address, err := url.Parse(d.URL)
	if err != nil {
		t.Fatal(err)
	}
	d.port = address.Port()
	d.start = d.sub("/login/start")
	d.idp = startProvider(t, d.sub("/login/callback"), d.URL+"/login/callback")
	return d
}

// sub returns an address on Acme's subdomain.
func (d *deployment) sub(path string) string { return "http://acme.localhost:" + d.port + path }

// settings returns the settings of the provider.
func (d *deployment) settings(changes ...object) object {
	settings := object{
		"kind": "oidc", "issuer": d.idp.Issuer, "clientID": clientID, "clientSecret": clientSecret, "emailDomains": []string{"acme.example"},
		"createsUsers": true,
	}
	for _, change := range changes {
		maps.Copy(settings, change)
	}
	return settings
}

const providerPath = "/api/v1/identityProvider"

// connect sets the provider of Acme.
func (d *deployment) connect(changes ...object) apptest.Response {
	d.t.Helper()
	return d.Put(d.boss.Token, providerPath, d.settings(changes...)).Want(http.StatusOK)
}

// me returns the user of a browser's session at an origin.
func (d *deployment) me(b *browser, origin string) api.Me {
	d.t.Helper()
	got := b.get(origin+"/api/v1/auth/me", never)
	if got.status != http.StatusOK {
		d.t.Fatalf("the session is not valid: status %d: %s", got.status, got.body)
	}
	var me api.Me
	if err := json.Unmarshal([]byte(got.body), &me); err != nil {
		d.t.Fatal(err)
	}
	return me
}

// signedIn signs a person in on Acme's subdomain and returns the user.
func (d *deployment) signedIn(who person) (*browser, api.Me) {
	d.t.Helper()
	b := newBrowser(d.t)
	if target := b.signIn(d.start, d.idp, who); target.Path != "/" {
		d.t.Fatalf("the browser is sent to %s", target)
	}
	return b, d.me(b, d.sub(""))
}

// refused signs a person in on Acme's subdomain, who is refused with a code.
func (d *deployment) refused(who person, code string) {
	d.t.Helper()
	wantError(d.t, newBrowser(d.t).signIn(d.start, d.idp, who), code)
}

// token generates an access token with a browser's session, as the Deploy tab does.
func (d *deployment) token(b *browser, origin string) string {
	d.t.Helper()
	request, err := http.NewRequest(http.MethodPost, origin+"/api/v1/auth/tokens", strings.NewReader(`{}`))
	if err != nil {
		d.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	got := b.do(request, never)
	var made api.NewToken
	if err := json.Unmarshal([]byte(got.body), &made); err != nil || made.Token == "" {
		d.t.Fatalf("no token: status %d: %s", got.status, got.body)
	}
	return made.Token
}
