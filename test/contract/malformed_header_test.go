package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
)

func TestAuthorizationHeaders(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	deleted := platform.NewPerson(token, "leaver@example.com", "member")
	platform.Delete(token, "/api/v1/users/"+deleted.ID).Want(http.StatusNoContent)
	for name, tt := range map[string]struct {
		headers []string
		status  int
		says    string
	}{
		"right":                  {[]string{"Authorization: Bearer " + token}, http.StatusOK, ""},
		"name in lower case":     {[]string{"authorization: Bearer " + token}, http.StatusOK, ""},
		"missing":                {nil, http.StatusUnauthorized, "Authorization: Bearer"},
		"empty":                  {[]string{"Authorization:"}, http.StatusUnauthorized, "is empty"},
		"blank":                  {[]string{"Authorization:   "}, http.StatusUnauthorized, "is empty"},
		"scheme in lower case":   {[]string{"Authorization: bearer " + token}, http.StatusUnauthorized, "capital B"},
		"scheme in upper case":   {[]string{"Authorization: BEARER " + token}, http.StatusUnauthorized, "capital B"},
		"scheme alone":           {[]string{"Authorization: Bearer"}, http.StatusUnauthorized, "not valid"},
		"token alone":            {[]string{"Authorization: " + token}, http.StatusUnauthorized, "does not begin with Bearer"},
		"another scheme":         {[]string{"Authorization: Basic YTpi"}, http.StatusUnauthorized, "does not begin with Bearer"},
		"twice the same":         {[]string{"Authorization: Bearer " + token, "Authorization: Bearer " + token}, http.StatusUnauthorized, "2 Authorization headers"},
		"twice, one of them bad": {[]string{"Authorization: Bearer x", "Authorization: Bearer " + token}, http.StatusUnauthorized, "2 Authorization headers"},
		"two in one":             {[]string{"Authorization: Bearer " + token + ", Bearer " + token}, http.StatusUnauthorized, "not valid"},
		"two spaces":             {[]string{"Authorization: Bearer  " + token}, http.StatusUnauthorized, "not valid"},
		"in quotes":              {[]string{`Authorization: Bearer "` + token + `"`}, http.StatusUnauthorized, "not valid"},
		"a character short":      {[]string{"Authorization: Bearer " + token[:len(token)-1]}, http.StatusUnauthorized, "not valid"},
		"a character wrong":      {[]string{"Authorization: Bearer " + token[:len(token)-1] + "~"}, http.StatusUnauthorized, "not valid"},
		"unknown":                {[]string{"Authorization: Bearer " + account.NewSecret(account.TokenPrefix)}, http.StatusUnauthorized, "not valid"},
		"a session's secret":     {[]string{"Authorization: Bearer " + account.NewSecret(account.SessionPrefix)}, http.StatusUnauthorized, "not valid"},
		"of a deleted user":      {[]string{"Authorization: Bearer " + deleted.Token}, http.StatusUnauthorized, "not valid"},
		"bytes that are no text": {[]string{"Authorization: Bearer \xff\xfe\xfd"}, http.StatusUnauthorized, "not valid"},
		"scheme that is no text": {[]string{"Authorization: \xff " + token}, http.StatusUnauthorized, "does not begin with Bearer"},
		"very long":              {[]string{"Authorization: Bearer " + strings.Repeat("a", 60<<10)}, http.StatusUnauthorized, "not valid"},
		"a cookie that is none":  {[]string{"Cookie: millrace_session=\xff"}, http.StatusUnauthorized, ""},
		"a cookie of noise":      {[]string{"Cookie: millrace_session=" + account.NewSecret(account.SessionPrefix)}, http.StatusUnauthorized, "session has ended"},
		"a token as a cookie":    {[]string{"Cookie: millrace_session=" + token}, http.StatusUnauthorized, "session has ended"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := sendRaw(t, platform, rawRequest("GET /api/v1/environments HTTP/1.1", tt.headers, ""))
			answer.wantAPIError(t, tt.status)
			if !strings.Contains(string(answer.body), tt.says) {
				t.Errorf("the error does not say %q: %s", tt.says, answer.body)
			}
			if strings.Contains(string(answer.body), token) {
				t.Errorf("the answer holds the token: %s", answer.body)
			}
		})
	}
}

func TestWrongMethods(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	allowed := map[string]string{
		"/api/v1/environments":        "GET, HEAD, POST",
		"/api/v1/environments/1":      "DELETE, GET, HEAD, PATCH",
		"/api/v1/auth/login":          "POST",
		"/api/v1/auth/tokens/1":       "DELETE",
		"/scheduler/runStatus":        "GET, HEAD",
		"/scheduler/startRun":         "POST",
		"/api/openapi.json":           "GET, HEAD",
		"/healthz":                    "GET, HEAD",
		"/metrics":                    "GET, HEAD",
		"/api/v1/workspaces/1/jobs/1": "DELETE, GET, HEAD, PUT",
	}
	for path, allow := range allowed {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"} {
			if strings.Contains(allow, method) {
				continue
			}
			t.Run(method+strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
				t.Parallel()
				response := platform.For(t).Do(apptest.Request{Method: method, Path: path, Token: token})
				if got := response.Header.Get("Allow"); got != allow {
					t.Errorf("Allow is %q, want %q", got, allow)
				}
				if method == http.MethodHead {
					response.Want(http.StatusMethodNotAllowed)
					return
				}
				wantFault(t, response, http.StatusMethodNotAllowed, method, "Use ")
			})
		}
	}
}

// HEAD is GET without the body; some proxies send it.
func TestHeadIsGetWithoutBody(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	for _, path := range []string{"/api/v1/environments", "/healthz", "/scheduler/runStatus", "/api/v1/environments/77"} {
		got := platform.Get(token, path)
		head := platform.Do(apptest.Request{Method: http.MethodHead, Path: path, Token: token})
		if head.Status != got.Status || len(head.Body) != 0 || head.Header.Get("Content-Type") != got.Header.Get("Content-Type") {
			t.Errorf("HEAD %s: %d with %d bytes of %s; GET: %d of %s", path, head.Status, len(head.Body),
				head.Header.Get("Content-Type"), got.Status, got.Header.Get("Content-Type"))
		}
	}
}

// Go's server handles the two requests without a path; it responds to OPTIONS * by itself.
func TestRequestsWithoutPath(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	if answer := sendRaw(t, platform, rawRequest("OPTIONS * HTTP/1.1", nil, "")); answer.status != http.StatusOK || len(answer.body) != 0 {
		t.Errorf("OPTIONS *: %d: %s", answer.status, answer.body)
	}
	sendRaw(t, platform, "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n").wantAPIError(t, http.StatusBadRequest)
}
