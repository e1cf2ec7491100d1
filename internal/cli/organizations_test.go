package cli_test

import (
	"encoding/json"
	"testing"
)

// decode reads the JSON output of a command.
func decode(t *testing.T, printed answer, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(printed.out), into); err != nil {
		t.Fatalf("%v: %s%s", err, printed.out, printed.err)
	}
}

func TestOrganizations(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	r.want(r.run("organizations"), 0, `^ID +NAME +SUBDOMAIN +USERS +PROJECTS`)
	created := r.run("organizations", "create", "Acme & Co", "--email", "ann@acme.example", "--max-users", "3", "--max-storage-mib", "100")
	r.want(created, 0, `^name +Acme & Co$`, `^subdomain +acmeco$`, `^users +1/3$`, `^login +ann@acme\.example$`, `^storage +0\.0/100\.0 MiB$`, `^password +\S+ \(shown only once\)$`)
	r.want(r.run("organizations", "create", "Acme", "--subdomain", "acmeco", "--email", "bo@acme.example"), 3, `subdomain acmeco is taken`, `→`)
	r.want(r.run("organizations", "create", "Acme"), 2, `--email is missing`)
	var list []struct{ ID, Name string }
	decode(t, r.run("organizations", "list", "--json"), &list)
	id := ""
	for _, organization := range list {
		if organization.Name == "Acme & Co" {
			id = organization.ID
		}
	}
	r.want(r.run("organizations", "update", id, "--name", "Acme", "--max-runs", "4", "--max-users", "0"), 0, `^name +Acme$`, `^users +1$`, `running$`)
	r.want(r.run("organizations", "update", id), 2, `no flag says what to change`)
	r.want(r.run("organizations", "get", id), 0, `^runs +0 waiting, 0/4 running$`, `^storage +.*/100\.0 MiB$`)
	r.want(r.run("organizations", "get", "nothing"), 3, `organization nothing was not found`)
	r.want(r.run("organizations", "delete", id), 2, `cannot prompt: no terminal`)
	r.want(r.run("organizations", "delete", id, "--confirm", "acme"), 2, `nothing was deleted`)
	r.want(r.run("organizations", "delete", id, "--confirm", "Acme", "--with-data"), 0, `^Organization Acme was deleted\.$`)
	r.want(r.run("organizations", "get", id), 3, `not found`)
	r.token = platform.NewPerson(r.token, "rea@example.com", "organizationAdministrator").Token
	r.want(r.run("organizations"), 3, `only operators`, `millrace user grant-operator`)
}

func TestCredentialsOfUsers(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	person := platform.NewPerson(r.token, "rea@example.com", "organizationMember")
	r.want(r.run("users", "tokens"), 0, `^USER +NAME +TOKEN`, `^rea@example\.com +Login of `)
	r.want(r.run("users", "sessions"), 0, `^USER +SIGNED IN`, `^rea@example\.com .* 127\.0\.0\.1 `)
	var tokens, sessions []struct {
		ID   string
		User struct{ ID, Email string }
	}
	decode(t, r.run("users", "tokens", "--json"), &tokens)
	decode(t, r.run("users", "sessions", "--json"), &sessions)
	for _, token := range tokens {
		if token.User.ID == person.ID {
			r.want(r.run("users", "revoke-token", person.ID, token.ID), 0, `^Token `+token.ID+` was revoked\.$`)
			r.want(r.run("users", "revoke-token", person.ID, token.ID), 3, `not found`)
		}
	}
	for _, session := range sessions {
		if session.User.ID == person.ID {
			r.want(r.run("users", "end-session", person.ID, session.ID, "--json"), 0, `"id": "`+session.ID+`"`)
		}
	}
	var connections []struct{ ID string }
	decode(t, r.run("connections", "--json"), &connections)
	r.want(r.run("connections", "users", connections[0].ID), 0, `^USER +MAY +ROLE +IN$`, `^admin@example\.com +manage +organizationAdministrator`)
	r.token = person.Token
	r.want(r.run("users", "tokens"), 3, `not valid`)
}
