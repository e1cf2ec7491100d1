package httpapi

import (
	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

func presentUser(u account.User) api.User {
	shape := api.User{
		ID: string(u.ID), FirstName: u.FirstName, LastName: u.LastName, Email: u.Email,
		OrganizationRole: api.OrganizationRole(u.Role.Wire()), Status: api.UserStatus(u.Status),
	}
	if u.IsBreakGlass {
		shape.IsBreakGlass = &u.IsBreakGlass
	}
	return shape
}

func presentOrganization(o account.Organization) api.Organization {
	return api.Organization{ID: string(o.ID), Name: o.Name, Subdomain: o.Subdomain}
}

func presentToken(t account.Token) api.Token {
	shape := api.Token{ID: string(t.ID), Name: t.Name, Hint: t.Hint, CreatedAt: timestamp(t.CreatedAt), IsLogin: t.IsLogin}
	shape.LastUsedAt.SetNull()
	if !t.LastUsedAt.IsZero() {
		shape.LastUsedAt.Set(timestamp(t.LastUsedAt))
	}
	return shape
}

func presentSession(s account.Session, isCurrent bool) api.SessionInfo {
	return api.SessionInfo{
		ID: string(s.ID), CreatedAt: timestamp(s.CreatedAt), LastUsedAt: timestamp(s.LastUsedAt), ExpiresAt: timestamp(s.ExpiresAt),
		Address: s.Client.Address, UserAgent: s.Client.UserAgent, IsCurrent: isCurrent,
	}
}

// presentOwnSession returns the session of a request, or nil for an access token.
func presentOwnSession(actor account.Actor) *api.OwnSession {
	if actor.Credential.Session == "" {
		return nil
	}
	return &api.OwnSession{
		ID: string(actor.Credential.Session), ConfirmedUntil: timestamp(actor.ConfirmedAt.Add(account.ConfirmationAge)),
		MustChangePassword: actor.MustChangePassword,
	}
}

func presentRoles(r account.Roles) api.UserRoles {
	role := api.OrganizationRole(r.Organization.Wire())
	return api.UserRoles{
		UserID: string(r.User), OrganizationRole: role, OrgRole: role,
		ProjectRoles: present(r.Projects, func(g account.ProjectGrant) api.ProjectGrant {
			return api.ProjectGrant{ProjectID: string(g.Project), ProjectRole: api.ProjectRole(g.Role.Wire())}
		}),
		EnvironmentRoles: present(r.Environments, func(g account.EnvironmentRoleGrant) api.EnvironmentGrant {
			return api.EnvironmentGrant{EnvironmentID: ids.FormatNumber(g.Environment), EnvironmentRole: api.EnvironmentRole(g.Role.Wire())}
		}),
	}
}
