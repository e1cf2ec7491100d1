package client_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/apptest"
)

func TestErrorsCarryWhatTheServerSaid(t *testing.T) {
	t.Parallel()
	platform := apptest.Start(t, apptest.Database{})
	admin, err := client.New(platform.URL+"/", platform.AdminToken())
	if err != nil {
		t.Fatal(err)
	}
	nobody, err := client.New(platform.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	for name, tt := range map[string]struct {
		call func() error
		want client.Kind
	}{
		"no token":  {func() error { _, err := nobody.ListEnvironmentsWithResponse(ctx, nil); return err }, client.KindUnauthenticated},
		"not there": {func() error { _, err := admin.GetEnvironmentWithResponse(ctx, "999"); return err }, client.KindNotFound},
		"invalid":   {func() error { _, err := admin.CreateProjectWithResponse(ctx, api.ProjectCreate{}); return err }, client.KindInvalid},
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

func TestGoodAnswersAreTyped(t *testing.T) {
	t.Parallel()
	platform := apptest.Start(t, apptest.Database{})
	admin, err := client.New(platform.URL, platform.AdminToken())
	if err != nil {
		t.Fatal(err)
	}
	answer, err := admin.GetMeWithResponse(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if answer.JSON200.User.Email != apptest.AdminEmail {
		t.Fatalf("me is %s", answer.JSON200.User.Email)
	}
}

// TestAnswersThatAreNotOurs is about what stands between: a proxy with its own error page.
func TestAnswersThatAreNotOurs(t *testing.T) {
	t.Parallel()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "7")
		http.Error(w, "<html>bad gateway</html>", http.StatusBadGateway)
	}))
	t.Cleanup(proxy.Close)
	c, err := client.New(proxy.URL, "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.GetMeWithResponse(t.Context())
	refused, ok := errors.AsType[*client.ServerError](err)
	if !ok || refused.Kind != client.KindUnavailable || refused.Status != http.StatusBadGateway || refused.RetryAfter != 7*time.Second {
		t.Fatalf("err = %v", err)
	}
}
