package contract_test

import (
	"net/http"
	"net/url"

	"github.com/millrace/millrace/internal/apptest"
)

const organizationsPath = "/api/v1/organizations"

// organizationOperations are those of operators. The administrator of the fixture is one.
func organizationOperations() map[string]operationCase {
	path := func(n names) string { return organizationsPath + "/" + n.organization }
	return map[string]operationCase{
		"listOrganizations": listed(organizationsPath),
		"createOrganization": {
			good: func(n names) apptest.Request {
				return post(organizationsPath, object{"name": n.fresh, "adminEmail": n.fresh + "@example.com", "quotas": object{"maxRuns": 3}})
			},
			status: created,
			bad:    fixed(post(organizationsPath, object{"name": "Acme", "adminEmail": "nobody"})), refuse: http.StatusBadRequest,
		},
		"getOrganizationByID": about(ok, func(n names) apptest.Request { return get(path(n)) }).with(freshOrganization),
		"updateOrganization": about(ok, func(n names) apptest.Request {
			return patch(path(n), object{"name": n.fresh, "quotas": object{"maxUsers": 100}})
		}).with(freshOrganization),
		"deleteOrganization": about(gone, func(n names) apptest.Request {
			return del(path(n) + "?confirm=" + url.QueryEscape(n.organizationName))
		}).with(freshOrganization),
	}
}

// freshOrganization creates an organization.
func freshOrganization(w *apiFixture, n *names, _ apptest.Person) {
	n.organizationName = w.freshText() + " & Co"
	var made struct{ Organization struct{ ID string } }
	w.Post(w.admin.Token, organizationsPath, object{"name": n.organizationName, "adminEmail": w.freshText() + "@example.com"}).
		Want(http.StatusCreated).JSON(&made)
	n.organization = made.Organization.ID
}

// credentialListOperations are those of administrators about the tokens and sessions of all users, and about connections.
func credentialListOperations() map[string]operationCase {
	return map[string]operationCase{
		"listOrganizationTokens":   listed("/api/v1/tokens"),
		"listOrganizationSessions": listed("/api/v1/sessions"),
		"endUserSession": about(gone, func(n names) apptest.Request {
			return del("/api/v1/users/" + n.user + "/sessions/" + n.session)
		}).with(sessionOfUser),
		"listConnectionUsers": about(ok, func(n names) apptest.Request { return get("/api/v1/connections/" + n.connection + "/users") }),
	}
}

// sessionOfUser creates a session of the user in the request, who is the administrator here.
func sessionOfUser(w *apiFixture, n *names, _ apptest.Person) {
	ownSession(w, n, w.admin)
	n.user = w.admin.ID
}
