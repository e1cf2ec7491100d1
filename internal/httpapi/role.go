package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// ListUserRoles returns the roles of every user.
func (h *handlers) ListUserRoles(ctx context.Context, r api.ListUserRolesRequestObject) (api.ListUserRolesResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, account.RoleOrder)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	result, err := h.services.Roles.List(ctx, actor.Organization, request)
	if err != nil {
		return nil, err
	}
	scope := roleScope{r.Params.ProjectID, r.Params.EnvironmentID}
	info := pageInfo(request, result)
	return api.ListUserRoles200JSONResponse{
		Data:  present(result.Items, func(roles account.Roles) api.UserRoles { return scope.present(actor, roles) }),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// GetUserRoles returns the roles of a user.
func (h *handlers) GetUserRoles(ctx context.Context, r api.GetUserRolesRequestObject) (api.GetUserRolesResponseObject, error) {
	actor := actorOf(ctx)
	roles, err := h.services.Roles.Get(ctx, actor.Organization, ids.User(r.UserID))
	if err != nil {
		return nil, err
	}
	scope := roleScope{r.Params.ProjectID, r.Params.EnvironmentID}
	return api.GetUserRoles200JSONResponse(scope.present(actor, roles)), nil
}

// roleScope is the project or environment that a request about roles names.
type roleScope struct{ projectID, environmentID *string }

// present presents roles, with the role in the scope at the top level. Actors who do not administer the organization
// see of other users only the roles in the scope.
func (s roleScope) present(actor account.Actor, roles account.Roles) api.UserRoles {
	if actor.Role != account.OrganizationAdministrator && actor.User != roles.User {
		roles = s.only(roles)
	}
	shape := presentRoles(roles)
	if s.projectID != nil {
		role := roles.In(ids.Project(*s.projectID)).Wire()
		shape.ProjectRole = &role
	}
	if s.environmentID != nil {
		id, _ := ids.ParseNumber[ids.Environment](*s.environmentID)
		role := roles.InEnvironment(id).Wire()
		shape.EnvironmentRole = &role
	}
	return shape
}

func (s roleScope) only(roles account.Roles) account.Roles {
	seen := account.Roles{User: roles.User, Organization: roles.Organization}
	for _, grant := range roles.Projects {
		if s.projectID != nil && string(grant.Project) == *s.projectID {
			seen.Projects = append(seen.Projects, grant)
		}
	}
	for _, grant := range roles.Environments {
		if s.environmentID != nil && ids.FormatNumber(grant.Environment) == *s.environmentID {
			seen.Environments = append(seen.Environments, grant)
		}
	}
	return seen
}

// oneOf returns the role from its alternative keys in a body. At least one key must be present, and they must not
// contradict each other.
func oneOf[R ~string](names string, parse func(string) (R, error), values ...*string) (R, error) {
	var role R
	for _, text := range values {
		if text == nil {
			continue
		}
		parsed, err := parse(*text)
		if err != nil {
			return "", err
		}
		if role != "" && role != parsed {
			return "", fault.New(fault.Invalid, "the body names two different roles").WithHint("Send one of %s.", names)
		}
		role = parsed
	}
	if role == "" {
		return "", fault.New(fault.Invalid, "the body names no role").WithHint("Send one of %s.", names)
	}
	return role, nil
}

// SetOrganizationRole sets a user's role in the organization.
func (h *handlers) SetOrganizationRole(ctx context.Context, r api.SetOrganizationRoleRequestObject) (api.SetOrganizationRoleResponseObject, error) {
	role, err := oneOf("role, organizationRole, orgRole", account.ParseOrganizationRole, r.Body.Role, r.Body.OrganizationRole, r.Body.OrgRole)
	if err != nil {
		return nil, err
	}
	roles, err := h.services.Roles.SetOrganization(ctx, actorOf(ctx), ids.User(r.UserID), role)
	if err != nil {
		return nil, err
	}
	return api.SetOrganizationRole200JSONResponse(presentRoles(roles)), nil
}

// SetProjectRole sets a user's role in a project.
func (h *handlers) SetProjectRole(ctx context.Context, r api.SetProjectRoleRequestObject) (api.SetProjectRoleResponseObject, error) {
	role, err := oneOf("projectRole, role", account.ParseProjectRole, r.Body.ProjectRole, r.Body.Role)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	grant := account.ProjectGrant{Project: ids.Project(r.ProjectID), Role: role}
	roles, err := h.services.Roles.SetProject(ctx, actor, ids.User(r.UserID), grant)
	if err != nil {
		return nil, err
	}
	return api.SetProjectRole200JSONResponse(roleScope{projectID: &r.ProjectID}.present(actor, roles)), nil
}

// DeleteProjectRole removes a user's role in a project.
func (h *handlers) DeleteProjectRole(ctx context.Context, r api.DeleteProjectRoleRequestObject) (api.DeleteProjectRoleResponseObject, error) {
	err := h.services.Roles.DeleteProject(ctx, actorOf(ctx), ids.User(r.UserID), ids.Project(r.ProjectID))
	return api.DeleteProjectRole204Response{}, err
}

// SetEnvironmentRole sets a user's role in an environment.
func (h *handlers) SetEnvironmentRole(ctx context.Context, r api.SetEnvironmentRoleRequestObject) (api.SetEnvironmentRoleResponseObject, error) {
	role, err := oneOf("environmentRole, role", account.ParseEnvironmentRole, r.Body.EnvironmentRole, r.Body.Role)
	if err != nil {
		return nil, err
	}
	id, err := parseEnvironment(r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	roles, err := h.services.Roles.SetEnvironment(ctx, actor, ids.User(r.UserID), account.EnvironmentRoleGrant{Environment: id, Role: role})
	if err != nil {
		return nil, err
	}
	return api.SetEnvironmentRole200JSONResponse(roleScope{environmentID: &r.EnvironmentID}.present(actor, roles)), nil
}

// DeleteEnvironmentRole removes a user's role in an environment.
func (h *handlers) DeleteEnvironmentRole(ctx context.Context, r api.DeleteEnvironmentRoleRequestObject) (api.DeleteEnvironmentRoleResponseObject, error) {
	id, err := parseEnvironment(r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	return api.DeleteEnvironmentRole204Response{}, h.services.Roles.DeleteEnvironment(ctx, actorOf(ctx), ids.User(r.UserID), id)
}
