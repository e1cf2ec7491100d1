package cli_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

func TestSCIMTokens(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	r.want(r.run("scim-token"), 0, `^There are no SCIM tokens\.$`)
	made := r.run("scim-token", "create", "okta")
	r.want(made, 0, `^mrp_\w{36}$`, `created SCIM token .* for http://.*/scim/v2; it is shown only once`)
	token := strings.TrimSpace(made.out)
	users := apptest.Request{Method: http.MethodGet, Path: "/scim/v2/Users", Token: token}
	platform.Do(users).Want(http.StatusOK)
	r.want(r.run("scim-token", "list"), 0, `^ID +NAME +TOKEN +CREATED +LAST USED$`, ` okta +…`+token[len(token)-4:]+` `)
	second := fieldOf(t, r.run("scim-token", "create", "entra", "--json"), "id")
	r.want(r.run("scim-token", "revoke", second, "--json"), 0, `"id": "`+second+`"`)
	r.want(r.run("scim-token", "revoke", second), 3, `SCIM token .* was not found`, `→`)
	list := r.run("scim-token", "list", "--json")
	if strings.Contains(list.out, token) || strings.Contains(list.out, "entra") {
		t.Errorf("the list is %s", list.out)
	}
	member := platform.NewPerson(platform.AdminToken(), "member@example.com", "member")
	r.token = member.Token
	r.want(r.run("scim-token", "create", "mine"), 3, `do not allow this`)
}
