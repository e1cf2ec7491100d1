package singlesignon

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/network"
	"github.com/millrace/millrace/internal/validate"
)

// Addresses are the URLs of this deployment, under which browsers return from a provider.
type Addresses struct {
	BaseURL   string // without a trailing slash
	AppDomain string // enables <subdomain>.<app_domain>; empty for none
}

// The paths of a sign-in.
const (
	StartPath    = "/login/start"
	CallbackPath = "/login/callback"
	SAMLPath     = "/login/saml"
	MetadataPath = "/login/saml/metadata"
)

// Origin returns the scheme and host of an organization's subdomain, or of the server itself if the organization is nil or
// subdomains are off. A subdomain has the scheme and, unless the app domain names one, the port of the base URL.
func (a Addresses) Origin(organization *account.Organization) string {
	base, err := url.Parse(a.BaseURL)
	if err != nil || organization == nil || a.AppDomain == "" {
		return a.BaseURL
	}
	host := organization.Subdomain + "." + a.AppDomain
	if _, _, err := net.SplitHostPort(a.AppDomain); err != nil && base.Port() != "" {
		host = net.JoinHostPort(host, base.Port())
	}
	return base.Scheme + "://" + host
}

// RedirectURIs returns the addresses that an administrator registers at an OpenID provider.
func (a Addresses) RedirectURIs(organization account.Organization) []string {
	own := a.BaseURL + CallbackPath
	if sub := a.Origin(&organization) + CallbackPath; sub != own {
		return []string{sub, own}
	}
	return []string{own}
}

// returnPath returns a path of this server to go to after a sign-in. Anything else would let a link lead people to
// another site.
func returnPath(path string) string {
	parsed, err := url.Parse(path)
	if err != nil || parsed.IsAbs() || parsed.Host != "" || !strings.HasPrefix(path, "/") ||
		strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") || len(path) > 2000 {
		return "/"
	}
	return path
}

// checkURL rejects the URL of a provider that the server must not connect to, as far as its text shows. The address of a
// host name is checked before each connection. Without TLS the network could replace the provider's keys, so http is for
// private networks only.
func checkURL(ctx context.Context, rule egress.Rule, field, text string) error {
	if err := validate.CheckName(field, text, 1000); err != nil {
		return err
	}
	parsed, err := url.Parse(text)
	switch {
	case err != nil || parsed.Hostname() == "" || parsed.Opaque != "":
		return fault.New(fault.Invalid, "%s is not a URL", field).WithHint("Send a URL such as https://login.example.com.")
	case parsed.Scheme != "https" && parsed.Scheme != "http":
		return fault.New(fault.Invalid, "%s has the scheme %q", field, parsed.Scheme).WithHint("Use https://.")
	case parsed.User != nil || parsed.Fragment != "":
		return fault.New(fault.Invalid, "%s contains a user, a password or a fragment", field).WithHint("Remove it.")
	}
	if parsed.Scheme == "http" {
		allowed, err := rule.AllowsPrivate(ctx)
		if err != nil {
			return err
		}
		if !allowed {
			return fault.New(fault.Invalid, "%s is not protected by TLS", field).
				WithHint("Use https://; http:// is for private networks that the operator lists in the setting outgoing_networks.")
		}
	}
	address, err := netip.ParseAddr(parsed.Hostname())
	if err != nil {
		return nil //nolint:nilerr // a host name
	}
	port, err := strconv.ParseUint(parsed.Port(), 10, 16)
	if err != nil {
		port = map[string]uint64{"http": 80, "https": 443}[parsed.Scheme]
	}
	refused := (guard{rule: rule, isPlain: parsed.Scheme == "http"}).check(ctx, netip.AddrPortFrom(address, uint16(port)))
	if !fault.Is(refused, fault.Forbidden) {
		return refused
	}
	problem := fault.From(refused)
	return fault.New(fault.Invalid, "%s is not allowed: %s", field, problem.Message).WithHint("%s", problem.Hint)
}

// guard decides which addresses the server connects to for a provider.
type guard struct {
	rule egress.Rule
	// isPlain is set if the connection is not encrypted. Then it stays in private networks.
	isPlain bool
}

func (g guard) check(ctx context.Context, address netip.AddrPort) error {
	if err := g.rule.Check(ctx, egress.Destination{Address: address}); err != nil {
		return err
	}
	if g.isPlain && network.ClassOf(address.Addr()) == network.Public {
		return fault.New(fault.Forbidden, "connections to public addresses must be encrypted").WithHint("Use https://.")
	}
	return nil
}
