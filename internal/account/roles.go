package account

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Roles contains all roles of a user.
type Roles struct {
	User         ids.User
	Organization OrganizationRole
	Projects     []ProjectGrant // ordered by project id
	Environments []EnvironmentRoleGrant
}

// ProjectGrant is a role in a project.
type ProjectGrant struct {
	Project ids.Project
	Role    ProjectRole
}

// EnvironmentRoleGrant is a role in an environment.
type EnvironmentRoleGrant struct {
	Environment ids.Environment
	Role        EnvironmentRole
}

// In returns the user's role in a project; empty if there is none.
func (r Roles) In(project ids.Project) ProjectRole {
	for _, grant := range r.Projects {
		if grant.Project == project {
			return grant.Role
		}
	}
	return ""
}

// InEnvironment returns the user's role in an environment; empty if there is none.
func (r Roles) InEnvironment(environment ids.Environment) EnvironmentRole {
	for _, grant := range r.Environments {
		if grant.Environment == environment {
			return grant.Role
		}
	}
	return ""
}

// RoleOrder lists the fields that lists of roles can be ordered by.
var RoleOrder = page.Fields{"id"}

// RoleStore stores the roles in projects and environments.
type RoleStore interface {
	Find(ctx context.Context, organization ids.Organization, user ids.User) (Roles, error)
	List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[Roles], error)
	SetProject(ctx context.Context, by Actor, user ids.User, grant ProjectGrant) error
	DeleteProject(ctx context.Context, by Actor, user ids.User, project ids.Project) error
	SetEnvironment(ctx context.Context, by Actor, user ids.User, grant EnvironmentRoleGrant) error
	DeleteEnvironment(ctx context.Context, by Actor, user ids.User, environment ids.Environment) error
}

// UserRoles is the service for roles on all three levels.
type UserRoles struct {
	users *Users
	store RoleStore
}

// NewUserRoles creates the service.
func NewUserRoles(users *Users, store RoleStore) *UserRoles {
	return &UserRoles{users: users, store: store}
}

// Get returns the roles of a user.
func (s *UserRoles) Get(ctx context.Context, organization ids.Organization, user ids.User) (Roles, error) {
	return s.store.Find(ctx, organization, user)
}

// List returns the roles of every user of the organization.
func (s *UserRoles) List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[Roles], error) {
	return s.store.List(ctx, organization, request)
}

// SetOrganization sets the role in the organization.
func (s *UserRoles) SetOrganization(ctx context.Context, by Actor, user ids.User, role OrganizationRole) (Roles, error) {
	if err := s.users.SetRole(ctx, by, user, role); err != nil {
		return Roles{}, err
	}
	return s.store.Find(ctx, by.Organization, user)
}

// SetProject sets the role in a project.
func (s *UserRoles) SetProject(ctx context.Context, by Actor, user ids.User, grant ProjectGrant) (Roles, error) {
	if err := s.store.SetProject(ctx, by, user, grant); err != nil {
		return Roles{}, err
	}
	return s.store.Find(ctx, by.Organization, user)
}

// DeleteProject deletes the role in a project.
func (s *UserRoles) DeleteProject(ctx context.Context, by Actor, user ids.User, project ids.Project) error {
	return s.store.DeleteProject(ctx, by, user, project)
}

// SetEnvironment sets the role in an environment.
func (s *UserRoles) SetEnvironment(ctx context.Context, by Actor, user ids.User, grant EnvironmentRoleGrant) (Roles, error) {
	if err := s.store.SetEnvironment(ctx, by, user, grant); err != nil {
		return Roles{}, err
	}
	return s.store.Find(ctx, by.Organization, user)
}

// DeleteEnvironment deletes the role in an environment.
func (s *UserRoles) DeleteEnvironment(ctx context.Context, by Actor, user ids.User, environment ids.Environment) error {
	return s.store.DeleteEnvironment(ctx, by, user, environment)
}
