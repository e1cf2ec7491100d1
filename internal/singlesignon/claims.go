package singlesignon

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/millrace/millrace/internal/account"
)

// claimSet is what a provider says about a person.
type claimSet map[string]json.RawMessage

// claimsOf returns the claims of an ID token. A token with an authorized party is for that party only.
func claimsOf(token *oidc.IDToken, clientID string) (claimSet, error) {
	var claims claimSet
	if err := token.Claims(&claims); err != nil {
		return nil, err
	}
	party := claims.text("azp")
	if (party != "" && party != clientID) || (party == "" && len(token.Audience) > 1) {
		return nil, errors.New("the ID token was issued for another client")
	}
	return claims, nil
}

func (c claimSet) hasEmail() bool { _, ok := c["email"]; return ok }

// text returns a claim that is a text; empty if it is not.
func (c claimSet) text(name string) string {
	var text string
	_ = json.Unmarshal(c[name], &text) // another type counts as absent
	return text
}

// isTrue reports whether a claim is true. Some providers send the text "true".
func (c claimSet) isTrue(name string) bool {
	var is bool
	return (json.Unmarshal(c[name], &is) == nil && is) || c.text(name) == "true"
}

// lookUp finds a claim by its name or, as realm_access.roles, inside another claim.
func (c claimSet) lookUp(name string) (json.RawMessage, bool) {
	if found, ok := c[name]; ok {
		return found, true
	}
	first, rest, isPath := strings.Cut(name, ".")
	var inner claimSet
	if !isPath || json.Unmarshal(c[first], &inner) != nil {
		return nil, false
	}
	return inner.lookUp(rest)
}

// texts returns a claim that is a list of texts or one text.
func (c claimSet) texts(name string) []string {
	raw, ok := c.lookUp(name)
	if name == "" || !ok {
		return nil
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}
	}
	var many []string
	_ = json.Unmarshal(raw, &many) // another type counts as no groups
	return many
}

// with returns the claims, and those of more that are missing. The address and whether it is verified stay together.
func (c claimSet) with(more claimSet) claimSet {
	if c.hasEmail() {
		delete(more, "email_verified")
	}
	merged := claimSet{}
	for _, claims := range []claimSet{more, c} {
		maps.Copy(merged, claims)
	}
	if !c.hasEmail() && more.hasEmail() {
		merged["email_verified"] = more["email_verified"]
	}
	return merged
}

// identity returns the person of the claims. An address that is not valid counts as absent.
func (c claimSet) identity(token *oidc.IDToken, groupClaim string) account.ExternalIdentity {
	email, err := account.NormalizeEmail(c.text("email"))
	if err != nil {
		email = ""
	}
	first, last := c.text("given_name"), c.text("family_name")
	if first == "" && last == "" {
		first, last, _ = strings.Cut(c.text("name"), " ")
	}
	return account.ExternalIdentity{
		Issuer: token.Issuer, Subject: token.Subject, Email: email, IsEmailVerified: c.isTrue("email_verified"),
		FirstName: first, LastName: last, Groups: c.texts(groupClaim),
	}
}
