package compat_test

import (
	"net/http"
	"regexp"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

var (
	decimal = regexp.MustCompile(`^[1-9][0-9]*$`)
	uuid    = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

// The list of environments is exact: one field, whose elements have six.
func TestEnvironmentListIsExact(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		h := newFixture(t, database)
		c := h.client(t, http.Header{"accept": {"application/json"}})
		if got := c.get("/api/v1/environments"); text(t, got) != `{"data":[]}` {
			t.Errorf("without environments the response is %v", got)
		}
		c.create("/api/v1/environments", object{"project": h.newDeployedEnvironment(t, c, "letter").project, "name": "Empty"})
		for _, query := range []string{"", "?detail=false"} {
			list := c.get("/api/v1/environments" + query)
			if !slices.Equal(fields(list), []string{"data"}) || len(elements(t, list)) != 2 {
				t.Errorf("%q returned %v", query, list)
			}
			for _, environment := range elements(t, list) {
				wantSummary(t, environment)
			}
		}
		for _, environment := range elements(t, c.get("/api/v1/environments?detail=true")) {
			if len(environment) <= 6 {
				t.Errorf("with details there are only the fields %v", fields(environment))
			}
		}
		if paged := c.get("/api/v1/environments?limit=1"); len(paged) != 6 || paged["next"] == nil {
			t.Errorf("a page is %v", paged)
		}
	})
}

// wantSummary checks for exactly the six fields, each in its form.
func wantSummary(t *testing.T, environment object) {
	t.Helper()
	if want := []string{"createdAt", "createdBy", "id", "name", "project", "status"}; !slices.Equal(fields(environment), want) {
		t.Errorf("an environment has the fields %v, want %v", fields(environment), want)
	}
	for field, form := range map[string]*regexp.Regexp{"id": decimal, "project": uuid, "createdAt": timePattern} {
		if value := textField(t, environment, field); !form.MatchString(value) {
			t.Errorf("%s is %q", field, value)
		}
	}
	if state := textField(t, environment, "status"); !slices.Contains(environmentStates(), state) {
		t.Errorf("the status is %q", state)
	}
	creator := objectField(t, environment, "createdBy")
	if want := []string{"firstName", "id", "lastName"}; !slices.Equal(fields(creator), want) {
		t.Errorf("createdBy has the fields %v, want %v", fields(creator), want)
	}
	for field := range creator {
		textField(t, creator, field)
	}
}

// An environment whose last deployment failed reports it, and a run in it needs force.
func TestEnvironmentAfterFailedDeploy(t *testing.T) {
	t.Parallel()
	h := newFixture(t, apptest.Database{})
	c := h.client(t, http.Header{"accept": {"application/json"}})
	place := h.newDeployedEnvironment(t, c, "broken")
	h.MoveEnvironment(h.organization, place.environment, "Waiting", "Deploying", "Failed Deploy")
	c.URL = h.URL // the platform was restarted
	if list := elements(t, c.get("/api/v1/environments")); list[0]["status"] != "Failed Deploy" {
		t.Errorf("the environments are %v", list)
	}
	details := object{"environmentID": place.environment}
	c.wantError(http.StatusBadRequest, http.MethodPost, startPath, object{"runDetails": details}, "Failed Deploy")
	details["forceIgnoreEnvironmentStatus"] = true
	c.wantEnd(c.started(startPath, object{"runDetails": details}), "completed")
}
