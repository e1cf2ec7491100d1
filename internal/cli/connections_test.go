package cli_test

import (
	"strings"
	"testing"
)

func TestConnections(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	r.environ = []string{"WAREHOUSE_PASSWORD=top-secret"}
	r.want(r.run("connections"), 0, `^ID +NAME +PLATFORM +DEFAULT`, ` duckdb +yes`)
	created := r.run("connections", "create", "Warehouse", "--platform", "postgres", "--setting", "host=127.0.0.1", "--setting", "port=1",
		"--setting", "database=dwh", "--setting", "user=ann", "--secret-env", "password=WAREHOUSE_PASSWORD", "--json")
	r.want(created, 0, `"hasSecret": true`, `"port": 1,?$`)
	id := fieldOf(t, created, "id")
	r.want(r.run("connections", "list"), 0, `^`+id+` +Warehouse +postgres +yes +database=dwh host=127\.0\.0\.1 port=1 user=ann$`)
	r.want(r.run("connections", "test", id), 1, `^Connection failed: .*127\.0\.0\.1:1`, `→`)
	r.want(r.run("connections", "test", id, "--json"), 1, `"success": false`)

	// New settings are merged into the existing ones and need the secret.
	r.want(r.run("connections", "update", id, "--setting", "port=2"), 3, `need the secret`)
	changed := r.piped("another\n", "connections", "update", id, "--setting", "port=2", "--setting", "sslmode=disable", "--secret-stdin", "password")
	r.want(changed, 0, `^setting +host=127\.0\.0\.1$`, `^setting +port=2$`, `^setting +sslmode=disable$`, `^secret +yes$`)
	bare := r.run("connections", "update", id, "--no-secret", "--setting", "sslmode=", "--name", "Depot")
	r.want(bare, 0, `^name +Depot$`)
	if strings.Contains(bare.out, "secret") || strings.Contains(bare.out, "sslmode") {
		t.Errorf("the secret or sslmode was not removed:\n%s", bare.out)
	}
	for _, got := range []answer{created, changed, bare, r.run("connections", "get", id)} {
		if strings.Contains(got.out+got.err, "top-secret") || strings.Contains(got.out+got.err, "another") {
			t.Errorf("the output contains a secret:\n%s%s", got.out, got.err)
		}
	}
	r.want(r.run("connections", "delete", id, "--yes"), 0, `^Connection `+id+` was deleted\.$`)
	r.want(r.run("connections", "get", id), 3, `not found`)
}

func TestConnectionProjectsAndOwnUser(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.environ = []string{"PROD_PASSWORD=top-secret"}
	create := []string{"connections", "create", "W", "--platform", "postgres", "--setting", "host=127.0.0.1", "--setting", "database=d", "--setting", "user=u"}
	created := s.run(append(create, "--json")...)
	s.want(created, 0, `"allProjects": false`, `"projects": \[\]`)
	id := fieldOf(t, created, "id")
	s.want(s.run(append(create, "--all-projects")...), 0, `^all projects +yes$`)
	s.want(s.run(append(create, "--project", s.project)...), 0, `^project +`+s.project+`$`)

	update := func(flags ...string) answer { return s.run(append([]string{"connections", "update", id}, flags...)...) }
	s.want(update("--add-project", s.project), 0, `^project +`+s.project+`$`)
	s.want(update("--add-project", "nothing"), 3, `project nothing was not found`)
	if got := update("--remove-project", s.project); got.code != 0 || strings.Contains(got.out, s.project) {
		t.Errorf("the project was not removed:\n%s%s", got.out, got.err)
	}
	s.want(update("--all-projects"), 0, `^all projects +yes$`)
	if got := update("--all-projects=false"); got.code != 0 || strings.Contains(got.out, "all projects") {
		t.Errorf("it is still for all projects:\n%s%s", got.out, got.err)
	}

	made := s.run("environments", "create", "P", "--project", s.project, "--connection", id, "--connection-user", "prod",
		"--secret-env", "password=PROD_PASSWORD", "--mapping", "RAW=d.shared", "--json")
	s.want(made, 0, `"connectionUser": "prod"`)
	environment := fieldOf(t, made, "id")
	second := []string{"environments", "create", "Q", "--project", s.project, "--connection", id, "--read-only-mapping", "RAW=d.shared"}
	s.want(s.run(second...), 3, `location RAW of environment `+environment, `--confirm-shared-mappings`)
	s.want(s.run(append(second, "--confirm-shared-mappings", "--json")...), 0, `"readOnly": true`)
	s.want(s.run("environments", "update", environment, "--connection-user", "other"), 3, `needs connectionSecret`)
	changed := s.run("environments", "update", environment, "--connection-user", "other", "--secret-env", "password=PROD_PASSWORD", "--json")
	s.want(changed, 0, `"connectionUser": "other"`)
	s.want(s.run("environments", "update", environment, "--connection-user", ""), 0, `^connection +`+id)
	if strings.Contains(made.out+changed.out, "top-secret") {
		t.Error("the output contains the secret")
	}
}

func TestDefaultConnection(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	id := strings.Fields(strings.Split(r.run("connections").out, "\n")[1])[0]
	r.want(r.run("connections", "test", id), 0, `^Connection works: connected in \d+ ms; the engine is version \d`)
	r.want(r.run("connections", "delete", id, "--yes"), 3, `default connection`, `→`)
}

func TestSecretsOnTheCommandLine(t *testing.T) {
	t.Parallel()
	r := &remote{T: t, address: "http://127.0.0.1:1", token: "token"}
	for _, tt := range []struct {
		args    string
		pattern string
	}{
		{"connections create x", `--platform is missing`},
		{"connections create x --platform postgres --setting y", `setting "y" does not have the form name=value`},
		{"connections create x --platform postgres --secret-env hunter2", `name=VARIABLE`},
		{"connections create x --platform postgres --secret-env password=hunter2", `the secret password is empty`},
		{"connections create x --platform postgres --secret-stdin password", `the password is empty`},
		{"connections update x", `no flag says what to change`},
		{"connections update x --no-secret --secret-stdin password", `cannot be used together`},
		{"connections update x --no-secret --secret-env password=X", `cannot be used together`},
		{"git-accounts create x --username u --author a --email e", `the git token is empty`},
		{"git-accounts create x --author a --email e", `--username is missing`},
		{"git-accounts update x", `no flag says what to change`},
		{"git-accounts update x --git-token-stdin --git-token-env Y", `cannot be used together`},
		{"git-accounts link x", `--project is missing`},
		{"git-accounts unlink", `--project is missing`},
	} {
		got := r.run(strings.Fields(tt.args)...)
		r.want(got, 2, tt.pattern)
		if strings.Contains(got.err, "hunter2") {
			t.Errorf("the error of %s contains the secret:\n%s", tt.args, got.err)
		}
	}
	r.want(r.piped(strings.Repeat("x", 70_000), "connections", "create", "x", "--platform", "postgres", "--secret-stdin", "password"), 1, `too long for a secret`)
}

func TestGitAccounts(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.want(s.run("git-accounts"), 0, `^There are no git accounts\.$`)
	key := "-----BEGIN KEY-----\nabc\n-----END KEY-----\n" // a key has several lines
	created := s.piped(key, "git-accounts", "create", "work", "--username", "ann", "--author", "Ann Miller", "--email", "ann@example.com", "--json")
	s.want(created, 0, `"gitAuthorName": "Ann Miller"`)
	id := fieldOf(t, created, "id")
	s.want(s.run("git-accounts", "list"), 0, `^`+id+` +work +ann +Ann Miller +ann@example\.com$`)
	s.want(s.run("git-accounts", "link", id, "--project", s.project), 0, `^Linked git account `+id+` to project `+s.project+`\.$`)
	workspace := fieldOf(t, s.run("workspaces", "create", "ann", "--project", s.project, "--json"), "id")
	s.want(s.run("workspaces", "commit", workspace, "-m", "By Ann"), 0, ` by Ann Miller: By Ann$`)
	s.want(s.run("git-accounts", "unlink", "--project", s.project, "--json"), 0, `"project": "`+s.project+`"`)
	s.environ = []string{"GIT_TOKEN=new"}
	s.want(s.run("git-accounts", "update", id, "--git-token-env", "GIT_TOKEN", "--name", "home"), 0, `^name +home$`, `^author +Ann Miller <ann@example\.com>$`)
	s.want(s.run("git-accounts", "get", id), 0, `^user +ann$`)
	s.want(s.run("git-accounts", "link", "nobody", "--project", s.project), 3, `not found`)
	s.want(s.run("git-accounts", "delete", id, "--yes"), 0, `^Git account `+id+` was deleted\.$`)
}
