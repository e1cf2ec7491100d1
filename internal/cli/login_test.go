package cli_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// newLoginFixture returns a server and a user with a home folder and without a token.
func newLoginFixture(t *testing.T) (*remote, *apptest.Platform) {
	t.Helper()
	platform := apptest.Start(t, apptest.Database{})
	return &remote{T: t, address: platform.URL, home: t.TempDir(), stdin: apptest.AdminPassword + "\n"}, platform
}

func (r *remote) profiles() string {
	r.Helper()
	raw, err := os.ReadFile(filepath.Join(r.home, ".config/millrace/profiles.toml"))
	if err != nil {
		r.Fatal(err)
	}
	return string(raw)
}

func TestLoginAndLogout(t *testing.T) {
	t.Parallel()
	r, _ := newLoginFixture(t)
	r.want(r.run("environments"), 2, `no access token for`, `millrace login`)
	r.want(r.run("login", "--email", apptest.AdminEmail, "--password-stdin"), 0, `^Logged in to \S+ as admin@example\.com of Default\. .*profiles\.toml`)
	if text := r.profiles(); !strings.Contains(text, "[default]") || strings.Contains(text, apptest.AdminPassword) {
		t.Errorf("want a default profile without the password, got\n%s", text)
	}
	address := r.address
	r.address = "" // the profile has the address of the server
	r.want(r.run("environments"), 0, `^There are no environments\.$`)
	r.want(r.run("token"), 0, `^ID +NAME +TOKEN`, `Login of`)
	r.want(r.run("environments", "--server", "http://127.0.0.1:1"), 2, `no access token for`) // a token is not sent to another server

	r.want(r.run("login", "--profile", "second", "--server", address, "--email", apptest.AdminEmail, "--password-stdin", "--json"), 0,
		`"profile": "second"`, `"server": "`+address+`"`, `"email": "admin@example\.com"`)
	r.token = "mrt_wrong"
	r.want(r.run("environments"), 3, `token is not valid`)  // a variable overrides the profile
	r.want(r.run("environments", "--profile", "second"), 0) // a flag overrides the variable
	r.want(r.run("environments", "--profile", "third"), 2, `profile third does not exist`, `default, second`)
	r.token = ""

	kept := r.profiles()
	r.want(r.run("logout", "--profile", "second"), 0, `^Deleted profile second\. Its token was revoked\.$`)
	r.want(r.run("environments", "--profile", "second"), 2, `profile second does not exist`)
	if err := os.WriteFile(filepath.Join(r.home, ".config/millrace/profiles.toml"), []byte(kept), 0o600); err != nil {
		t.Fatal(err)
	}
	r.want(r.run("environments", "--profile", "second"), 3, `token is not valid`)
	r.want(r.run("logout", "--profile", "second"), 0, `cannot revoke the token`, `^Deleted profile second\.$`)
	r.want(r.run("logout"), 0, `Its token was revoked`)
	r.want(r.run("logout"), 2, `profile default does not exist`)
}

func TestLoginWithAToken(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	token := platform.AdminToken()
	r.stdin = token + "\n"
	r.want(r.run("login", "--token-stdin"), 0, `^Logged in to .* as admin@example\.com of Default`)
	r.want(r.run("logout", "--json"), 0, `"isRevoked": false`)
	platform.Get(token, "/api/v1/auth/me").Want(http.StatusOK) // logout does not revoke a token that login did not create
}

func TestFailedLogins(t *testing.T) {
	t.Parallel()
	r, _ := newLoginFixture(t)
	for _, tt := range []struct {
		stdin, args string
		code        int
		pattern     string
	}{
		{"wrong\n", "--email admin@example.com --password-stdin", 3, `(?i)password`},
		{"", "--email admin@example.com --password-stdin", 2, `is empty`},
		{"x", "--password-stdin", 2, `--email is missing`},
		{"x", "", 2, `--email is missing`},
		{"x", "--email admin@example.com", 2, `cannot prompt for the password: no terminal`},
		{"", "--token-stdin", 2, `standard input has no token`},
		{"two words\n", "--token-stdin", 2, `contains invalid characters`},
		{"mrt_wrong\n", "--token-stdin", 3, `token is not valid`},
		{"x", "--token-stdin --password-stdin", 2, `cannot be used together`},
		{"x", "--email a@b.example --password-stdin --profile a.b", 2, `is not a valid profile name`},
		{"x", "--email a@b.example --password-stdin --server nonsense", 2, `not a URL`},
		{"x", "--email a@b.example --password-stdin --server http://127.0.0.1:1", 4, `cannot be reached`},
	} {
		r.stdin = tt.stdin
		r.want(r.run(append([]string{"login"}, strings.Fields(tt.args)...)...), tt.code, tt.pattern)
	}
	if _, err := os.Stat(filepath.Join(r.home, ".config")); err == nil {
		t.Error("a failed login created files")
	}
	r.home = ""
	r.stdin = apptest.AdminPassword
	r.want(r.run("login", "--email", apptest.AdminEmail, "--password-stdin"), 1, `no folder for profiles`, `→ .*HOME`)
}

func TestTokens(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	made := r.run("token", "create", "ci", "--json")
	r.want(made, 0, `"name": "ci"`, `"token": "mrt_`)
	r.want(r.run("token", "create", "plain"), 0, `^mrt_\w+$`, `shown only once`)
	r.want(r.run("token", "list", "--json"), 0, `"name": "plain"`)
	id := fieldOf(t, made, "id")
	r.want(r.run("token", "revoke", id), 0, `^Token `+id+` was revoked\.$`)
	r.want(r.run("token", "revoke", id), 3, `not found`)
	r.token = fieldOf(t, made, "token")
	r.want(r.run("token"), 3, `token is not valid`)
}
