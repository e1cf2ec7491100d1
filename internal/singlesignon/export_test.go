package singlesignon

import (
	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/millrace/millrace/internal/account"
)

// ReturnPath is returnPath, for tests.
var ReturnPath = returnPath

// ClaimSet is claimSet, for tests.
type ClaimSet claimSet

// Identity is the method of claimSet.
func (c ClaimSet) Identity(token *oidc.IDToken, groupClaim string) account.ExternalIdentity {
	return claimSet(c).identity(token, groupClaim)
}

// Text is the method of claimSet.
func (c ClaimSet) Text(name string) string { return claimSet(c).text(name) }

// Texts is the method of claimSet.
func (c ClaimSet) Texts(name string) []string { return claimSet(c).texts(name) }

// IsTrue is the method of claimSet.
func (c ClaimSet) IsTrue(name string) bool { return claimSet(c).isTrue(name) }

// With is the method of claimSet.
func (c ClaimSet) With(more ClaimSet) ClaimSet { return ClaimSet(claimSet(c).with(claimSet(more))) }
