package contract_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

func TestMetricsCountByOperation(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{}, tokenLimit(20))
	token, limited := platform.AdminToken(), platform.AdminToken()
	dataFolderID := platform.NewProject(token, "Orders")
	environment := platform.NewEnvironment(token, dataFolderID, "Production")
	for range 3 {
		platform.Get(token, environmentsPath+"/"+environment).Want(http.StatusOK)
	}
	platform.Get(token, environmentsPath+"/77").Want(http.StatusNotFound)
	platform.Get("", environmentsPath).Want(http.StatusUnauthorized)
	platform.Get(token, "/api/v1/nothing/"+dataFolderID).Want(http.StatusNotFound)
	platform.Do(apptest.Request{Method: "BREW", Path: environmentsPath, Token: token}).Want(http.StatusMethodNotAllowed)
	platform.Post("", "/api/v1/auth/login", object{"email": "nobody@example.com", "password": "a guess"}).Want(http.StatusUnauthorized)
	for range 20 {
		platform.Get(limited, environmentsPath).Want(http.StatusOK)
	}
	platform.Get(limited, environmentsPath).Want(http.StatusTooManyRequests)
	metrics := string(platform.Get(apptest.MetricsToken, "/metrics").Want(http.StatusOK).Body)
	for _, line := range []string{
		`millrace_http_requests_total{method="GET",operation="getEnvironment",status="200"} 3`,
		`millrace_http_requests_total{method="GET",operation="getEnvironment",status="404"} 1`,
		`millrace_http_requests_total{method="GET",operation="listEnvironments",status="401"} 1`,
		`millrace_http_requests_total{method="GET",operation="listEnvironments",status="200"} 20`,
		`millrace_http_requests_total{method="GET",operation="listEnvironments",status="429"} 1`,
		`millrace_http_requests_total{method="GET",operation="other",status="404"} 1`,
		`millrace_http_requests_total{method="other",operation="other",status="405"} 1`,
		`millrace_http_requests_total{method="POST",operation="login",status="200"} 2`,
		`millrace_http_request_duration_seconds_count{method="GET",operation="getEnvironment"} 4`,
		`millrace_http_requests_in_flight 1`,
		`millrace_logins_total{outcome="succeeded"} 2`,
		`millrace_logins_total{outcome="refused"} 1`,
		`millrace_rate_limited_total{limit="token"} 1`,
	} {
		if !strings.Contains(metrics, line+"\n") {
			t.Errorf("the metrics do not say %s", line)
		}
	}
	for _, name := range []string{dataFolderID, token, apptest.AdminEmail, "nobody@example.com", environmentsPath, "Production"} {
		if strings.Contains(metrics, name) {
			t.Errorf("the metrics name %s", name)
		}
	}
	wantKnownOperations(t, metrics)
}

var operationLabel = regexp.MustCompile(`operation="([^"]*)"`)

// wantKnownOperations checks that clients cannot create time series.
func wantKnownOperations(t *testing.T, metrics string) {
	t.Helper()
	known := map[string]bool{"other": true}
	for _, route := range loadDocument(t).Routes {
		known[route.Operation.ID] = true
	}
	for _, label := range operationLabel.FindAllStringSubmatch(metrics, -1) {
		if !known[label[1]] {
			t.Errorf("operation %q is none of the interface", label[1])
		}
	}
}

func TestDocumentIsServed(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	want, err := api.Document()
	if err != nil {
		t.Fatal(err)
	}
	response := platform.Get("", "/api/openapi.json").Want(http.StatusOK)
	if string(response.Body) != string(want) {
		t.Error("GET /api/openapi.json is not the document")
	}
	page := platform.Get("", "/api-docs").Want(http.StatusOK)
	if !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") {
		t.Errorf("/api-docs is %s", page.Header.Get("Content-Type"))
	}
}

func TestHealthAndReadiness(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database, func(s *config.Settings) { s.AppDomain = appDomain })
		for _, path := range []string{"/healthz", "/readyz"} {
			if got := string(platform.Get("", path).Want(http.StatusOK).Body); strings.TrimSpace(got) != `{"status":"ok"}` {
				t.Errorf("%s: %s", path, got)
			}
		}
	})
}
