package account_test

import (
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// cast returns actors of every kind. Project p has environments 2 and 3, project q has environment 4.
func cast() map[string]account.Actor {
	return map[string]account.Actor{
		"nobody":        {},
		"administrator": {Role: account.OrganizationAdministrator},
		"contributor":   {Role: account.OrganizationContributor},
		"member":        {Role: account.OrganizationMember},
		"p-architect": {
			Role: account.OrganizationMember, Projects: map[ids.Project]account.ProjectRole{"p": account.ProjectArchitect},
		},
		"p-member": {
			Role: account.OrganizationMember, Projects: map[ids.Project]account.ProjectRole{"p": account.ProjectMember},
		},
		"2-reader": {
			Role:         account.OrganizationMember,
			Environments: map[ids.Environment]account.EnvironmentGrant{2: {Project: "p", Role: account.EnvironmentReader}},
		},
		"2-administrator": {
			Role:         account.OrganizationMember,
			Environments: map[ids.Environment]account.EnvironmentGrant{2: {Project: "p", Role: account.EnvironmentAdministrator}},
		},
	}
}

func TestActorCan(t *testing.T) {
	t.Parallel()
	var (
		organization = account.Scope{}
		p, q         = account.Scope{Project: "p"}, account.Scope{Project: "q"}
		two, three   = account.Scope{Project: "p", Environment: 2}, account.Scope{Project: "p", Environment: 3}
		four         = account.Scope{Project: "q", Environment: 4}
		lost         = account.Scope{Environment: 2} // an environment without its project matches nothing
	)
	for _, test := range []struct {
		who        string
		permission account.Permission
		target     account.Scope
		can        bool
	}{
		{"nobody", account.ProjectsList, organization, false},
		{"nobody", account.ProjectRead, p, false},
		{"nobody", account.EnvironmentRead, two, false},

		{"administrator", account.UsersManage, organization, true},
		{"administrator", account.ProjectDelete, q, true},
		{"administrator", account.EnvironmentRolesSet, four, true},
		{"administrator", account.EnvironmentRead, lost, true},

		{"contributor", account.ProjectsCreate, organization, true},
		{"contributor", account.UsersManage, organization, false},
		{"contributor", account.ProjectRead, p, false},
		{"contributor", account.EnvironmentRead, two, false},
		{"member", account.ProjectsList, organization, true},
		{"member", account.ProjectsCreate, organization, false},
		{"member", account.UsersRead, p, true}, // an organization-wide permission also applies there
		{"member", account.ProjectRead, p, false},

		{"p-architect", account.ProjectUpdate, p, true},
		{"p-architect", account.EnvironmentDelete, two, true},
		{"p-architect", account.EnvironmentCreate, p, true},
		{"p-architect", account.ProjectDelete, p, false},
		{"p-architect", account.ProjectRead, q, false},
		{"p-architect", account.EnvironmentRead, four, false},
		{"p-architect", account.ProjectUpdate, organization, false},
		{"p-member", account.WorkspaceRead, p, true},
		{"p-member", account.EnvironmentRead, three, true},
		{"p-member", account.EnvironmentRun, two, false},

		{"2-reader", account.EnvironmentRead, two, true},
		{"2-reader", account.EnvironmentUpdate, two, false},
		{"2-reader", account.EnvironmentRead, three, false},
		{"2-reader", account.EnvironmentRead, lost, false},
		{"2-reader", account.ProjectRead, p, true}, // otherwise the user could not find the environment
		{"2-reader", account.ProjectRead, q, false},
		{"2-reader", account.WorkspaceRead, p, false},
		{"2-reader", account.ProjectUpdate, p, false},
		{"2-administrator", account.EnvironmentRolesSet, two, true},
		{"2-administrator", account.EnvironmentDelete, three, false},
		{"2-administrator", account.EnvironmentCreate, p, false},
		{"2-administrator", account.ProjectRolesRead, p, false},
	} {
		actor := cast()[test.who]
		if can := actor.Can(test.permission, test.target); can != test.can {
			t.Errorf("%s, %s on %+v: got %t, want %t", test.who, test.permission, test.target, can, test.can)
		}
	}
}

func TestAdministratorHasEveryPermission(t *testing.T) {
	t.Parallel()
	administrator, nobody := cast()["administrator"], cast()["nobody"]
	for _, permission := range account.EveryPermission() {
		for _, target := range []account.Scope{{}, {Project: "p"}, {Project: "p", Environment: 2}} {
			if !administrator.Can(permission, target) {
				t.Errorf("an administrator lacks %s on %+v", permission, target)
			}
			if nobody.Can(permission, target) {
				t.Errorf("an actor without a role has %s on %+v", permission, target)
			}
		}
	}
}

func TestActorSees(t *testing.T) {
	t.Parallel()
	for _, role := range account.OrganizationRoles() {
		actor := account.Actor{User: "u", Organization: "o", Role: role}
		want := account.Visibility{Organization: "o", Everything: role == account.OrganizationAdministrator, User: "u"}
		if got := actor.Sees(); got != want {
			t.Errorf("%s sees %+v, want %+v", role, got, want)
		}
	}
}

func TestOnlyZeroCredentialIsServer(t *testing.T) {
	t.Parallel()
	if !(account.Credential{}).IsSystem() {
		t.Error("the zero credential is not the server")
	}
	for _, credential := range []account.Credential{{Token: "t"}, {Session: "s"}, {Token: "t", Session: "s"}} {
		if credential.IsSystem() {
			t.Errorf("%+v counts as the server", credential)
		}
	}
}
