package account

import (
	"context"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/validate"
)

// Organization is a tenant.
type Organization struct {
	ID        ids.Organization
	Name      string
	Subdomain string // the name in lower case, without characters that a host name cannot contain
	CreatedAt time.Time
}

// MaxOrganizationName is how long the name of an organization may be.
const MaxOrganizationName = 100

// NewOrganization creates an organization from its name.
func NewOrganization(name string, now time.Time) (Organization, error) {
	if err := validate.CheckName("the organization's name", name, MaxOrganizationName); err != nil {
		return Organization{}, err
	}
	subdomain := Subdomain(name)
	if subdomain == "" {
		return Organization{}, fault.New(fault.Invalid, "the organization's name %q contains no character for a subdomain", name).
			WithHint("Use at least one letter a-z or digit in the name.")
	}
	return Organization{ID: ids.New[ids.Organization](), Name: name, Subdomain: subdomain, CreatedAt: now}, nil
}

// Subdomain returns the host label of an organization: its name in lower case without characters that a host name
// cannot contain. It is empty if nothing is left, and at most 63 characters long.
func Subdomain(name string) string {
	label := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			return r
		default:
			return -1
		}
	}, strings.ToLower(name))
	label = strings.Trim(label, "-")
	if len(label) > 63 {
		label = strings.Trim(label[:63], "-")
	}
	return label
}

// CheckSubdomain rejects a text that is not a host label as Subdomain writes it.
func CheckSubdomain(text string) error {
	if text == "" || Subdomain(text) != text {
		return fault.New(fault.Invalid, "%q is not a subdomain", text).
			WithHint("Use 1 to 63 lower-case letters, digits and hyphens, without a hyphen at the start or the end.")
	}
	return nil
}

// OrganizationStore finds organizations. project.Setups creates them with their initial contents.
type OrganizationStore interface {
	Find(ctx context.Context, id ids.Organization) (Organization, error)
	FindBySubdomain(ctx context.Context, subdomain string) (Organization, error)
}
