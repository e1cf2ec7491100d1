package httpapi

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// hosts maps the host of a request to an organization: <subdomain>.<app_domain>. Every other host is the deployment
// itself.
type hosts struct {
	appDomain     string // without a port; empty switches subdomains off
	ownHost       string // host of the base URL: the deployment itself, even if it is below the app domain
	organizations account.OrganizationStore
}

func newHosts(options Options, organizations account.OrganizationStore) hosts {
	h := hosts{appDomain: hostname(options.AppDomain), organizations: organizations}
	if base, err := url.Parse(options.BaseURL); err == nil {
		h.ownHost = hostname(base.Host)
	}
	return h
}

// organization returns the organization whose subdomain the request used. It returns nil on the deployment's own host.
func (h hosts) organization(r *http.Request) (*account.Organization, error) {
	subdomain, ok := h.subdomain(r.Host)
	if !ok {
		return nil, nil //nolint:nilnil // no organization is a normal result here
	}
	organization, err := h.organizations.FindBySubdomain(r.Context(), subdomain)
	if fault.Is(err, fault.NotFound) {
		return nil, fault.New(fault.NotFound, "no organization has the address %s", hostname(r.Host)).
			WithHint("Use the organization's name in lower case, followed by .%s.", h.appDomain)
	}
	return &organization, err
}

func (h hosts) subdomain(host string) (string, bool) {
	name := hostname(host)
	if h.appDomain == "" || name == h.ownHost {
		return "", false
	}
	return strings.CutSuffix(name, "."+h.appDomain)
}

// hostname returns a host in lower case, without the port and without the final dot of a fully qualified name.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

type hostKey struct{}

func withHostOrganization(ctx context.Context, organization *account.Organization) context.Context {
	return context.WithValue(ctx, hostKey{}, organization)
}

// hostOrganization returns the organization of the request's subdomain, or nil if there is none.
func hostOrganization(ctx context.Context) *account.Organization {
	organization, _ := ctx.Value(hostKey{}).(*account.Organization)
	return organization
}
