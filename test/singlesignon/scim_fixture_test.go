package singlesignon_test

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
)

// scimClient is the identity provider of Acme as a SCIM client.
type scimClient struct {
	*apptest.Platform

	t     *testing.T
	acme  account.Organization
	boss  apptest.Person // administrator of Acme
	token string
}

// newSCIM starts a server with the organizations Default and Acme, and a SCIM token of Acme.
func newSCIM(t *testing.T, database apptest.Database) *scimClient {
	t.Helper()
	c := &scimClient{t: t, Platform: apptest.Start(t, database, onLocalhost)}
	c.acme, c.boss = c.NewOrganization("Acme", "boss@acme.example")
	c.token = c.newToken(c.boss.Token)
	return c
}

// scim returns the SCIM client of a deployment.
func (d *deployment) scim() *scimClient {
	d.t.Helper()
	c := &scimClient{t: d.t, Platform: d.Platform, acme: d.acme, boss: d.boss}
	c.token = c.newToken(d.boss.Token)
	return c
}

func (c *scimClient) newToken(adminToken string) string {
	c.t.Helper()
	return c.Post(adminToken, "/api/v1/scimTokens", object{"name": "okta"}).Want(http.StatusCreated).Field("token")
}

// send sends a request with the SCIM token.
func (c *scimClient) send(method, path string, body any, headers ...string) apptest.Response {
	c.t.Helper()
	header := http.Header{"Content-Type": {"application/scim+json"}}
	for i := 0; i < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	return c.Do(apptest.Request{Method: method, Path: "/scim/v2" + path, Token: c.token, Body: body, Header: header})
}

// patch sends operations.
func (c *scimClient) patch(path string, operations ...object) apptest.Response {
	c.t.Helper()
	return c.send(http.MethodPatch, path, object{"schemas": []string{"urn:ietf:params:scim:api:messages:2.0:PatchOp"}, "Operations": operations})
}

// newUser creates a user and returns its id.
func (c *scimClient) newUser(email string) string {
	c.t.Helper()
	return c.send(http.MethodPost, "/Users", object{"userName": email, "emails": []object{{"value": email, "primary": true}}}).Want(http.StatusCreated).Field("id")
}

// newGroup creates a group with members and returns its id.
func (c *scimClient) newGroup(name string, members ...string) string {
	c.t.Helper()
	return c.send(http.MethodPost, "/Groups", object{"displayName": name, "members": asMembers(members)}).Want(http.StatusCreated).Field("id")
}

func asMembers(users []string) []object {
	members := []object{}
	for _, user := range users {
		members = append(members, object{"value": user})
	}
	return members
}

// scimList is the response with a list.
type scimList struct {
	Schemas                                []string
	TotalResults, StartIndex, ItemsPerPage int
	Resources                              []map[string]any
}

func (c *scimClient) list(path, filter string) scimList {
	c.t.Helper()
	var found scimList
	c.send(http.MethodGet, path+"?filter="+url.QueryEscape(filter), nil).Want(http.StatusOK).JSON(&found)
	return found
}

// wantProblem checks an error response.
func (c *scimClient) wantProblem(got apptest.Response, status int, scimType string) {
	c.t.Helper()
	var body struct {
		Schemas                  []string
		Status, ScimType, Detail string
	}
	got.Want(status).JSON(&body)
	if len(body.Schemas) != 1 || body.Schemas[0] != "urn:ietf:params:scim:api:messages:2.0:Error" || body.Status != strconv.Itoa(status) ||
		body.ScimType != scimType || body.Detail == "" || got.Header.Get("Content-Type") != "application/scim+json" {
		c.t.Errorf("the error is %s, want the scimType %q", got.Body, scimType)
	}
}
