package client_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/apptest"
)

func TestErrorsCarryTheFieldsOfTheServer(t *testing.T) {
	t.Parallel()
	platform := apptest.Start(t, apptest.Database{})
	admin := newClient(t, platform.URL+"/", platform.AdminToken())
	anonymous := newClient(t, platform.URL, "")
	ctx := t.Context()
	for name, tt := range map[string]struct {
		call func() error
		want client.Kind
	}{
		"no token":  {func() error { _, err := anonymous.ListEnvironments(ctx, nil); return err }, client.KindUnauthenticated},
		"not found": {func() error { _, err := admin.GetEnvironment(ctx, "999"); return err }, client.KindNotFound},
		"invalid":   {func() error { _, err := admin.CreateProject(ctx, api.ProjectCreate{}); return err }, client.KindInvalid},
		"no result": {func() error { return admin.DeleteEnvironment(ctx, "999") }, client.KindNotFound},
		"a reader":  {func() error { _, err := admin.ExportProject(ctx, "a/b", nil); return err }, client.KindNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused, ok := errors.AsType[*client.ServerError](tt.call())
			if !ok {
				t.Fatal("there is no *client.ServerError")
			}
			if refused.Kind != tt.want || refused.Message == "" || refused.Hint == "" || refused.RequestID == "" {
				t.Fatalf("got %+v, want kind %s with message, hint and request id", refused, tt.want)
			}
		})
	}
}

func TestResultsAreTyped(t *testing.T) {
	t.Parallel()
	platform := apptest.Start(t, apptest.Database{})
	admin := newClient(t, platform.URL, platform.AdminToken())
	var response client.Response
	me, err := admin.GetMe(t.Context(), client.CaptureResponse(&response))
	if err != nil {
		t.Fatal(err)
	}
	if me.User.Email != apptest.AdminEmail {
		t.Errorf("me is %s", me.User.Email)
	}
	if response.Status != http.StatusOK || response.Header.Get("Date") == "" || !json.Valid(response.Body) {
		t.Errorf("the response is %+v", response)
	}
}

func newClient(t *testing.T, url, token string) *client.Client {
	t.Helper()
	c, err := client.New(url, token)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// replies serves one response to every request, and the last request to the test.
func replies(t *testing.T, status int, contentType, body string) (*client.Client, *http.Request) {
	t.Helper()
	last := new(http.Request)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*last = *r.Clone(t.Context())
		sent, _ := io.ReadAll(r.Body)
		last.Body = io.NopCloser(strings.NewReader(string(sent)))
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return newClient(t, server.URL+"/prefix/", "secret"), last
}

func TestErrorPageOfAProxyIsAServerError(t *testing.T) {
	t.Parallel()
	c, _ := replies(t, http.StatusBadGateway, "text/html", "<html>bad gateway</html>")
	_, err := c.GetMe(t.Context())
	refused, ok := errors.AsType[*client.ServerError](err)
	if !ok || refused.Kind != client.KindUnavailable || refused.Status != http.StatusBadGateway || refused.RetryAfter != 7*time.Second {
		t.Fatalf("err = %v", err)
	}
}

func TestResponseThatTheDocumentDoesNotDescribeIsAnError(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status            int
		contentType, body string
		call              func(*client.Client) error
	}{
		"page":          {http.StatusOK, "text/html", "<html>", func(c *client.Client) error { _, err := c.GetMe(t.Context()); return err }},
		"other status":  {http.StatusAccepted, "application/json", "{}", func(c *client.Client) error { _, err := c.GetMe(t.Context()); return err }},
		"broken JSON":   {http.StatusOK, "application/json", "{", func(c *client.Client) error { _, err := c.GetMe(t.Context()); return err }},
		"no 204":        {http.StatusOK, "text/html", "<html>", func(c *client.Client) error { return c.Logout(t.Context()) }},
		"no archive":    {http.StatusOK, "text/html", "<html>", func(c *client.Client) error { _, err := c.ExportProject(t.Context(), "p", nil); return err }},
		"no event list": {http.StatusOK, "text/html", "<html>", func(c *client.Client) error { _, err := c.StreamEvents(t.Context(), nil); return err }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, _ := replies(t, tt.status, tt.contentType, tt.body)
			err := tt.call(c)
			if _, ok := errors.AsType[*client.UnexpectedResponseError](err); !ok {
				t.Errorf("err = %v", err)
			}
		})
	}
}

func TestRequestCarriesParametersAndBody(t *testing.T) {
	t.Parallel()
	c, request := replies(t, http.StatusOK, "application/json; charset=utf-8", `{"id": "n"}`)
	const node = "{\"name\": \"N\",\n \"big\": 12345678901234567890}"
	_, err := c.SetWorkspaceNodeJSON(t.Context(), "1", "a/b c?", &api.SetWorkspaceNodeParams{IfMatch: new(`"3"`)}, json.RawMessage(node))
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(request.Body)
	got := strings.Join([]string{request.Method, request.RequestURI, string(body)}, " ")
	if want := "PUT /prefix/api/v1/workspaces/1/nodes/a%2Fb%20c%3F " + node; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for name, want := range map[string]string{
		"If-Match": `"3"`, "Authorization": "Bearer secret", "Accept": "application/json", "Content-Type": "application/json",
	} {
		if got := request.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if _, err = c.ListEnvironments(t.Context(), &api.ListEnvironmentsParams{Detail: new("true"), Project: new("a&b")}); err != nil {
		t.Fatal(err)
	}
	if want := "/prefix/api/v1/environments?detail=true&project=a%26b"; request.RequestURI != want {
		t.Errorf("got %s, want %s", request.RequestURI, want)
	}
}

func TestArchiveIsSentAsItIs(t *testing.T) {
	t.Parallel()
	c, request := replies(t, http.StatusCreated, "application/json", `{"id": "p"}`)
	params := &api.CreatePlanParams{Message: new("m"), Parameters: new("{}")}
	plan, err := c.CreatePlanFromArchive(t.Context(), "2", params, client.Archive{ContentType: "application/zip", Content: strings.NewReader("PK")})
	if err != nil || plan.ID != "p" {
		t.Fatalf("got %+v, %v", plan, err)
	}
	body, _ := io.ReadAll(request.Body)
	if want := "/prefix/api/v1/environments/2/plans?message=m&parameters=%7B%7D"; request.RequestURI != want ||
		string(body) != "PK" || request.Header.Get("Content-Type") != "application/zip" {
		t.Errorf("got %s %q %s", request.RequestURI, body, request.Header.Get("Content-Type"))
	}
}

func TestBaseURLIsChecked(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "nonsense", "ftp://host", "http://", "http://a b:secret@host"} {
		if _, err := client.New(address, ""); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: err = %v", address, err)
		}
	}
}
