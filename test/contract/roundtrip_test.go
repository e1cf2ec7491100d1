package contract_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/apptest"
)

// roundTrip is an object that is read and sent back.
type roundTrip struct {
	get, set string // the set with its query
	method   string
}

func (w *apiFixture) trips() map[string]roundTrip {
	bench := "/api/v1/workspaces/" + w.names.workspace
	node := w.Post(w.admin.Token, bench+"/nodes", object{"nodeType": "Stage", "name": "ROUND"}).Want(http.StatusCreated).Field("id")
	job := w.Post(w.admin.Token, bench+"/jobs", object{"name": "Round", "includeSelector": "{ ROUND }", "excludeSelector": ""}).
		Want(http.StatusCreated).Field("id")
	subgraph := w.Post(w.admin.Token, bench+"/subgraphs", object{"name": "Round", "steps": []string{node}}).Want(http.StatusCreated).Field("id")
	w.Put(w.admin.Token, bench+"/nodeTypes/77", object{"name": "Simple", "spec": "short: SMP\ntagColor: green\n"}).Want(http.StatusOK)
	account := w.Post(w.admin.Token, gitAccountsPath, gitAccount("Round")).Want(http.StatusCreated).Field("id")
	var hook struct{ Webhook struct{ ID string } }
	w.Post(w.admin.Token, "/api/v1/webhooks", object{"url": "https://example.com/hook", "events": []string{"*"}}).Want(http.StatusCreated).JSON(&hook)
	patch := func(path string) roundTrip { return roundTrip{path, path, http.MethodPatch} }
	put := func(path string) roundTrip { return roundTrip{path, path, http.MethodPut} }
	everything := "?includeWorkspaces=true&includeJobs=true"
	return map[string]roundTrip{
		"environment": patch(environmentsPath + "/" + w.names.environment),
		"project":     {projectsPath + "/" + w.names.project + everything, projectsPath + "/" + w.names.project + everything, http.MethodPatch},
		"workspace":   patch(bench),
		"schedule":    patch(schedulesPath + "/" + w.names.schedule),
		"webhook":     patch("/api/v1/webhooks/" + hook.Webhook.ID),
		"git account": patch(gitAccountsPath + "/" + account),
		"connection":  patch(connectionsPath + "/" + w.names.connection),
		"user":        patch("/api/v1/users/" + w.names.user),
		"node":        put(bench + "/nodes/" + node),
		"job":         put(bench + "/jobs/" + job),
		"subgraph":    put(bench + "/subgraphs/" + subgraph),
		"node type":   put(bench + "/nodeTypes/77"),
		"macros":      put(bench + "/macros"),
		"locations":   put(bench + "/locations"),
	}
}

func (w *apiFixture) object(path string) object {
	w.t.Helper()
	var found object
	w.Get(w.admin.Token, path).Want(http.StatusOK).JSON(&found)
	return found
}

// The body of a GET can be sent back whole, and changes nothing.
func TestGetBodyCanBeSentBack(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	w.Patch(w.admin.Token, environmentsPath+"/"+w.names.environment, object{
		"connection": w.names.connection, "tagColors": object{"textColor": "#fff"}, "runTimeParameters": object{"a": 1}, "accessUrl": "https://example.com",
	}).Want(http.StatusOK)
	for name, trip := range w.trips() {
		before := w.object(trip.get)
		var answer object
		w.Do(apptest.Request{Method: trip.method, Path: trip.set, Token: w.admin.Token, Body: before}).Want(http.StatusOK).JSON(&answer)
		delete(before, "version") // of a file, which was written
		delete(answer, "version")
		if diff := cmp.Diff(before, answer); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Some fields only the server writes, and clients send unknown fields. Their values are ignored.
func TestServerFieldsAreIgnored(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	trips := w.trips()
	for name, lies := range map[string]object{
		"environment": {
			"id": "900", "status": "Deploying", "createdAt": "1970-01-01T00:00:00.000Z", "createdBy": object{"id": "x"}, "deployedCommit": "x",
			"organization": "900", "color": "red",
		},
		"project":     {"id": "x", "workspaces": []any{}, "jobs": "none", "organization": "900", "createdBy": "x"},
		"workspace":   {"id": 900, "status": nil, "revision": 0, "baseCommit": "x", "createdAt": 5},
		"schedule":    {"id": "x", "createdBy": "x", "createdAt": "x", "nextTimes": []any{}, "lastDue": "x"},
		"webhook":     {"id": "x", "failingSince": "x", "createdAt": "x"},
		"git account": {"id": "x", "owner": "x"},
		"connection":  {"id": "x", "hasSecret": true, "isDefault": true, "createdAt": "x"},
		"user":        {"id": "x"},
		"job":         {"id": "900", "selector": "x"},
		"subgraph":    {"id": "x", "nodes": []any{}},
	} {
		trip := trips[name]
		before := w.object(trip.get)
		body := maps.Clone(before)
		maps.Copy(body, lies)
		w.Do(apptest.Request{Method: trip.method, Path: trip.set, Token: w.admin.Token, Body: body}).Want(http.StatusOK)
		after := w.object(trip.get)
		delete(before, "version")
		delete(after, "version")
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A read-only field may be sent with its current value. Another value is rejected, and so is an unknown field where no
// known client sends one.
func TestReadOnlyFieldsAreRejected(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	trips := w.trips()
	other := w.NewProject(w.admin.Token, "Other")
	for name, wrong := range map[string][]object{
		"environment": {{"project": other}},
		"workspace":   {{"project": other}, {"branch": "elsewhere"}, {"createdBy": w.names.user}},
		"schedule":    {{"environmentID": 900001}, {"environmentID": w.NewEnvironment(w.admin.Token, other, "There")}, {"organization": "x"}},
		"webhook":     {{"secret": "whsec_eA=="}, {"organization": "x"}},
		"git account": {{"accountOwner": w.names.user}},
		"connection":  {{"platformKind": "postgres"}, {"sealedSecret": "x"}},
		"user":        {{"organizationRole": "organizationAdministrator"}, {"password": "another long one"}, {"organization": "x"}},
	} {
		for _, field := range wrong {
			before := w.object(trips[name].get)
			body := maps.Clone(before)
			maps.Copy(body, field)
			response := w.Do(apptest.Request{Method: trips[name].method, Path: trips[name].set, Token: w.admin.Token, Body: body})
			wantFault(t, response, http.StatusBadRequest)
			if diff := cmp.Diff(before, w.object(trips[name].get)); diff != "" {
				t.Errorf("%s with %v: %s", name, field, diff)
			}
		}
	}
}

// The body of a GET can be used to create a similar object.
func TestGetBodyCreatesCopy(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	w.Patch(w.admin.Token, environmentsPath+"/"+w.names.environment, object{"mappings": object{"MILL": object{"database": "", "schema": "mine"}}}).
		Want(http.StatusOK)
	trips := w.trips()
	for name, more := range map[string]object{
		"environment": {}, "project": {}, "workspace": {}, "schedule": {}, "connection": {"name": "Copy"},
		"git account": {"gitAccountName": "Copy", "gitToken": "x"}, "user": {"email": "copy@example.com", "password": "a long password"},
		"job": {"name": "Copy"}, "subgraph": {"name": "Copy"},
	} {
		original := w.object(trips[name].get)
		body := maps.Clone(original)
		maps.Copy(body, more)
		var made object
		w.Post(w.admin.Token, collectionOf(trips[name].get), body).Want(http.StatusCreated).JSON(&made)
		if made["id"] == original["id"] {
			t.Errorf("the copy of the %s is itself", name)
		}
		for _, field := range []string{"currentMappings", "project", "settings", "cron", "steps", "includeSelector", "gitUsername"} {
			if diff := cmp.Diff(original[field], made[field]); diff != "" {
				t.Errorf("%s of the %s: %s", field, name, diff)
			}
		}
	}
	wantFault(t, w.Post(w.admin.Token, "/api/v1/users", object{"email": "x@example.com", "password": "a long password", "status": "disabled"}),
		http.StatusBadRequest, "status", "active")
	foreign := gitAccount("Foreign")
	foreign["accountOwner"] = w.names.user
	wantFault(t, w.Post(w.admin.Token, gitAccountsPath, foreign), http.StatusBadRequest, "accountOwner", "query")
}

// The key of a GET for the mappings counts, unless the other key is present.
func TestMappingsByBothNames(t *testing.T) {
	t.Parallel()
	w := newBodyFixture(t)
	path := environmentsPath + "/" + w.environment
	mapped := func(schema string) object { return object{"WORK": object{"database": "", "schema": schema}} }
	for _, tt := range []struct {
		body object
		want string
	}{
		{object{"currentMappings": mapped("a")}, "a"},
		{object{"currentMappings": mapped("b"), "mappings": mapped("c")}, "c"},
		{object{"name": "Same"}, "c"},
	} {
		var after struct {
			CurrentMappings map[string]struct{ Schema string }
		}
		w.Patch(w.token, path, tt.body).Want(http.StatusOK).JSON(&after)
		if after.CurrentMappings["WORK"].Schema != tt.want {
			t.Errorf("after %v the mappings are %v", tt.body, after.CurrentMappings)
		}
	}
	var after struct{ CurrentMappings map[string]json.RawMessage }
	w.Patch(w.token, path, object{"currentMappings": nil}).Want(http.StatusOK).JSON(&after)
	if len(after.CurrentMappings) > 0 {
		t.Errorf("null leaves %v", after.CurrentMappings)
	}
}

// A user who may change an environment but not choose its connection can still send back the body of a GET.
func TestUnchangedConnectionNeedsNoPermission(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	path := environmentsPath + "/" + w.names.environment
	w.Patch(w.admin.Token, path, object{"connection": w.names.connection}).Want(http.StatusOK)
	ada := w.NewPerson(w.admin.Token, "ada@example.com", "member")
	w.Put(w.admin.Token, "/api/v2/userRoles/"+ada.ID+"/environments/"+w.names.environment, object{"role": "administrator"}).Want(http.StatusOK)
	body := w.object(path)
	body["description"] = "by Ada"
	w.Patch(ada.Token, path, body).Want(http.StatusOK)
	for _, connection := range []any{w.newConnection(), nil, ""} {
		body["connection"], body["description"] = connection, "stolen"
		wantFault(t, w.Patch(ada.Token, path, body), http.StatusForbidden, "connections.use")
	}
	if after := w.object(path); after["connection"] != w.names.connection || after["description"] != "by Ada" {
		t.Errorf("the environment is %v", after)
	}
}

// A user whose whole entry is sent back keeps the tokens: nothing that revokes them has changed.
func TestUnchangedUserKeepsTokens(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	ada := w.NewPerson(w.admin.Token, "ada@example.com", "member")
	path := "/api/v1/users/" + ada.ID
	w.Patch(w.admin.Token, path, w.object(path)).Want(http.StatusOK)
	w.Get(ada.Token, environmentsPath).Want(http.StatusOK)
}

// collectionOf returns the path where objects like the one at a path are created.
func collectionOf(path string) string {
	path, _, _ = strings.Cut(path, "?")
	return path[:strings.LastIndex(path, "/")]
}
