package openapitest_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/openapitest"
)

func TestResponsesThatTheDocumentDoesNotDescribe(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		body   string
		wrong  string // empty if the response is right
	}{
		"right":              {status: 200, body: `{"data": [], "limit": 100, "next": null, "orderBy": "id", "orderByDirection": "asc", "total": 0}`},
		"a missing field":    {status: 200, body: `{"limit": 100}`, wrong: "data"},
		"a wrong type":       {status: 200, body: `{"data": "none", "total": 0}`, wrong: "/data"},
		"no JSON":            {status: 200, body: `{"data": [`, wrong: "not JSON"},
		"an unknown status":  {status: 302, body: `{}`, wrong: "missing property 'error'"},
		"another error body": {status: 400, body: `{"message": "no"}`, wrong: "not the API's error body"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			document, err := openapitest.Load()
			if err != nil {
				t.Fatal(err)
			}
			request := httptest.NewRequest(http.MethodGet, "/api/v1/environments", http.NoBody)
			answer := &http.Response{StatusCode: c.status, Header: http.Header{"Content-Type": {"application/json"}}}
			wrong := strings.Join(document.Wrong(openapitest.Exchange{Request: request, Answer: answer, Got: []byte(c.body)}), "\n")
			if c.wrong == "" && wrong != "" || !strings.Contains(wrong, c.wrong) {
				t.Errorf("the document finds %q, want %q", wrong, c.wrong)
			}
		})
	}
}

func TestRequestsThatTheDocumentForbids(t *testing.T) {
	t.Parallel()
	document, err := openapitest.Load()
	if err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]string{
		`{"name": "Sales", "platformKind": "duckdb"}`: "",
		`{"name": 1, "platformKind": "duckdb"}`:       "the document forbids this request of createProject",
		`{"platformKind": "duckdb"}`:                  "name",
	} {
		request := httptest.NewRequest(http.MethodPost, "/api/v1/projects", http.NoBody)
		request.Header.Set("Content-Type", "application/json")
		e := openapitest.Exchange{Request: request, Sent: []byte(body), Answer: &http.Response{StatusCode: http.StatusCreated}}
		if got := document.Forbidden(e); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: the document says %q, want %q", body, got, want)
		}
	}
}
