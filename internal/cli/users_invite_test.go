package cli_test

import (
	"strings"
	"testing"
)

// An invitation prints the link once. Without a mail server --mail fails, but the user exists.
func TestInviteUser(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	created := s.run("users", "create", "ann@example.com", "--first-name", "Ann", "--invite")
	s.want(created, 0, `^e-mail +ann@example\.com$`, `^http://\S+/invitation#mrl_\w{36}$`)
	asJSON := s.run("users", "create", "bob@example.com", "--invite", "--json")
	s.want(asJSON, 0, `"purpose": "invitation"`, `"url": "http`)
	id := fieldOf(t, asJSON, "id")
	s.want(s.run("users", "link", id), 0, `/invitation#mrl_\w{36}$`, `works once`)
	s.want(s.run("users", "link", id, "--mail"), 3, `cannot send mail`, `smtp`)

	unsent := s.run("users", "create", "cleo@example.com", "--invite", "--mail")
	s.want(unsent, 3, `^e-mail +cleo@example\.com$`, `cannot send mail`)
	if strings.Contains(unsent.out, "mrl_") {
		t.Errorf("a link was printed: %s", unsent.out)
	}
	s.want(s.run("users"), 0, `cleo@example\.com`)
	s.want(s.run("users", "create", "dan@example.com", "--mail"), 2, `--mail needs --invite`)
	s.want(s.run("users", "create", "dan@example.com", "--invite", "--password-env", "X"), 2, `cannot be used together`)
}
