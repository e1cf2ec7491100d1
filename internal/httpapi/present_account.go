package httpapi

import (
	"context"
	"net/netip"

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
	if u.IsService {
		shape.IsServiceAccount = &u.IsService
	}
	return shape
}

// presentOwnUser also says whether the user has a second factor, which other users need not know.
func presentOwnUser(u account.User) api.User {
	shape := presentUser(u)
	if u.HasSecondFactor {
		shape.HasSecondFactor = &u.HasSecondFactor
	}
	return shape
}

// userPresenter returns how the actor sees users: administrators see who has a second factor.
func userPresenter(ctx context.Context) func(account.User) api.User {
	actor := actorOf(ctx)
	mayManage := actor.Can(account.UsersManage, account.Scope{})
	return func(u account.User) api.User {
		if mayManage || u.ID == actor.User {
			return presentOwnUser(u)
		}
		return presentUser(u)
	}
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
	if len(t.Limits.Scopes) > 0 {
		shape.Scopes = new(present(t.Limits.Scopes, func(s account.TokenScope) api.TokenScope { return api.TokenScope(s) }))
	}
	if len(t.Limits.Addresses) > 0 {
		shape.Addresses = new(present(t.Limits.Addresses, netip.Prefix.String))
	}
	if !t.Limits.ExpiresAt.IsZero() {
		shape.ExpiresAt = new(timestamp(t.Limits.ExpiresAt))
	}
	return shape
}

func presentNewToken(t account.Token, secret string) api.NewToken {
	shape := presentToken(t)
	return api.NewToken{
		ID: shape.ID, Name: shape.Name, Hint: shape.Hint, CreatedAt: shape.CreatedAt, LastUsedAt: shape.LastUsedAt,
		Scopes: shape.Scopes, Addresses: shape.Addresses, ExpiresAt: shape.ExpiresAt, Token: secret,
	}
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
		MustChangePassword: actor.MustChangePassword, MustSetSecondFactor: actor.MustSetSecondFactor,
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
