package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// aliasesOf returns the other paths under which existing clients reach a path of the document.
func aliasesOf(path string) []string {
	if rest, ok := strings.CutPrefix(path, "/scheduler/"); ok {
		return []string{"/api/scheduler/" + rest}
	}
	for _, version := range []string{"/v1/", "/v2/"} {
		if rest, ok := strings.CutPrefix(path, "/api"+version); ok {
			return []string{"/api/api" + version + rest, version + rest}
		}
	}
	return nil
}

// at returns the case with its requests sent to another path.
func (c operationCase) at(alias func(path string) string) operationCase {
	moved := func(request func(names) apptest.Request) func(names) apptest.Request {
		return func(n names) apptest.Request {
			r := request(n)
			r.Path = alias(r.Path)
			return r
		}
	}
	if c.bad == nil {
		c.bad = c.good
	}
	c.good, c.bad = moved(c.good), moved(c.bad)
	return c
}

// Every operation has the same results under its aliases: good and bad requests, and requests without a token.
func TestEveryOperationHasAliases(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	cases := operationCases()
	for _, route := range loadDocument(t).Routes {
		operation := cases[route.Operation.ID]
		for i, path := range aliasesOf(route.Operation.Path) {
			aliased := operation.at(func(path string) string { return aliasesOf(path)[i] })
			if good := w.tryGood(aliased); good.Status != operation.status {
				t.Errorf("%s %s: status %d, want %d: %s", route.Operation.Method, path, good.Status, operation.status, shortened(good.Body))
			}
			if route.Operation.ID == "changePassword" {
				w.admin.Token = w.Login(w.admin.Email, w.admin.Password) // the change revoked the tokens
			}
			if bad := w.tryBad(aliased); bad.Status != operation.refuse {
				t.Errorf("%s %s, refused: status %d, want %d: %s", route.Operation.Method, path, bad.Status, operation.refuse, shortened(bad.Body))
			}
			if !route.Operation.Public {
				anonymous := aliased.good(w.absent())
				anonymous.Token = ""
				wantFault(t, w.Do(anonymous), http.StatusUnauthorized)
			}
		}
	}
}

// An alias has the permissions, the rate limits and the host rules of the plain path.
func TestAliasesHaveRulesOfPlainPath(t *testing.T) {
	t.Parallel()
	c := newOrganizationsFixture(t, apptest.Database{}, onAppDomain)
	project := c.NewProject(c.ours.Token, "Orders")
	environment := c.NewEnvironment(c.ours.Token, project, "Production")
	member := c.NewPerson(c.ours.Token, "member@example.com", "member")
	for _, tt := range []struct {
		request apptest.Request
		token   string
		status  int
	}{
		{get("/v1/environments/" + environment), c.ours.Token, http.StatusOK},
		{get("/v1/environments/" + environment), member.Token, http.StatusNotFound},
		{get("/api/api/v1/environments/" + environment), c.theirs.Token, http.StatusNotFound},
		{post("/v1/projects", object{"name": "Mine", "platformKind": "duckdb"}), member.Token, http.StatusForbidden},
		{put("/v2/userRoles/"+member.ID+"/organizationRole", object{"role": "admin"}), member.Token, http.StatusForbidden},
		{post("/api/scheduler/startRun", object{"runDetails": object{"environmentID": environment}}), member.Token, http.StatusNotFound},
		{get("/api/scheduler/runStatus"), "", http.StatusUnauthorized},
		{at(theirHost, get("/v1/environments"), ""), c.theirs.Token, http.StatusOK},
		{at(theirHost, get("/v1/environments"), ""), c.ours.Token, http.StatusUnauthorized},
		{at("nobody."+appDomain, get("/api/scheduler/runStatus"), ""), c.ours.Token, http.StatusNotFound},
		{del("/v1/environments"), c.ours.Token, http.StatusMethodNotAllowed},
		{get("/v1/nothing"), c.ours.Token, http.StatusNotFound},
		{get("/api/api/api/v1/environments"), c.ours.Token, http.StatusNotFound},
		{get("/v1/environments/../projects"), c.ours.Token, http.StatusBadRequest},
	} {
		tt.request.Token = tt.token
		response := c.Do(tt.request)
		if response.Status != tt.status {
			t.Errorf("%s %s at %q: status %d, want %d: %s", tt.request.Method, tt.request.Path, tt.request.Host, response.Status, tt.status, shortened(response.Body))
		}
		if tt.status >= http.StatusBadRequest {
			wantFault(t, response, tt.status)
		}
	}
}

func TestAliasesShareRateLimit(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{}, tokenLimit(3))
	token := platform.AdminToken()
	for _, path := range []string{"/v1/environments", "/api/api/v1/environments", "/api/scheduler/runStatus"} {
		platform.Get(token, path).Want(http.StatusOK)
	}
	for _, path := range []string{environmentsPath, "/v1/environments", "/scheduler/runStatus"} {
		wantLimited(t, platform.Get(token, path))
	}
}

// A program that sends a wrong path gets an error that it can read. A browser gets the web application.
func TestUnknownPathIsJSONForPrograms(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	ask := func(method, path, accept string) apptest.Response {
		header := http.Header{"Accept": nil}
		if accept != "" {
			header = http.Header{"Accept": {accept}}
		}
		return platform.Do(apptest.Request{Method: method, Path: path, Header: header})
	}
	for _, path := range []string{
		"/nothing", "/v1", "/v3/environments", "/environments", "/environments/1/nodes", "/runs/4", "/api/v3/environments", "/api", "/api/scheduler",
		"/scheduler", "/scheduler/nothing", "/api/api/v1", "/project.v1",
	} {
		for _, accept := range []string{"application/json", "application/json, text/plain, */*", "Application/JSON; charset=utf-8"} {
			for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
				wantFault(t, ask(method, path, accept), http.StatusNotFound, "no resource has this path", "/api/openapi.json")
			}
		}
	}
	for _, accept := range []string{"text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json, text/html", "*/*", ""} {
		for _, path := range []string{"/", "/environments", "/runs/4", "/api-docs"} {
			response := ask(http.MethodGet, path, accept)
			if kind := response.Header.Get("Content-Type"); response.Status != http.StatusOK || !strings.HasPrefix(kind, "text/html") {
				t.Errorf("%s with Accept %q: status %d, %s", path, accept, response.Status, kind)
			}
		}
		wantFault(t, ask(http.MethodGet, "/api/v1/nothing", accept), http.StatusNotFound, "no resource has this path")
	}
}
