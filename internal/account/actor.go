package account

import (
	"slices"
	"time"

	"github.com/millrace/millrace/internal/ids"
)

// Actor is an authenticated user: identity, roles and credential. It is a value; the roles are those at the time of
// authentication.
type Actor struct {
	User         ids.User
	Email        string
	Organization ids.Organization
	Role         OrganizationRole
	Projects     map[ids.Project]ProjectRole
	Environments map[ids.Environment]EnvironmentGrant
	Credential   Credential
	Origin       Origin
	ConfirmedAt  time.Time // when the user of a session last entered the password; zero for a token
	// MustChangePassword is set in a session that is good for nothing else.
	MustChangePassword bool
	// MustSetSecondFactor is set in a session that is good for setting up a second factor only.
	MustSetSecondFactor bool
	// Limits are those of the token; zero for a session.
	Limits TokenLimits
}

// Origin says which request a write belongs to, for the audit log. The zero value is the server itself.
type Origin struct {
	Address   string // of the client
	RequestID string
}

// EnvironmentGrant is a role in an environment, with the project of the environment.
type EnvironmentGrant struct {
	Project ids.Project
	Role    EnvironmentRole
}

// Credential is the token or session of a request. Every write transaction checks that it is still valid, and that the
// user's roles have not changed since authentication. The zero value is the server itself, at first start and on its
// own command line.
type Credential struct {
	Token        ids.Token
	Session      ids.Session
	SCIM         ids.SCIMToken // of an organization's identity provider, which is no user
	RolesVersion int64         // changes when roles of the user are set or deleted
}

// IsSystem reports whether the actor is the server itself.
func (c Credential) IsSystem() bool { return c.Token == "" && c.Session == "" && c.SCIM == "" }

// Scope is what a permission is checked for: an environment, a project or, if zero, the organization.
type Scope struct {
	Project     ids.Project
	Environment ids.Environment
}

// Can reports whether the actor has the permission in the scope.
func (a *Actor) Can(permission Permission, target Scope) bool {
	if a.Role == OrganizationAdministrator || slices.Contains(inOrganization[a.Role], permission) {
		return true
	}
	if target.Project == "" {
		return false
	}
	if slices.Contains(inProject[a.Projects[target.Project]], permission) {
		return true
	}
	if target.Environment != 0 {
		return slices.Contains(inEnvironment[a.Environments[target.Environment].Role], permission)
	}
	return permission == ProjectRead && a.hasEnvironmentIn(target.Project)
}

// PermissionsIn returns the permissions of the actor in the scope.
func (a *Actor) PermissionsIn(target Scope) []Permission {
	return slices.DeleteFunc(slices.Clone(everyPermission), func(p Permission) bool { return !a.Can(p, target) })
}

// hasEnvironmentIn makes a project visible to users who only have a role in one of its environments: without the
// project they could not find their environment.
func (a *Actor) hasEnvironmentIn(project ids.Project) bool {
	for _, grant := range a.Environments {
		if grant.Project == project {
			return true
		}
	}
	return false
}

// Visibility selects what a list may show to an actor.
type Visibility struct {
	Organization ids.Organization
	Everything   bool     // the whole organization
	User         ids.User // otherwise what this user has a role in
}

// Sees returns the actor's visibility in lists of projects, environments, workspaces and runs.
func (a *Actor) Sees() Visibility {
	return Visibility{Organization: a.Organization, Everything: a.Role == OrganizationAdministrator, User: a.User}
}
