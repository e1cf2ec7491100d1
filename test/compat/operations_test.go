package compat_test

import (
	"net/http"
	"regexp"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/openapitest"
)

// operation is a method with a path, whose parameters have no names, because every client names them differently.
type operation struct{ method, path string }

func (o operation) hasBody() bool { return o.method != http.MethodGet && o.method != http.MethodDelete }

// relied returns every operation that existing clients rely on, with its success status.
func relied() map[operation]int {
	all := map[operation]int{}
	for path, methods := range map[string]map[string]int{
		"/api/v1/environments":             {"GET": 200, "POST": 201},
		"/api/v1/environments/{}":          {"GET": 200, "PATCH": 200, "DELETE": 204},
		"/api/v1/environments/{}/nodes":    {"GET": 200},
		"/api/v1/environments/{}/nodes/{}": {"GET": 200},
		"/api/v1/environments/{}/jobs/{}":  {"GET": 200},

		"/api/v1/workspaces/{}/nodes":        {"GET": 200, "POST": 201},
		"/api/v1/workspaces/{}/nodes/{}":     {"GET": 200, "PUT": 200, "DELETE": 204},
		"/api/v1/workspaces/{}/jobs":         {"POST": 201},
		"/api/v1/workspaces/{}/jobs/{}":      {"GET": 200, "PUT": 200, "DELETE": 204},
		"/api/v1/workspaces/{}/subgraphs":    {"POST": 201},
		"/api/v1/workspaces/{}/subgraphs/{}": {"GET": 200, "PUT": 200, "DELETE": 204},

		"/api/v1/projects":                   {"GET": 200, "POST": 201},
		"/api/v1/projects/{}":                {"GET": 200, "PATCH": 200, "DELETE": 204},
		"/api/v1/projects/{}/gitAccounts/{}": {"PUT": 204, "DELETE": 204},
		"/api/v1/gitAccounts":                {"GET": 200, "POST": 201},
		"/api/v1/gitAccounts/{}":             {"GET": 200, "PATCH": 200, "DELETE": 204},

		"/api/v1/runs":            {"GET": 200},
		"/api/v1/runs/{}":         {"GET": 200},
		"/api/v1/runs/{}/results": {"GET": 200},
		"/scheduler/startRun":     {"POST": 200},
		"/scheduler/rerun":        {"POST": 200},
		"/scheduler/runStatus":    {"GET": 200},
		"/scheduler/cancelRun":    {"POST": 204},

		"/api/v1/users":                         {"GET": 200},
		"/api/v2/userRoles":                     {"GET": 200},
		"/api/v2/userRoles/{}":                  {"GET": 200},
		"/api/v2/userRoles/{}/organizationRole": {"PUT": 200},
		"/api/v2/userRoles/{}/projects/{}":      {"PUT": 200, "DELETE": 204},
		"/api/v2/userRoles/{}/environments/{}":  {"PUT": 200, "DELETE": 204},
	} {
		for method, status := range methods {
			all[operation{method, path}] = status
		}
	}
	return all
}

var pathParameter = regexp.MustCompile(`\{[^}]*\}`)

func operationOf(route openapitest.Route) operation {
	return operation{route.Operation.Method, pathParameter.ReplaceAllString(route.Operation.Path, "{}")}
}

// tally counts the successful calls of each operation. Clients run concurrently.
type tally struct {
	mutex  sync.Mutex
	calls  map[operation]int
	extras map[operation]int // calls whose body had an unknown field
}

func (c *tally) add(called operation, withExtras bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.calls[called]++
	if withExtras {
		c.extras[called]++
	}
}

// wantAll fails the test for every operation that no client called with success, and for every operation with a body to
// which no client sent an unknown field.
func (c *tally) wantAll(t *testing.T) {
	t.Helper()
	for wanted := range relied() {
		if c.calls[wanted] == 0 {
			t.Errorf("no client called %s %s", wanted.method, wanted.path)
		}
		if wanted.hasBody() && c.extras[wanted] == 0 {
			t.Errorf("no client sent an extra field to %s %s", wanted.method, wanted.path)
		}
	}
}

// The document contains every operation, with the status that clients expect.
func TestDocumentHasEveryOperation(t *testing.T) {
	t.Parallel()
	document, err := openapitest.Load()
	if err != nil {
		t.Fatal(err)
	}
	missing := relied()
	for _, route := range document.Routes {
		status, isRelied := missing[operationOf(route)]
		if !isRelied {
			continue
		}
		delete(missing, operationOf(route))
		described := document.Spec.Paths.Value(route.Operation.Path).GetOperation(route.Operation.Method).Responses
		if described.Status(status) == nil {
			t.Errorf("%s has no response %d %s", route.Operation.ID, status, http.StatusText(status))
		}
	}
	for wanted := range missing {
		t.Errorf("the document has no %s %s", wanted.method, wanted.path)
	}
}
