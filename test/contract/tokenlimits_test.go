package contract_test

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

const tokensPath = "/api/v1/auth/tokens"

// limitedToken generates a token of the caller with limits.
func limitedToken(platform *apptest.Platform, token string, limits object) string {
	return platform.Post(token, tokensPath, limits).Want(http.StatusCreated).Field("token")
}

// Every operation that is no GET needs a scope, except those that change nothing, and so does a GET that runs SQL. A token with no other scope than read gets 403
// for it before the server looks for the object.
func TestScopesOfEveryOperation(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	reader := limitedToken(w.Platform, w.admin.Token, object{"name": "reader", "scopes": []string{"read"}})
	reads := []string{
		"logout", "matchEnvironmentNodes", "matchWorkspaceNodes", "previewNodeDraft", "previewNodeSQL", "previewSchedule", "validateWorkspace",
	}
	queries := []string{"getConnectionCatalog", "previewNodeData"} // they run SQL in the warehouse
	cases, absent := operationCases(), w.absent()
	for _, route := range loadDocument(t).Routes {
		id := route.Operation.ID
		if route.Operation.Public {
			continue
		}
		request := cases[id].good(absent)
		request.Token = reader
		response := w.Do(request)
		isRefused := response.Status == http.StatusForbidden && strings.Contains(string(response.Body), "does not have the scope")
		mustRefuse := route.Operation.Method != http.MethodGet && !slices.Contains(reads, id) || slices.Contains(queries, id)
		if isRefused != mustRefuse {
			t.Errorf("%s %s: refused by the scope: %t, want %t: %d %s", route.Operation.Method, id, isRefused, mustRefuse, response.Status, shortened(response.Body))
		}
	}
}

// A token with a scope can do what the scope names, and what the roles of its owner allow, and nothing else.
func TestTokenScopes(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newAPIFixture(t, database)
		runner := limitedToken(w.Platform, w.admin.Token, object{"name": "runner", "scopes": []string{"run"}})
		w.Get(runner, environmentsPath).Want(http.StatusOK)
		run := object{"runDetails": object{"environmentID": w.names.environment}, "parameters": object{"number": "none"}}
		w.Post(runner, "/scheduler/startRun", run).Want(http.StatusOK)
		refused := w.Patch(runner, environmentsPath+"/"+w.names.environment, object{"name": "Mine"})
		wantFault(t, refused, http.StatusForbidden, "scope administer")
		if !strings.Contains(string(refused.Body), "limited it to run") {
			t.Errorf("the hint does not name the scopes: %s", refused.Body)
		}
		wantFault(t, w.Post(runner, environmentsPath+"/"+w.names.environment+"/plans", object{}), http.StatusForbidden, "scope deploy")
		wantFault(t, w.Patch(runner, environmentsPath+"/900009", object{"name": "Mine"}), http.StatusForbidden, "scope administer")
		entries := auditEntries(w.Platform, w.admin.Token, "?result=refused&limit=10&action=environment.update")
		if len(entries) != 2 || !strings.Contains(entries[0].Reason, "scope administer") {
			t.Errorf("the refused writes are %+v", entries)
		}

		member := w.NewPerson(w.admin.Token, "member@example.com", "organizationMember")
		weak := limitedToken(w.Platform, member.Token, object{"scopes": []string{"administer", "run"}})
		wantFault(t, w.Post(weak, "/api/v1/users", object{"email": "x@example.com", "password": "a long password"}), http.StatusForbidden, "roles")

		// A limited token cannot replace itself with a stronger one.
		wantFault(t, w.Post(weak, tokensPath, object{"name": "stronger"}), http.StatusForbidden, "exceed")
		w.Post(weak, tokensPath, object{"name": "weaker", "scopes": []string{"read"}}).Want(http.StatusCreated)
		wantFault(t, w.Post(w.admin.Token, tokensPath, object{"scopes": []string{"emperor"}}), http.StatusBadRequest, "emperor")
	})
}

// Addresses are those that the server determines behind its trusted proxies. A refused use is audited, once a minute.
func TestTokenAddresses(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database, func(s *config.Settings) {
			s.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
		})
		admin := platform.AdminToken()
		token := limitedToken(platform, admin, object{"name": "office", "addresses": []string{"203.0.113.0/24", "2001:db8::/32"}})
		from := func(token, address string) apptest.Response {
			request := get(environmentsPath)
			request.Token, request.Header = token, http.Header{"X-Forwarded-For": {address}}
			return platform.Do(request)
		}
		for _, address := range []string{"203.0.113.7", "::ffff:203.0.113.8", "2001:db8:1::1"} {
			from(token, address).Want(http.StatusOK)
		}
		for range 3 {
			refused := from(token, "198.51.100.1")
			wantFault(t, refused, http.StatusForbidden, "198.51.100.1")
			if strings.Contains(string(refused.Body), "203.0.113") {
				t.Errorf("the response names the allowed addresses: %s", refused.Body)
			}
		}
		platform.Get(token, environmentsPath).Want(http.StatusForbidden) // the proxy itself
		entries := auditEntries(platform, admin, "?result=refused&limit=10&action=token.use")
		if len(entries) != 1 || entries[0].Address != "198.51.100.1" || !strings.Contains(entries[0].Reason, "198.51.100.1") {
			t.Errorf("the refused uses are %+v", entries)
		}
	})
}

// A token with a time works until then, and gets 401 afterwards. Lists show the limits.
func TestTokenExpiry(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		admin := platform.AdminToken()
		limitedToken(platform, admin, object{"name": "office", "addresses": []string{"203.0.113.0/24"}})
		soon := time.Now().Add(time.Second)
		short := limitedToken(platform, admin, object{"name": "short", "expiresAt": soon.UTC().Format(time.RFC3339Nano)})
		platform.Get(short, environmentsPath).Want(http.StatusOK)
		var expired apptest.Response
		for expired = platform.Get(short, environmentsPath); expired.Status == http.StatusOK; expired = platform.Get(short, environmentsPath) {
			time.Sleep(20 * time.Millisecond)
		}
		wantFault(t, expired, http.StatusUnauthorized, "expired")
		if len(auditEntries(platform, admin, "?result=refused&limit=10&action=token.use")) != 1 {
			t.Error("the use of an expired token is not audited")
		}
		wantFault(t, platform.Post(admin, tokensPath, object{"expiresAt": "2020-01-01T00:00:00Z"}), http.StatusBadRequest, "past")
		wantFault(t, platform.Post(admin, tokensPath, object{"expiresAt": "tomorrow"}), http.StatusBadRequest, "tomorrow")
		wantFault(t, platform.Post(admin, tokensPath, object{"addresses": []string{"office"}}), http.StatusBadRequest, "office")
		var list api.TokenList
		platform.Get(admin, tokensPath).Want(http.StatusOK).JSON(&list)
		for _, listed := range list.Data {
			hasLimits := listed.Addresses != nil || listed.ExpiresAt != nil
			if hasLimits != (listed.Name == "office" || listed.Name == "short") {
				t.Errorf("the limits of %s are %v and %v", listed.Name, listed.Addresses, listed.ExpiresAt)
			}
		}
	})
}
