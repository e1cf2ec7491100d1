package httpapi_test

import (
	"reflect"
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

// Every parameter of a list of runs is part of the key, also those that are added later.
func TestRunsKeyIncludesEveryParameter(t *testing.T) {
	t.Parallel()
	seen := map[string]string{httpapi.RunsKey(account.Visibility{User: "ada"}, api.ListRunsParams{}): "no parameter"}
	parameters := reflect.TypeFor[api.ListRunsParams]()
	for i := range parameters.NumField() {
		for _, text := range []string{"", "true"} {
			var params api.ListRunsParams
			reflect.ValueOf(&params).Elem().Field(i).Set(reflect.ValueOf(&text).Convert(parameters.Field(i).Type))
			key := httpapi.RunsKey(account.Visibility{User: "ada"}, params)
			name := parameters.Field(i).Name + " " + text
			if other, taken := seen[key]; taken {
				t.Errorf("%s and %s share a key", name, other)
			}
			seen[key] = name
		}
	}
}
