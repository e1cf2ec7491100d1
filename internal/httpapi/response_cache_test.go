package httpapi_test

import (
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/httpapi"
)

// A cached response serves only requests that can see the same. A request that began as an administrator's may end
// after the role was revoked. The member who asks next must not get its response.
func TestResponseCacheKeyIncludesVisibility(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	seen := map[string]string{}
	for name, key := range map[string]string{
		"administrator":      httpapi.EnvironmentsKey(account.Visibility{User: "ada", Everything: true}, api.ListEnvironmentsParams{}),
		"member":             httpapi.EnvironmentsKey(account.Visibility{User: "ada"}, api.ListEnvironmentsParams{}),
		"another user":       httpapi.EnvironmentsKey(account.Visibility{User: "bob"}, api.ListEnvironmentsParams{}),
		"detail":             httpapi.EnvironmentsKey(account.Visibility{User: "ada"}, api.ListEnvironmentsParams{Detail: text("true")}),
		"detail is false":    httpapi.EnvironmentsKey(account.Visibility{User: "ada"}, api.ListEnvironmentsParams{Detail: text("false")}),
		"a project":          httpapi.EnvironmentsKey(account.Visibility{User: "ada"}, api.ListEnvironmentsParams{Project: text("true")}),
		"a limit":            httpapi.EnvironmentsKey(account.Visibility{User: "ada"}, api.ListEnvironmentsParams{Limit: text("true")}),
		"a start":            httpapi.EnvironmentsKey(account.Visibility{User: "ada"}, api.ListEnvironmentsParams{StartingFrom: text("true")}),
		"an order":           httpapi.EnvironmentsKey(account.Visibility{User: "ada"}, api.ListEnvironmentsParams{OrderBy: text("true")}),
		"a direction":        httpapi.EnvironmentsKey(account.Visibility{User: "ada"}, api.ListEnvironmentsParams{OrderByDirection: text("true")}),
		"an empty direction": httpapi.EnvironmentsKey(account.Visibility{User: "ada"}, api.ListEnvironmentsParams{OrderByDirection: text("")}),
	} {
		if other, taken := seen[key]; taken {
			t.Errorf("%s and %s share a key", name, other)
		}
		seen[key] = name
	}
}
