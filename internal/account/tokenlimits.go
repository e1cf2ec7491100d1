package account

import (
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// TokenScope is a part of what the roles of a token's owner allow. The permission table of httpapi says which scope an operation
// needs.
type TokenScope string

// The scopes. Every token can read: each of the others includes ScopeRead.
const (
	ScopeRead       TokenScope = "read"
	ScopeEdit       TokenScope = "edit"       // files of workspaces, branches, git accounts
	ScopeRun        TokenScope = "run"        // runs and schedules
	ScopeDeploy     TokenScope = "deploy"     // plans and deployments
	ScopeAdminister TokenScope = "administer" // everything else: settings, users, roles, connections, tokens
)

// TokenScopes lists the scopes, weakest first.
func TokenScopes() []TokenScope {
	return []TokenScope{ScopeRead, ScopeEdit, ScopeRun, ScopeDeploy, ScopeAdminister}
}

// Scope returns the scope of the operations that need a permission. The permission table names another one where it differs.
func (p Permission) Scope() TokenScope {
	switch p {
	case OrganizationRead, UsersRead, ConnectionsRead, ProjectsList, RunsList, ServerRead, AuditRead, ProjectRead, ProjectRolesRead,
		WorkspaceRead, EnvironmentRead:
		return ScopeRead
	case GitAccountsUse, WorkspaceEdit, WorkspaceManage:
		return ScopeEdit
	case EnvironmentRun:
		return ScopeRun
	default:
		return ScopeAdminister
	}
}

// TokenLimits restrict a token beyond the roles of its owner. The zero value restricts nothing.
type TokenLimits struct {
	Scopes    []TokenScope   // in the order of TokenScopes; empty allows all
	Addresses []netip.Prefix // of clients; empty allows all
	ExpiresAt time.Time      // zero means never
}

// maxTokenAddresses limits the list of addresses, which is checked on every request.
const maxTokenAddresses = 50

// TokenLimitDraft is the input for the limits of a new token.
type TokenLimitDraft struct {
	Scopes    []string
	Addresses []string // CIDR prefixes or single addresses
	ExpiresAt time.Time
}

// Limits returns the limits of a draft in their normal form.
func (d TokenLimitDraft) Limits(now time.Time) (TokenLimits, error) {
	scopes, err := parseScopes(d.Scopes)
	if err != nil {
		return TokenLimits{}, err
	}
	addresses, err := parseAddresses(d.Addresses)
	if err != nil {
		return TokenLimits{}, err
	}
	if !d.ExpiresAt.IsZero() && !d.ExpiresAt.After(now) {
		return TokenLimits{}, fault.New(fault.Invalid, "expiresAt is in the past").WithHint("Send a later time, or omit it: the token never expires then.")
	}
	return TokenLimits{Scopes: scopes, Addresses: addresses, ExpiresAt: d.ExpiresAt.UTC().Truncate(time.Millisecond)}, nil
}

func parseScopes(names []string) ([]TokenScope, error) {
	known := TokenScopes()
	for _, name := range names {
		if !slices.Contains(known, TokenScope(name)) {
			all := make([]string, len(known))
			for i, scope := range known {
				all[i] = string(scope)
			}
			return nil, fault.New(fault.Invalid, "%q is not a scope of tokens", name).WithHint("Use %s.", strings.Join(all, ", "))
		}
	}
	return slices.DeleteFunc(known, func(scope TokenScope) bool { return !slices.Contains(names, string(scope)) }), nil
}

func parseAddresses(texts []string) ([]netip.Prefix, error) {
	if len(texts) > maxTokenAddresses {
		return nil, fault.New(fault.Invalid, "addresses has %d elements", len(texts)).WithHint("Send at most %d.", maxTokenAddresses)
	}
	prefixes := make([]netip.Prefix, 0, len(texts))
	for _, text := range texts {
		prefix, err := parsePrefix(strings.TrimSpace(text))
		if err != nil {
			return nil, fault.New(fault.Invalid, "%q is not an address or a CIDR prefix", text).
				WithHint("Send addresses such as 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32.")
		}
		prefixes = append(prefixes, prefix)
	}
	slices.SortFunc(prefixes, func(a, b netip.Prefix) int { return strings.Compare(a.String(), b.String()) })
	return slices.Compact(prefixes), nil
}

// parsePrefix parses a prefix or a single address. Clients' addresses are compared without the IPv6 form of IPv4 and without a zone,
// so a prefix has neither.
func parsePrefix(text string) (netip.Prefix, error) {
	if !strings.Contains(text, "/") {
		address, err := netip.ParseAddr(text)
		if err != nil {
			return netip.Prefix{}, err
		}
		address = address.Unmap().WithZone("")
		return netip.PrefixFrom(address, address.BitLen()), nil
	}
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		return netip.Prefix{}, err
	}
	if address := prefix.Addr(); address.Is4In6() {
		const mapped = 96 // bits before the IPv4 address
		return address.Unmap().Prefix(prefix.Bits() - mapped)
	}
	return prefix.Masked(), nil
}

// Check rejects a use of a token that has expired or comes from an address that is not in the list. The hint does not name the
// list, because the token may be stolen.
func (l TokenLimits) Check(now time.Time, client string) error {
	if !l.ExpiresAt.IsZero() && !now.Before(l.ExpiresAt) {
		return fault.New(fault.Unauthenticated, "the access token expired at %s", l.ExpiresAt.UTC().Format("2006-01-02T15:04:05Z")).
			WithHint("Its owner chose this time. Generate a new token.")
	}
	if len(l.Addresses) > 0 && !l.allowsAddress(client) {
		return fault.New(fault.Forbidden, "the access token may not be used from the address %s", client).
			WithHint("Its owner limited it to other addresses. Use it there, or generate a token for this address.")
	}
	return nil
}

func (l TokenLimits) allowsAddress(client string) bool {
	address, err := netip.ParseAddr(client)
	if err != nil {
		return false
	}
	address = address.Unmap().WithZone("")
	return slices.ContainsFunc(l.Addresses, func(prefix netip.Prefix) bool { return prefix.Contains(address) })
}

// RequireScope rejects an operation that needs a scope which the token does not have.
func (l TokenLimits) RequireScope(needed TokenScope) error {
	if len(l.Scopes) == 0 || needed == ScopeRead || slices.Contains(l.Scopes, needed) {
		return nil
	}
	return fault.New(fault.Forbidden, "the access token does not have the scope %s", needed).
		WithHint("Its owner limited it to %s. Generate a token with the scope %s, or without scopes.", joinScopes(l.Scopes), needed)
}

func joinScopes(scopes []TokenScope) string {
	names := make([]string, len(scopes))
	for i, scope := range scopes {
		names[i] = string(scope)
	}
	return strings.Join(names, ", ")
}

// Cover rejects the limits of a new token that allow more than these, which are those of the token that creates it: otherwise a
// limited token could replace itself with an unlimited one.
func (l TokenLimits) Cover(created TokenLimits) error {
	exceeds := func(field string) error {
		return fault.New(fault.Forbidden, "the new token would exceed the token of the request: %s", field).
			WithHint("Send %s within the limits of the token that you use, or sign in.", field)
	}
	if len(l.Scopes) > 0 && (len(created.Scopes) == 0 || slices.ContainsFunc(created.Scopes, func(s TokenScope) bool { return l.RequireScope(s) != nil })) {
		return exceeds("scopes")
	}
	isOutside := func(p netip.Prefix) bool {
		return !slices.ContainsFunc(l.Addresses, func(outer netip.Prefix) bool { return outer.Bits() <= p.Bits() && outer.Contains(p.Addr()) })
	}
	if len(l.Addresses) > 0 && (len(created.Addresses) == 0 || slices.ContainsFunc(created.Addresses, isOutside)) {
		return exceeds("addresses")
	}
	if !l.ExpiresAt.IsZero() && (created.ExpiresAt.IsZero() || created.ExpiresAt.After(l.ExpiresAt)) {
		return exceeds("expiresAt")
	}
	return nil
}
