package contract_test

import (
	"cmp"
	"maps"
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// operationCase is how an operation is tested.
type operationCase struct {
	// good is a request that an administrator may make and that succeeds.
	good   func(n names) apptest.Request
	status int
	// prepare creates what the request consumes, or what only its caller has; nil if nothing is needed.
	prepare func(w *apiFixture, n *names, who apptest.Person)
	// after undoes what would disturb the next request of the caller, whether or not the request succeeded; nil for nothing.
	after func(w *apiFixture, n names, who apptest.Person)
	// bad is a request that is rejected; it names objects that do not exist. Nil uses the good one.
	bad    func(n names) apptest.Request
	refuse int
}

// operationCases lists every operation of the document.
func operationCases() map[string]operationCase {
	all := map[string]operationCase{}
	for _, part := range []map[string]operationCase{
		environmentOperations(), workspaceOperations(), projectOperations(), gitAccountOperations(), gitOperations(), runOperations(),
		userOperations(), roleOperations(), authOperations(), connectionOperations(), deploymentOperations(), webhookOperations(), scheduleOperations(),
		planOperations(), identityProviderOperations(), secondFactorOperations(), organizationOperations(), credentialListOperations(),
	} {
		maps.Copy(all, part)
	}
	return all
}

func TestEveryOperationMatchesDocument(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newAPIFixture(t, database)
		cases := operationCases()
		for _, route := range loadDocument(t).Routes {
			id := route.Operation.ID
			operation, ok := cases[id]
			if !ok {
				t.Errorf("operation %s is never tried: add it to the cases", id)
				continue
			}
			good := w.tryGood(operation)
			if good.Status != operation.status {
				t.Errorf("%s: status %d, want %d: %s", id, good.Status, operation.status, good.Body)
			}
			bad := w.tryBad(operation)
			if bad.Status != operation.refuse {
				t.Errorf("%s, refused: status %d, want %d: %s", id, bad.Status, operation.refuse, bad.Body)
			}
		}
		if len(cases) != len(loadDocument(t).Routes) {
			t.Errorf("%d cases for %d operations", len(cases), len(loadDocument(t).Routes))
		}
	})
}

// tryGood sends the good request as the administrator.
func (w *apiFixture) tryGood(operation operationCase) apptest.Response {
	w.t.Helper()
	n := w.namesFor(operation, w.admin)
	request := operation.good(n)
	request.Token = cmp.Or(request.Token, w.admin.Token)
	response := w.Do(request)
	if operation.after != nil {
		operation.after(w, n, w.admin)
	}
	if request.Path == "/api/v1/auth/password" {
		w.admin.Token = w.Login(w.admin.Email, w.admin.Password) // the change revoked the tokens
	}
	return response
}

// tryBad sends the bad request as the administrator, unless it is about a missing token.
func (w *apiFixture) tryBad(operation operationCase) apptest.Response {
	w.t.Helper()
	refused := operation.bad
	if refused == nil {
		refused = operation.good
	}
	request := refused(w.absent())
	if operation.refuse != http.StatusUnauthorized {
		request.Token = w.admin.Token
	}
	return w.Do(request)
}

func get(path string) apptest.Request {
	return apptest.Request{Method: http.MethodGet, Path: path}
}

func del(path string) apptest.Request {
	return apptest.Request{Method: http.MethodDelete, Path: path}
}

func post(path string, body any) apptest.Request {
	return apptest.Request{Method: http.MethodPost, Path: path, Body: body}
}

func put(path string, body any) apptest.Request {
	return apptest.Request{Method: http.MethodPut, Path: path, Body: body}
}

func patch(path string, body any) apptest.Request {
	return apptest.Request{Method: http.MethodPatch, Path: path, Body: body}
}

// object is a JSON object in a request.
type object map[string]any

// fixed is a request without parameters.
func fixed(request apptest.Request) func(names) apptest.Request {
	return func(names) apptest.Request { return request }
}

// elsewhere is a request to the subdomain of an unknown organization, which every operation rejects.
func elsewhere(request apptest.Request) func(names) apptest.Request {
	request.Host = "nobody." + appDomain
	return fixed(request)
}

// listed is the case of a list: a limit that is not a number is rejected.
func listed(path string) operationCase {
	return operationCase{
		good: fixed(get(path + "?limit=2")), status: http.StatusOK,
		bad: fixed(get(path + "?limit=none")), refuse: http.StatusBadRequest,
	}
}

// about is the case of an operation on one object: an unknown object is rejected with 404.
func about(status int, good func(n names) apptest.Request) operationCase {
	return operationCase{good: good, status: status, refuse: http.StatusNotFound}
}

// with adds the function that creates what the operation consumes.
func (c operationCase) with(prepare func(w *apiFixture, n *names, who apptest.Person)) operationCase {
	c.prepare = prepare
	return c
}

// refusing sets the rejected request and its status.
func (c operationCase) refusing(status int, bad func(n names) apptest.Request) operationCase {
	c.bad, c.refuse = bad, status
	return c
}
