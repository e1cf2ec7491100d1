package attack_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// One member opens event streams with many tokens. Others still get streams.
func TestOneUserCannotTakeAllEventStreams(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := apptest.Start(t, database, func(s *config.Settings) {
			s.Limits.StreamsPerUser, s.Limits.StreamsPerOrganization, s.Limits.StreamsPerServer = 4, 8, 10
		})
		admin := platform.AdminToken()
		mallory := platform.NewPerson(admin, "mallory@example.com", "member")
		for i := range 12 {
			token := platform.Post(mallory.Token, "/api/v1/auth/tokens", nil).Want(http.StatusCreated).Field("token")
			status, body := openStream(t, platform, token)
			if i < 4 && status != http.StatusOK || i >= 4 && status != http.StatusTooManyRequests {
				t.Fatalf("stream %d: %d: %s", i, status, body)
			}
			if i >= 4 && !strings.Contains(body, "you have 4 open event streams") {
				t.Errorf("the reason is missing: %s", body)
			}
		}
		if status, body := openStream(t, platform, admin); status != http.StatusOK {
			t.Errorf("another user gets no stream: %d: %s", status, body)
		}
	})
}

// openStream opens an event stream that stays open until the test ends. It returns the status, and the body of an error.
func openStream(t *testing.T, platform *apptest.Platform, token string) (status int, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, platform.URL+"/api/v1/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	if response.StatusCode == http.StatusOK {
		return response.StatusCode, ""
	}
	var text strings.Builder
	if err := response.Write(&text); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, text.String()
}

// A user cannot fill the database with tokens, and can still sign in at the limit to revoke some.
func TestTokensPerUserAreLimited(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := apptest.Start(t, database, func(s *config.Settings) { s.Limits.TokensPerUser = 5 })
		admin := platform.AdminToken()
		mallory := platform.NewPerson(admin, "mallory@example.com", "member") // one token
		var last string
		for range 4 {
			last = platform.Post(mallory.Token, "/api/v1/auth/tokens", nil).Want(http.StatusCreated).Field("id")
		}
		refused := platform.Post(mallory.Token, "/api/v1/auth/tokens", nil).Want(http.StatusTooManyRequests)
		if body := string(refused.Body); !strings.Contains(body, "you have 5 access tokens") || !strings.Contains(body, "Revoke tokens") {
			t.Errorf("the reason is missing: %s", body)
		}
		token := platform.Login(mallory.Email, mallory.Password)
		platform.Do(apptest.Request{Method: http.MethodDelete, Path: "/api/v1/auth/tokens/" + last, Token: token}).Want(http.StatusNoContent)
		platform.Post(token, "/api/v1/auth/tokens", nil).Want(http.StatusTooManyRequests) // 5 again with the one of the login
		platform.Post(admin, "/api/v1/auth/tokens", nil).Want(http.StatusCreated)
	})
}
