package contract_test

import (
	"net/http"

	"github.com/millrace/millrace/internal/apptest"
)

// providerPath is the identity provider of the caller's organization.
const providerPath = "/api/v1/identityProvider"

// providerSettings are valid settings. Nothing listens at the address, and with several organizations the server does not
// connect to it.
func providerSettings() object {
	return object{
		"kind": "oidc", "issuer": "https://localhost:1", "clientID": "millrace", "clientSecret": "a secret", "isEnabled": false,
		"emailDomains": []string{"example.com"},
	}
}

func identityProviderOperations() map[string]operationCase {
	wrong := providerSettings()
	wrong["kind"] = "ldap"
	return map[string]operationCase{
		"getIdentityProvider": {
			good: fixed(get(providerPath)), status: ok, prepare: ownProvider, bad: elsewhere(get(providerPath)), refuse: http.StatusNotFound,
		},
		"setIdentityProvider": {
			good: fixed(put(providerPath, providerSettings())), status: ok, bad: fixed(put(providerPath, wrong)), refuse: http.StatusBadRequest,
		},
		"deleteIdentityProvider": {
			good: fixed(del(providerPath)), status: gone, prepare: ownProvider, bad: elsewhere(del(providerPath)), refuse: http.StatusNotFound,
		},
		"testIdentityProvider": {
			good: fixed(post(providerPath+"/test", providerSettings())), status: ok,
			bad: fixed(post(providerPath+"/test", wrong)), refuse: http.StatusBadRequest,
		},
		"listSCIMTokens": listed(scimTokensPath),
		"createSCIMToken": {
			good: fixed(post(scimTokensPath, object{"name": "for a test"})), status: created,
			bad: fixed(post(scimTokensPath, object{"name": "two\nlines"})), refuse: http.StatusBadRequest,
		},
		"revokeSCIMToken": about(gone, func(n names) apptest.Request { return del(scimTokensPath + "/" + n.token) }).with(scimToken),
		"getSignInMethods": {
			good: fixed(post("/api/v1/auth/methods", object{"email": "ann@example.com"})), status: ok,
			bad: fixed(post("/api/v1/auth/methods", object{"e-mail": "ann@example.com"})), refuse: http.StatusBadRequest,
		},
	}
}

const scimTokensPath = "/api/v1/scimTokens"

// scimToken creates a SCIM token of the organization of the fixture.
func scimToken(w *apiFixture, n *names, _ apptest.Person) {
	w.t.Helper()
	n.token = w.Post(w.admin.Token, scimTokensPath, object{"name": "for a test"}).Want(http.StatusCreated).Field("id")
}

// ownProvider gives an identity provider to the organization of the fixture, and to that of the caller if the caller may.
func ownProvider(w *apiFixture, _ *names, who apptest.Person) {
	w.t.Helper()
	w.Put(w.admin.Token, providerPath, providerSettings()).Want(http.StatusOK)
	w.Put(who.Token, providerPath, providerSettings())
}
