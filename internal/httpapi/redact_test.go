package httpapi_test

import (
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/httpapi"
)

func TestPathsAreLoggedWithoutSecrets(t *testing.T) {
	t.Parallel()
	token, session := account.NewSecret(account.TokenPrefix), account.NewSecret(account.SessionPrefix)
	for path, want := range map[string]string{
		"/api/v1/environments":                      "/api/v1/environments",
		"/api/v1/auth/tokens/" + token:              "/api/v1/auth/tokens/mrt_…",
		"/api/v1/auth/tokens/" + token[:20]:         "/api/v1/auth/tokens/mrt_…",
		"/" + session + "/x/" + token + "/y":        "/mrs_…/x/mrt_…/y",
		"/" + account.NewSecret(account.SCIMPrefix): "/mrp_…",
		"/api/v1/auth/tokens/" + token + token[4:]:  "/api/v1/auth/tokens/mrt_…",
	} {
		if got := httpapi.WithoutSecrets(path); got != want {
			t.Errorf("%s is logged as %s", path, got)
		}
	}
}
