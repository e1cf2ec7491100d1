package account

import (
	"slices"

	"github.com/millrace/millrace/internal/ids"
)

// Actor is a user at work: who it is, what roles it has, and the credential it came with. It is a value; the roles are
// those of the moment of authentication.
type Actor struct {
	User         ids.User
	Organization ids.Organization
	Role         OrganizationRole
	Projects     map[ids.Project]ProjectRole
	Environments map[ids.Environment]EnvironmentGrant
	Credential   Credential
}

// EnvironmentGrant is a role in an environment, with the project that the environment is in.
type EnvironmentGrant struct {
	Project ids.Project
	Role    EnvironmentRole
}

// Credential says what opened the door: a token or a session. Every write transaction checks that it is still alive, and
// that the user's roles are still those that the request was let in with. The zero value is the server itself, at first
// start and on its own command line.
type Credential struct {
	Token        ids.Token
	Session      ids.Session
	RolesVersion int64 // moves when roles of the user are set or taken away
}

// IsSystem reports whether the server itself is at work.
func (c Credential) IsSystem() bool { return c.Token == "" && c.Session == "" }

// Scope is what a permission is asked for: an environment, a project, or, when zero, the organization.
type Scope struct {
	Project     ids.Project
	Environment ids.Environment
}

// Can reports whether the actor has the permission there.
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

// hasEnvironmentIn makes a project visible to those who have a role in one of its environments only: without the
// project's name their environment would stand in nothing.
func (a *Actor) hasEnvironmentIn(project ids.Project) bool {
	for _, grant := range a.Environments {
		if grant.Project == project {
			return true
		}
	}
	return false
}

// Visibility says what a list may show to an actor.
type Visibility struct {
	Organization ids.Organization
	Everything   bool     // all of the organization
	User         ids.User // else what this user has a role in
}

// Sees is the actor's visibility in lists of projects, environments, workspaces and runs.
func (a *Actor) Sees() Visibility {
	return Visibility{Organization: a.Organization, Everything: a.Role == OrganizationAdministrator, User: a.User}
}
