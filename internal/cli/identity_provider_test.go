package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestIdentityProvider(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	r.environ = []string{"CLIENT_SECRET=top-secret"}
	r.want(r.run("identity-provider", "get"), 3, `has no identity provider`, `→`)
	r.want(r.run("identity-provider", "disable"), 3, `has no identity provider`)
	r.want(r.run("identity-provider", "set"), 2, `no flag says what to change`)
	r.want(r.run("identity-provider", "set", "--issuer", "http://127.0.0.1:1", "--client-id", "millrace"), 3, `clientSecret is missing`)
	r.want(r.run("identity-provider", "set", "--group-role", "data-admins"), 2, `group=role`)
	flags := []string{
		"--issuer", "http://127.0.0.1:1", "--client-id", "millrace", "--client-secret-env", "CLIENT_SECRET", "--email-domains", "example.com,example.org",
		"--create-users", "--group-claim", "groups", "--group-role", "CN=Data,OU=Groups=admin",
	}
	test := r.run(append([]string{"identity-provider", "test"}, flags...)...)
	r.want(test, 1, `^CHECK +RESULT +MESSAGE$`, `^discovery +error `)
	r.want(r.run("identity-provider", "get"), 3, `has no identity provider`) // a test stores nothing
	set := r.run(append([]string{"identity-provider", "set"}, flags...)...)
	r.want(set, 0, `^kind +oidc$`, `^state +on$`, `^issuer +http://127\.0\.0\.1:1$`, `^redirect uri +http://.*/login/callback$`,
		`^e-mail domains +example\.com example\.org$`, `^creates users +yes$`, `^group role +CN=Data,OU=Groups is organizationAdministrator$`)
	r.want(r.run("identity-provider", "test"), 1, `^discovery +error `)

	// What the flags do not name stays, and so does the secret.
	changed := r.run("identity-provider", "set", "--default-role", "contributor")
	r.want(changed, 0, `^default role +organizationContributor$`, `^creates users +yes$`)
	r.want(r.run("identity-provider", "set", "--only-single-sign-on"), 3, `break-glass administrator`, `→`)
	me := platform.Me(r.token).User.ID
	r.want(r.run("users", "update", me, "--break-glass"), 0, `^break-glass +yes$`)
	r.want(r.run("identity-provider", "set", "--only-single-sign-on"), 0, `^state +on, passwords are refused$`)
	r.want(r.run("users", "update", me, "--break-glass=false"), 3, `break-glass`)
	r.want(r.run("identity-provider", "disable"), 0, `^state +off$`, `^issuer +http`)
	for _, got := range []answer{test, set, changed, r.run("identity-provider", "get", "--json")} {
		if strings.Contains(got.out+got.err, "top-secret") {
			t.Errorf("the output contains the secret:\n%s%s", got.out, got.err)
		}
	}

	// Another kind starts without the old settings.
	file := filepath.Join(t.TempDir(), "metadata.xml")
	if err := os.WriteFile(file, []byte("<EntityDescriptor/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.want(r.run("identity-provider", "set", "--kind", "saml", "--metadata-file", file, "--email-domains", "example.com"), 3, `is not an EntityDescriptor`)
	r.want(r.run("identity-provider", "set", "--kind", "saml", "--metadata-url", "http://127.0.0.1:1/metadata", "--email-domains", "example.com"), 0,
		`^kind +saml$`, `^entity id +http://.*/login/saml/metadata\?organization=`)
	r.want(r.run("identity-provider", "delete"), 2, `cannot prompt: no terminal`)
	r.want(r.run("identity-provider", "delete", "--yes"), 0, `^The identity provider was deleted\.$`)
	member := platform.NewPerson(platform.AdminToken(), "member@example.com", "member")
	r.token = member.Token
	r.want(r.run("identity-provider", "get"), 3, `do not allow this`)
}
