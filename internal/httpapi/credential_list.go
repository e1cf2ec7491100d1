package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// ListOrganizationTokens returns the access tokens of all users of the organization.
func (h *handlers) ListOrganizationTokens(
	ctx context.Context, r api.ListOrganizationTokensRequestObject,
) (api.ListOrganizationTokensResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, account.OwnedTokenOrder)
	if err != nil {
		return nil, err
	}
	result, err := h.services.Tokens.ListAll(ctx, actorOf(ctx).Organization, request)
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListOrganizationTokens200JSONResponse{
		Data:  present(result.Items, presentOwnedToken),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// ListOrganizationSessions returns the sessions of all users of the organization.
func (h *handlers) ListOrganizationSessions(
	ctx context.Context, r api.ListOrganizationSessionsRequestObject,
) (api.ListOrganizationSessionsResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, account.OwnedSessionOrder)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	result, err := h.services.Sessions.ListAll(ctx, actor.Organization, request)
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListOrganizationSessions200JSONResponse{
		Data: present(result.Items, func(s account.OwnedSession) api.OwnedSession {
			return presentOwnedSession(s, s.ID == actor.Credential.Session)
		}),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// EndUserSession ends one session of a user.
func (h *handlers) EndUserSession(ctx context.Context, r api.EndUserSessionRequestObject) (api.EndUserSessionResponseObject, error) {
	return api.EndUserSession204Response{}, h.services.Sessions.End(ctx, actorOf(ctx), ids.User(r.UserID), ids.Session(r.SessionID))
}

func presentOwnedToken(t account.OwnedToken) api.OwnedToken {
	shape := presentToken(t.Token)
	return api.OwnedToken{
		ID: shape.ID, Name: shape.Name, Hint: shape.Hint, CreatedAt: shape.CreatedAt, LastUsedAt: shape.LastUsedAt, IsLogin: shape.IsLogin,
		User: api.CredentialOwner{ID: string(t.User), Email: t.Email}, Address: t.Address,
	}
}

func presentOwnedSession(s account.OwnedSession, isCurrent bool) api.OwnedSession {
	shape := presentSession(s.Session, isCurrent)
	return api.OwnedSession{
		ID: shape.ID, CreatedAt: shape.CreatedAt, LastUsedAt: shape.LastUsedAt, ExpiresAt: shape.ExpiresAt,
		Address: shape.Address, UserAgent: shape.UserAgent, IsCurrent: shape.IsCurrent,
		User: api.CredentialOwner{ID: string(s.User), Email: s.Email},
	}
}
