package attack_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// The metrics name operations and counts of all organizations. A stranger cannot read them, nor can any user.
func TestMetricsNeedTheirToken(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := apptest.Start(t, database, func(s *config.Settings) { s.MetricsToken = "" })
		path := filepath.Join(platform.Data, "metrics.token")
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the token file: %v, %v", info.Mode(), err)
		}
		token := strings.TrimSpace(string(raw))
		for _, wrong := range []string{"", platform.AdminToken(), "nonsense", token + "x", token[1:]} {
			answer := platform.Get(wrong, "/metrics").Want(http.StatusUnauthorized)
			if strings.Contains(string(answer.Body), "millrace_") {
				t.Errorf("the response contains metrics: %s", answer.Body)
			}
		}
		if body := platform.Get(token, "/metrics").Want(http.StatusOK).Body; !strings.Contains(string(body), "millrace_build_info") {
			t.Errorf("no metrics: %s", body)
		}
		platform.Get(token, "/api/v1/environments").Want(http.StatusUnauthorized) // it opens nothing else
	})
}

// With their own address, the metrics are not at the address of the API, and a token is needed only if it is set.
func TestMetricsHaveTheirOwnAddress(t *testing.T) {
	t.Parallel()
	for token, statuses := range map[config.Secret][2]int{
		"": {http.StatusOK, http.StatusOK}, "a token": {http.StatusUnauthorized, http.StatusOK},
	} {
		platform := apptest.Start(t, apptest.Database{}, func(s *config.Settings) {
			s.MetricsListen, s.MetricsToken = "127.0.0.1:0", token
		})
		platform.Get("", "/metrics").Want(http.StatusNotFound)
		platform.Get(string(token), "/metrics").Want(http.StatusNotFound)
		for i, sent := range []string{"", "a token"} {
			if status := scrape(t, platform.MetricsURL(), sent); status != statuses[i] {
				t.Errorf("with the setting %q and the token %q: %d, want %d", string(token), sent, status, statuses[i])
			}
		}
		if status := scrape(t, strings.TrimSuffix(platform.MetricsURL(), "/metrics")+"/api/v1/server", "a token"); status != http.StatusNotFound {
			t.Errorf("the address of the metrics serves the API: %d", status)
		}
	}
}

func scrape(t *testing.T, url, token string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}
