package compat_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// curl is a script of curl commands: lower-case headers, minimal bodies, and the newline of a here-document.
type curl struct{ *client }

func runCurl(t *testing.T, h *fixture) {
	t.Helper()
	c := curl{h.client(t, http.Header{"accept": {"application/json"}, "user-agent": {"curl/7.88.1"}})}
	c.createsAndDeletes()
	c.readsStatus()
	c.getsErrors()
}

func (c curl) createsAndDeletes() {
	dataFolderID := textField(c.t, c.create("/api/v1/projects", `{"name":"Script","platformKind":"duckdb"}`+"\n"), "id")
	environment := textField(c.t, c.create("/api/v1/environments", `{"project":"`+dataFolderID+`","name":"Nightly"}`+"\n"), "id")
	path := "/api/v1/environments/" + environment
	for _, query := range []string{"", "?detail=false", "?detail=true"} {
		list := c.get("/api/v1/environments" + query)
		if len(list) != 1 || !contains(elements(c.t, list), "id", environment) {
			c.t.Errorf("%q returned %v", query, list)
		}
	}
	if got := c.change(path, "{\"description\": \"runs at night\"}\n"); got["description"] != "runs at night" || got["name"] != "Nightly" {
		c.t.Errorf("after a change of one field: %v", got)
	}
	c.wantError(http.StatusBadRequest, http.MethodPost, "/scheduler/startRun", `{"runDetails":{"environmentID":`+environment+`}}`+"\n", "nothing is deployed")
	c.remove(path)
	c.wantError(http.StatusNotFound, http.MethodGet, path, nil, "environment "+environment+" was not found")
	c.remove("/api/v1/projects/" + dataFolderID)
}

func (c curl) readsStatus() {
	newest := c.get("/scheduler/runStatus")
	for _, field := range []string{"runStatus", "runType", "runLink", "runCounter", "environmentID", "scheduler"} {
		if _, isThere := newest[field]; !isThere {
			c.t.Errorf("runStatus without a run has no %s: %v", field, newest)
		}
	}
	c.wantError(http.StatusNotFound, http.MethodGet, "/scheduler/runStatus?runCounter=99999999", nil, "run 99999999 was not found")
	c.wantError(http.StatusBadRequest, http.MethodGet, "/scheduler/runStatus?runCounter=last", nil)
}

// getsErrors makes typical mistakes of scripts.
func (c curl) getsErrors() {
	c.wantError(http.StatusNotFound, http.MethodGet, "/api/v1/environments/999", nil, `"404: environment 999 was not found"`)
	c.wantError(http.StatusNotFound, http.MethodGet, "/api/v1/environment", nil)
	c.wantError(http.StatusMethodNotAllowed, http.MethodDelete, "/api/v1/environments", nil)
	c.wantError(http.StatusBadRequest, http.MethodPost, "/api/v1/projects", `{"name": "x", `+"\n")
	c.wantError(http.StatusBadRequest, http.MethodPost, "/api/v1/projects", "{}\n")
	for token, status := range map[string]int{"": 401, "none": 401, c.token + "x": 401, strings.ToUpper(c.token): 401} {
		unauthorized := curl{&client{Platform: c.Platform, t: c.t, token: token, header: c.header}}
		unauthorized.wantError(status, http.MethodGet, "/api/v1/environments", nil)
	}
	// What curl -d sends without a content type.
	form := c.Do(apptest.Request{
		Method: http.MethodPost, Path: "/api/v1/projects", Token: c.token, Body: `{"name":"x","platformKind":"duckdb"}`,
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
	})
	form.Want(http.StatusUnsupportedMediaType)
}
