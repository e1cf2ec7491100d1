package account_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// level is one level of roles, as text.
type level struct {
	name  string
	parse func(text string) (string, error)
	roles []string
	wire  []string
}

func levels() []level {
	return []level{
		{
			name: "organization", roles: []string{"administrator", "contributor", "member"},
			wire: wires(account.OrganizationRoles()),
			parse: func(text string) (string, error) {
				role, err := account.ParseOrganizationRole(text)
				return string(role), err
			},
		},
		{
			name: "project", roles: []string{"administrator", "architect", "contributor", "member"},
			wire: wires(account.ProjectRoles()),
			parse: func(text string) (string, error) {
				role, err := account.ParseProjectRole(text)
				return string(role), err
			},
		},
		{
			name: "environment", roles: []string{"administrator", "reader"},
			wire: wires(account.EnvironmentRoles()),
			parse: func(text string) (string, error) {
				role, err := account.ParseEnvironmentRole(text)
				return string(role), err
			},
		},
	}
}

func wires[R interface{ Wire() string }](roles []R) []string {
	words := make([]string, len(roles))
	for i, role := range roles {
		words[i] = role.Wire()
	}
	return words
}

func TestRolesAreParsedInAnyForm(t *testing.T) {
	t.Parallel()
	for _, l := range levels() {
		for i, role := range l.roles {
			wire := l.name + strings.ToUpper(role[:1]) + role[1:]
			if l.wire[i] != wire {
				t.Errorf("%s is %q on the wire, want %q", role, l.wire[i], wire)
			}
			for _, text := range []string{
				role, strings.ToUpper(role), strings.ToUpper(role[:1]) + role[1:], wire, strings.ToUpper(wire), strings.ToLower(wire),
				" " + wire + "\t", l.name + " " + role, strings.ToUpper(l.name[:1]) + l.name[1:] + "  " + strings.ToUpper(role),
				strings.Replace(role, "administrator", "admin", 1), l.name + strings.Replace(role, "administrator", "Admin", 1),
				strings.ToUpper(l.name + " " + strings.Replace(role, "administrator", "admin", 1)),
			} {
				if got, err := l.parse(text); err != nil || got != role {
					t.Errorf("%s level, %q: got %q, %v; want %q", l.name, text, got, err, role)
				}
			}
		}
	}
}

func TestUnknownRolesAreRejected(t *testing.T) {
	t.Parallel()
	for _, l := range levels() {
		for _, text := range []string{
			"", " ", "owner", l.name, l.name + "-administrator", "administrators", "admins", "adm",
			l.name + l.name + "administrator", "workspaceAdministrator", "administrator\x00", "\xff",
		} {
			_, err := l.parse(text)
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("%s level, %q: got %v, want invalid", l.name, text, err)
				continue
			}
			for _, wire := range l.wire {
				if !strings.Contains(fault.From(err).Hint, wire) {
					t.Errorf("the hint %q does not offer %s", fault.From(err).Hint, wire)
				}
			}
		}
	}
	if _, err := account.ParseEnvironmentRole("member"); err == nil {
		t.Error("a role of another level was accepted")
	}
}

func TestNoRoleIsEmptyOnTheWire(t *testing.T) {
	t.Parallel()
	for _, got := range []string{account.OrganizationRole("").Wire(), account.ProjectRole("").Wire(), account.EnvironmentRole("").Wire()} {
		if got != "" {
			t.Errorf("got %q, want nothing", got)
		}
	}
}

func FuzzParseRole(f *testing.F) {
	for _, seed := range []string{"administrator", "organizationMember", "PROJECTARCHITECT", "", "\xff", "İ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, l := range levels() {
			role, err := l.parse(text)
			if (err == nil) != (role != "") {
				t.Errorf("%s level, %q: got %q and %v", l.name, text, role, err)
			}
			if err == nil {
				if again, err := l.parse(l.name + role); err != nil || again != role {
					t.Errorf("%q is not read back: %q, %v", role, again, err)
				}
			}
		}
	})
}

func TestRolesOfUser(t *testing.T) {
	t.Parallel()
	roles := account.Roles{
		Projects:     []account.ProjectGrant{{Project: "p", Role: account.ProjectMember}, {Project: "q", Role: account.ProjectArchitect}},
		Environments: []account.EnvironmentRoleGrant{{Environment: 2, Role: account.EnvironmentReader}},
	}
	if got := roles.In("q"); got != account.ProjectArchitect {
		t.Errorf("in q: %q", got)
	}
	if got := roles.In("r"); got != "" {
		t.Errorf("in a project without a role: %q", got)
	}
	if got := roles.InEnvironment(2); got != account.EnvironmentReader {
		t.Errorf("in environment 2: %q", got)
	}
	if got := roles.InEnvironment(3); got != "" {
		t.Errorf("in an environment without a role: %q", got)
	}
}
