package singlesignon_test

import (
	"encoding/json"
	"testing"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/singlesignon"
)

func claims(t *testing.T, text string) singlesignon.ClaimSet {
	t.Helper()
	var set singlesignon.ClaimSet
	if err := json.Unmarshal([]byte(text), &set); err != nil {
		t.Fatal(err)
	}
	return set
}

func TestIdentityOfClaims(t *testing.T) {
	t.Parallel()
	token := &oidc.IDToken{Issuer: "i", Subject: "s"}
	for text, want := range map[string]account.ExternalIdentity{
		`{"email": "Ann@Example.com", "email_verified": true, "given_name": "Ann", "family_name": "Ames", "groups": ["a", "b"]}`: {
			Email: "ann@example.com", IsEmailVerified: true, FirstName: "Ann", LastName: "Ames", Groups: []string{"a", "b"},
		},
		`{"email": "a@b.example", "email_verified": "true", "name": "Ann Marie Ames", "groups": "one"}`: {
			Email: "a@b.example", IsEmailVerified: true, FirstName: "Ann", LastName: "Marie Ames", Groups: []string{"one"},
		},
		`{"email": "a@b.example", "email_verified": "yes", "groups": {"a": true}}`: {Email: "a@b.example"},
		`{"email": "Ann <a@b.example>", "email_verified": 1}`:                      {},
		`{"email": ["a@b.example"], "email_verified": false}`:                      {},
	} {
		want.Issuer, want.Subject = "i", "s"
		if diff := cmp.Diff(want, claims(t, text).Identity(token, "groups")); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestGroupsInsideAClaim(t *testing.T) {
	t.Parallel()
	set := claims(t, `{"realm_access": {"roles": ["a"]}, "https://x.example/groups": ["b"], "flat": "c"}`)
	for name, want := range map[string][]string{
		"realm_access.roles": {"a"}, "https://x.example/groups": {"b"}, "flat": {"c"}, "flat.roles": nil, "realm_access": nil, "": nil, "none": nil,
	} {
		if diff := cmp.Diff(want, set.Texts(name)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// The address and whether it is verified come from the same source.
func TestClaimsOfUserInfo(t *testing.T) {
	t.Parallel()
	more := `{"email": "other@b.example", "email_verified": true, "groups": ["a"]}`
	own := claims(t, `{"sub": "s", "email": "own@b.example"}`).With(claims(t, more))
	if own.Text("email") != "own@b.example" || own.IsTrue("email_verified") || len(own.Texts("groups")) != 1 {
		t.Errorf("the claims are %s", own)
	}
	none := claims(t, `{"sub": "s", "email_verified": false}`).With(claims(t, more))
	if none.Text("email") != "other@b.example" || !none.IsTrue("email_verified") {
		t.Errorf("the claims are %s", none)
	}
}
