package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// organizationsFixture is a deployment with two organizations, which have a user of the same address and different
// passwords.
type organizationsFixture struct {
	*apptest.Platform

	ours, theirs apptest.Person // administrators of "Default" and of "Acme Data, Inc."
}

func newOrganizationsFixture(t *testing.T, database apptest.Database, changes ...func(*config.Settings)) organizationsFixture {
	t.Helper()
	c := organizationsFixture{Platform: start(t, database, changes...)}
	_, c.theirs = c.NewOrganization("Acme Data, Inc.", "boss@acme.example")
	c.ours = apptest.Person{Email: apptest.AdminEmail, Password: apptest.AdminPassword, Token: c.AdminToken()}
	for token, password := range map[string]string{c.ours.Token: "a password of ours", c.theirs.Token: "a password of theirs"} {
		c.Post(token, "/api/v1/users", object{"email": "both@example.com", "password": password}).Want(http.StatusCreated)
	}
	return c
}

func onAppDomain(s *config.Settings) { s.AppDomain = appDomain }

// at returns a request to another host than the address.
func at(host string, request apptest.Request, token string) apptest.Request {
	request.Host, request.Token = host, token
	return request
}

const (
	ourHost   = "default." + appDomain
	theirHost = "acmedatainc." + appDomain
)

func TestHosts(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		c := newOrganizationsFixture(t, database, onAppDomain)
		for _, tt := range []struct {
			host, token string
			status      int
		}{
			// The deployment's own host, and unrelated hosts, serve every organization.
			{appDomain, c.ours.Token, http.StatusOK},
			{appDomain, c.theirs.Token, http.StatusOK},
			{"", c.theirs.Token, http.StatusOK},
			{"elsewhere.example", c.theirs.Token, http.StatusOK},
			{"not" + appDomain, c.ours.Token, http.StatusOK},
			// An organization's host serves that organization, in any spelling.
			{theirHost, c.theirs.Token, http.StatusOK},
			{ourHost, c.ours.Token, http.StatusOK},
			{"ACMEDATAINC.App.Example.Com", c.theirs.Token, http.StatusOK},
			{theirHost + ":8443", c.theirs.Token, http.StatusOK},
			{theirHost + ".", c.theirs.Token, http.StatusOK},
			{theirHost + ".:8443", c.theirs.Token, http.StatusOK},
			// Another organization's token is rejected there.
			{theirHost, c.ours.Token, http.StatusUnauthorized},
			{ourHost, c.theirs.Token, http.StatusUnauthorized},
			{"ACMEDATAINC." + appDomain + ":1", c.ours.Token, http.StatusUnauthorized},
			{theirHost, "", http.StatusUnauthorized},
			// The host of an unknown organization is rejected, even with a token.
			{"nobody." + appDomain, c.ours.Token, http.StatusNotFound},
			{"nobody." + appDomain, "", http.StatusNotFound},
			{"acme-data-inc." + appDomain, c.theirs.Token, http.StatusNotFound},
			{"www." + theirHost, c.theirs.Token, http.StatusNotFound},
			{"." + appDomain, c.ours.Token, http.StatusNotFound},
			{"%61cmedatainc." + appDomain, c.theirs.Token, http.StatusNotFound},
		} {
			response := c.Do(at(tt.host, get(environmentsPath), tt.token))
			if response.Status != tt.status {
				t.Errorf("%q: status %d, want %d: %s", tt.host, response.Status, tt.status, response.Body)
			}
		}
	})
}

// An organization's host serves the same as the deployment's own.
func TestOrganizationHostServesTheSame(t *testing.T) {
	t.Parallel()
	c := newOrganizationsFixture(t, apptest.Database{}, onAppDomain)
	dataFolderID := c.NewProject(c.theirs.Token, "Orders")
	c.NewEnvironment(c.theirs.Token, dataFolderID, "Production")
	for _, path := range []string{
		environmentsPath, environmentsPath + "?detail=true", environmentsPath + "?limit=1", environmentsPath + "/2", "/api/v1/projects", "/api/v1/users",
		"/api/v1/auth/me", "/api/v1/organization", "/scheduler/runStatus", "/api/openapi.json", "/healthz", "/readyz",
	} {
		plain, company := c.Get(c.theirs.Token, path), c.Do(at(theirHost, get(path), c.theirs.Token))
		if plain.Status != company.Status || string(plain.Body) != string(company.Body) {
			t.Errorf("%s\nplain     %d %s\ncompany's %d %s", path, plain.Status, shortened(plain.Body), company.Status, shortened(company.Body))
		}
	}
	made := c.Do(at(theirHost, post(environmentsPath, object{"project": dataFolderID, "name": "Test"}), c.theirs.Token)).Want(http.StatusCreated)
	c.Do(at(theirHost, del(environmentsPath+"/"+made.Field("id")), c.theirs.Token)).Want(http.StatusNoContent)
	wantFault(t, c.Do(at(theirHost, get("/api/v1/nothing"), "")), http.StatusNotFound)
}

func TestSignInOnOrganizationHost(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		c := newOrganizationsFixture(t, database, onAppDomain)
		login := func(host, email, password, organization string) apptest.Response {
			body := object{"email": email, "password": password}
			if organization != "" {
				body["organization"] = organization
			}
			return c.Do(at(host, post("/api/v1/auth/login", body), ""))
		}
		for _, tt := range []struct {
			host, email, password, organization string
			opens                               string // the organization; empty for 401
		}{
			{"", c.ours.Email, c.ours.Password, "", "default"},
			{"", c.theirs.Email, c.theirs.Password, "", "acmedatainc"},
			{theirHost, c.theirs.Email, c.theirs.Password, "", "acmedatainc"},
			{theirHost, c.ours.Email, c.ours.Password, "", ""},
			{ourHost, c.theirs.Email, c.theirs.Password, "", ""},
			{theirHost, "both@example.com", "a password of theirs", "", "acmedatainc"},
			{theirHost, "both@example.com", "a password of ours", "", ""},
			{ourHost, "both@example.com", "a password of ours", "", "default"},
			{"", "both@example.com", "a guess", "", ""},
			{"", "both@example.com", "a password of ours", "default", "default"},
			{"", "both@example.com", "a password of theirs", "acmedatainc", "acmedatainc"},
			{"", "both@example.com", "a password of theirs", "default", ""},
			{"", "both@example.com", "a password of theirs", "nobody", ""},
			// The host takes precedence over the field.
			{theirHost, c.ours.Email, c.ours.Password, "default", ""},
		} {
			response := login(tt.host, tt.email, tt.password, tt.organization)
			if tt.opens == "" {
				wantFault(t, response, http.StatusUnauthorized, "e-mail address or password is wrong")
				continue
			}
			var welcome api.LoginAnswer
			response.Want(http.StatusOK).JSON(&welcome)
			if welcome.Organization.Subdomain != tt.opens {
				t.Errorf("%+v opens %s", tt, welcome.Organization.Subdomain)
			}
		}
	})
}

// If two organizations have an address, the caller must name one, whether the password is right in one of them or in
// both. Otherwise the response would reveal to one organization what is right in the other.
func TestSignInToOneOfTwoOrganizations(t *testing.T) {
	t.Parallel()
	c := newOrganizationsFixture(t, apptest.Database{}, onAppDomain)
	for _, token := range []string{c.ours.Token, c.theirs.Token} {
		c.Post(token, "/api/v1/users", object{"email": "twin@example.com", "password": "one password"}).Want(http.StatusCreated)
	}
	for email, password := range map[string]string{"twin@example.com": "one password", "both@example.com": "a password of theirs"} {
		login := object{"email": email, "password": password}
		wantFault(t, c.Post("", "/api/v1/auth/login", login), http.StatusConflict, "several organizations", `"organization"`)
		c.Do(at(theirHost, post("/api/v1/auth/login", login), "")).Want(http.StatusOK)
		login["organization"] = "acmedatainc"
		c.Post("", "/api/v1/auth/login", login).Want(http.StatusOK)
	}
}

func TestServerReportsOrganization(t *testing.T) {
	t.Parallel()
	c := newOrganizationsFixture(t, apptest.Database{}, onAppDomain, func(s *config.Settings) { s.BaseURL = "https://" + appDomain })
	for host, want := range map[string]string{
		"": "", appDomain: "", ourHost: "Default", theirHost: "Acme Data, Inc.", "elsewhere.example": "",
	} {
		var server api.Server
		c.Do(at(host, get("/api/v1/server"), "")).Want(http.StatusOK).JSON(&server)
		got := ""
		if server.Organization != nil {
			got = *server.Organization
		}
		if got != want || server.BaseURL != "https://"+appDomain || server.Version != "test" {
			t.Errorf("%q: %+v with organization %q, want %q", host, server, got, want)
		}
	}
}

// The deployment's own host may be below the app domain; it is not a subdomain of an organization.
func TestDeploymentHostBelowAppDomain(t *testing.T) {
	t.Parallel()
	own := "millrace." + appDomain
	c := newOrganizationsFixture(t, apptest.Database{}, onAppDomain, func(s *config.Settings) { s.BaseURL = "https://" + own + ":8443" })
	for _, host := range []string{own, own + ":8443"} {
		c.Do(at(host, get(environmentsPath), c.theirs.Token)).Want(http.StatusOK)
	}
	wantFault(t, c.Do(at("other."+appDomain, get(environmentsPath), c.theirs.Token)), http.StatusNotFound)
	c.Do(at(theirHost, get(environmentsPath), c.theirs.Token)).Want(http.StatusOK)
}

// Without an app domain every host is the deployment's own.
func TestHostsWithoutAppDomain(t *testing.T) {
	t.Parallel()
	c := newOrganizationsFixture(t, apptest.Database{})
	for _, host := range []string{ourHost, theirHost, "nobody." + appDomain, "www." + theirHost} {
		for _, token := range []string{c.ours.Token, c.theirs.Token} {
			c.Do(at(host, get(environmentsPath), token)).Want(http.StatusOK)
		}
		var server api.Server
		c.Do(at(host, get("/api/v1/server"), "")).Want(http.StatusOK).JSON(&server)
		if server.Organization != nil {
			t.Errorf("%s is taken for %s", host, *server.Organization)
		}
	}
}
