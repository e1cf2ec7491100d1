package account_test

import (
	"errors"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
)

func TestResolveRefusals(t *testing.T) {
	t.Parallel()
	settings := account.ProviderSettings{EmailDomains: []string{"example.com"}, DefaultRole: account.OrganizationMember, CreatesUsers: true}
	known := account.ExternalIdentity{Issuer: "i", Subject: "s", Email: "ann@example.com", IsEmailVerified: true}
	active, off := &account.User{Status: account.UserActive}, &account.User{Status: account.UserDisabled}
	service := &account.User{Status: account.UserActive, IsService: true}
	for name, tt := range map[string]struct {
		change func(*account.ExternalIdentity, *account.ProviderSettings)
		match  account.IdentityMatch
		want   account.IdentityRefusal
	}{
		"new":              {},
		"linked":           {match: account.IdentityMatch{Linked: active}},
		"by address":       {match: account.IdentityMatch{ByEmail: active}},
		"linked, disabled": {match: account.IdentityMatch{Linked: off}, want: account.UserDisabledHere},
		"other subject":    {match: account.IdentityMatch{ByEmail: active, HasOtherSubject: true}, want: account.IdentityConflict},
		"disabled":         {match: account.IdentityMatch{ByEmail: off}, want: account.UserDisabledHere},
		"no address":       {change: func(i *account.ExternalIdentity, _ *account.ProviderSettings) { i.Email = "" }, want: account.EmailMissing},
		"linked, no address": {
			change: func(i *account.ExternalIdentity, _ *account.ProviderSettings) { i.Email = "" }, match: account.IdentityMatch{Linked: active},
		},
		"linked, other domain": {
			change: func(i *account.ExternalIdentity, _ *account.ProviderSettings) { i.Email = "ann@elsewhere.example" },
			match:  account.IdentityMatch{Linked: active}, want: account.DomainNotAllowed,
		},
		"subdomain": {
			change: func(i *account.ExternalIdentity, _ *account.ProviderSettings) { i.Email = "ann@sub.example.com" }, want: account.DomainNotAllowed,
		},
		"not verified": {
			change: func(i *account.ExternalIdentity, _ *account.ProviderSettings) { i.IsEmailVerified = false },
			match:  account.IdentityMatch{ByEmail: active}, want: account.EmailNotVerified,
		},
		"linked, not verified": {
			change: func(i *account.ExternalIdentity, _ *account.ProviderSettings) { i.IsEmailVerified = false },
			match:  account.IdentityMatch{Linked: active},
		},
		"service account": {match: account.IdentityMatch{ByEmail: service}, want: account.UserUnknown},
		"address of service accounts": {
			change: func(i *account.ExternalIdentity, s *account.ProviderSettings) {
				i.Email, s.EmailDomains = "ci@service.invalid", nil
			},
			want: account.DomainNotAllowed,
		},
		"unknown": {change: func(_ *account.ExternalIdentity, s *account.ProviderSettings) { s.CreatesUsers = false }, want: account.UserUnknown},
	} {
		identity, with := known, settings
		if tt.change != nil {
			tt.change(&identity, &with)
		}
		_, err := with.Resolve(identity, tt.match, "o", time.Now())
		var got account.IdentityRefusedError
		errors.As(err, &got)
		if got.Reason != tt.want {
			t.Errorf("%s: %q, want %q", name, got.Reason, tt.want)
		}
	}
}

func TestRoleOfGroups(t *testing.T) {
	t.Parallel()
	settings := account.ProviderSettings{DefaultRole: account.OrganizationMember}
	if role, mapped := settings.RoleOf([]string{"a"}); mapped || role != account.OrganizationMember {
		t.Errorf("without a mapping: %s, %t", role, mapped)
	}
	settings.GroupRoles = []account.GroupRole{{"a", account.OrganizationContributor}, {"b", account.OrganizationAdministrator}, {"c", account.OrganizationMember}}
	for group, want := range map[string]account.OrganizationRole{
		"a": account.OrganizationContributor, "b": account.OrganizationAdministrator, "c": account.OrganizationMember, "": account.OrganizationMember,
	} {
		if role, mapped := settings.RoleOf([]string{"x", group}); !mapped || role != want {
			t.Errorf("%q: %s, %t, want %s", group, role, mapped, want)
		}
	}
	if role, _ := settings.RoleOf([]string{"c", "a", "b"}); role != account.OrganizationAdministrator {
		t.Errorf("the strongest role is %s", role)
	}
}

// A break-glass administrator keeps the role whatever the provider says.
func TestBreakGlassKeepsRole(t *testing.T) {
	t.Parallel()
	settings := account.ProviderSettings{DefaultRole: account.OrganizationMember, GroupRoles: []account.GroupRole{{"a", account.OrganizationContributor}}}
	identity := account.ExternalIdentity{Email: "ann@example.com", IsEmailVerified: true}
	for isBreakGlass, want := range map[bool]account.OrganizationRole{true: account.OrganizationAdministrator, false: account.OrganizationMember} {
		user := account.User{Role: account.OrganizationAdministrator, Status: account.UserActive, PasswordHash: "h", IsBreakGlass: isBreakGlass}
		decided, err := settings.Resolve(identity, account.IdentityMatch{ByEmail: &user}, "o", time.Now())
		if err != nil || decided.User.Role != want {
			t.Errorf("break-glass %t: %+v, %v", isBreakGlass, decided, err)
		}
	}
}
