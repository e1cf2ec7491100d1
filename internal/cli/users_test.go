package cli_test

import (
	"strings"
	"testing"
)

func TestUsers(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.environ = []string{"CI_PASSWORD=a long enough password"}
	created := s.run("users", "create", "ci@example.com", "--first-name", "CI", "--last-name", "System", "--password-env", "CI_PASSWORD", "--json")
	s.want(created, 0, `"organizationRole": "organizationMember"`)
	id := fieldOf(t, created, "id")
	s.want(s.run("users"), 0, `^ID +E-MAIL +NAME +STATUS +ROLE$`, `^`+id+` +ci@example\.com +CI System +active +organizationMember$`)
	s.want(s.piped("another long password\n", "users", "create", "bob@example.com", "--role", "organizationContributor"), 0, `^role +organizationContributor$`)
	s.want(s.run("users", "create", "x@example.com"), 2, `the password is empty`)
	s.want(s.piped("short", "users", "create", "x@example.com"), 3, `→`)

	s.want(s.run("users", "grant", id, "environmentAdministrator", "--environment", s.environment), 0, `^role +environmentAdministrator in environment `+s.environment+`$`)
	s.want(s.run("users", "grant", id, "projectMember", "--project", s.project), 0, `^role +projectMember in project `+s.project+`$`)
	s.want(s.run("users", "grant", id, "organizationContributor", "--json"), 0, `"organizationRole": "organizationContributor"`)
	s.want(s.run("users", "get", id), 0, `^e-mail +ci@example\.com$`, `^role +organizationContributor$`, `^role +environmentAdministrator in`, `^role +projectMember in`)
	s.want(s.run("users", "get", id, "--json"), 0, `"email": "ci@example\.com"`, `"roles": \{`)
	s.want(s.run("users", "revoke", id, "--environment", s.environment), 0, `^role +projectMember in`)
	left := s.run("users", "revoke", id, "--project", s.project)
	s.want(left, 0, `^role +organizationContributor$`)
	if strings.Contains(left.out, " in ") {
		t.Errorf("a role was not revoked:\n%s", left.out)
	}
	s.want(s.run("users", "grant", id, "emperor"), 3, `→`)
	s.want(s.run("users", "grant", id, "projectMember", "--project", "1", "--environment", "1"), 2, `cannot be used together`)
	s.want(s.run("users", "revoke", id), 2, `--project or --environment is missing`)

	s.want(s.run("users", "update", id, "--status", "disabled", "--last-name", "Robot"), 0, `^name +CI Robot$`, `^status +disabled$`)
	s.want(s.run("users", "update", id), 2, `no flag says what to change`)
	s.want(s.run("users", "delete", id, "--yes"), 0, `^User `+id+` was deleted\.$`)
	s.want(s.run("users", "get", id), 3, `not found`)
}
