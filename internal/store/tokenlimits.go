package store

import (
	"net/netip"
	"strings"

	"github.com/millrace/millrace/internal/account"
)

// storedLimits are the limits of a token as their columns contain them.
type storedLimits struct {
	scopes, addresses string
	expiresAt         int64
}

func storeLimits(limits account.TokenLimits) storedLimits {
	return storedLimits{scopes: joinWords(limits.Scopes), addresses: joinPrefixes(limits.Addresses), expiresAt: moment(limits.ExpiresAt)}
}

func joinWords(scopes []account.TokenScope) string {
	words := make([]string, len(scopes))
	for i, scope := range scopes {
		words[i] = string(scope)
	}
	return strings.Join(words, " ")
}

func joinPrefixes(prefixes []netip.Prefix) string {
	words := make([]string, len(prefixes))
	for i, prefix := range prefixes {
		words[i] = prefix.String()
	}
	return strings.Join(words, " ")
}

// limits returns the limits. A text that cannot be parsed is an error and not the absence of a limit.
func (s storedLimits) limits() (account.TokenLimits, error) {
	limits := account.TokenLimits{ExpiresAt: fromMoment(s.expiresAt)}
	for word := range strings.FieldsSeq(s.scopes) {
		limits.Scopes = append(limits.Scopes, account.TokenScope(word))
	}
	for word := range strings.FieldsSeq(s.addresses) {
		prefix, err := netip.ParsePrefix(word)
		if err != nil {
			return account.TokenLimits{}, err
		}
		limits.Addresses = append(limits.Addresses, prefix)
	}
	return limits, nil
}
