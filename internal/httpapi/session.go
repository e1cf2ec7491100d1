package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// ConfirmPassword checks the caller's password again.
func (h *handlers) ConfirmPassword(ctx context.Context, r api.ConfirmPasswordRequestObject) (api.ConfirmPasswordResponseObject, error) {
	attempt := authn.Attempt{Password: r.Body.Password, Network: clientNetwork(ctx), Origin: originOf(ctx)}
	return api.ConfirmPassword204Response{}, h.services.Login.ConfirmSession(ctx, actorOf(ctx), attempt)
}

// ListSessions returns the caller's sessions.
func (h *handlers) ListSessions(ctx context.Context, r api.ListSessionsRequestObject) (api.ListSessionsResponseObject, error) {
	response, err := h.sessionsOf(ctx, actorOf(ctx).User, page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	})
	return api.ListSessions200JSONResponse(response), err
}

func (h *handlers) sessionsOf(ctx context.Context, user ids.User, params page.Params) (api.SessionList, error) {
	request, err := page.Parse(params, account.SessionOrder)
	if err != nil {
		return api.SessionList{}, err
	}
	actor := actorOf(ctx)
	result, err := h.services.Sessions.List(ctx, actor.Organization, user, request)
	if err != nil {
		return api.SessionList{}, err
	}
	info := pageInfo(request, result)
	return api.SessionList{
		Data: present(result.Items, func(s account.Session) api.SessionInfo {
			return presentSession(s, s.ID == actor.Credential.Session)
		}),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// EndSession ends one of the caller's sessions.
func (h *handlers) EndSession(ctx context.Context, r api.EndSessionRequestObject) (api.EndSessionResponseObject, error) {
	actor := actorOf(ctx)
	return api.EndSession204Response{}, h.services.Sessions.End(ctx, actor, actor.User, ids.Session(r.SessionID))
}

// EndOtherSessions ends the caller's sessions, except the one of the request.
func (h *handlers) EndOtherSessions(ctx context.Context, _ api.EndOtherSessionsRequestObject) (api.EndOtherSessionsResponseObject, error) {
	ended, err := h.services.Sessions.EndOthers(ctx, actorOf(ctx))
	if err != nil {
		return nil, err
	}
	return api.EndOtherSessions200JSONResponse{Ended: ended}, nil
}

// ListUserSessions returns the sessions of a user.
func (h *handlers) ListUserSessions(ctx context.Context, r api.ListUserSessionsRequestObject) (api.ListUserSessionsResponseObject, error) {
	if _, err := h.services.Users.Get(ctx, actorOf(ctx).Organization, ids.User(r.UserID)); err != nil {
		return nil, err
	}
	response, err := h.sessionsOf(ctx, ids.User(r.UserID), page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	})
	return api.ListUserSessions200JSONResponse(response), err
}

// EndUserSessions ends all sessions of a user.
func (h *handlers) EndUserSessions(ctx context.Context, r api.EndUserSessionsRequestObject) (api.EndUserSessionsResponseObject, error) {
	actor := actorOf(ctx)
	if _, err := h.services.Users.Get(ctx, actor.Organization, ids.User(r.UserID)); err != nil {
		return nil, err
	}
	ended, err := h.services.Sessions.EndAll(ctx, actor, ids.User(r.UserID))
	if err != nil {
		return nil, err
	}
	return api.EndUserSessions200JSONResponse{Ended: ended}, nil
}

// withPasswordOfAdministrator are the operations of a session whose user must first choose a password.
var withPasswordOfAdministrator = map[string]bool{"getMe": true, "changePassword": true, "logout": true}

// withoutSecondFactor are the operations of a session whose user must first set up a second factor.
var withoutSecondFactor = map[string]bool{
	"getMe": true, "logout": true, "changePassword": true, "getSecondFactor": true, "beginSecondFactor": true, "activateSecondFactor": true,
}

// checkRestrictions rejects the other operations of a session that is good for one purpose only.
func checkRestrictions(actor account.Actor, operation string) error {
	if actor.MustChangePassword && !withPasswordOfAdministrator[operation] {
		return fault.New(fault.Forbidden, "an administrator chose your password: you must change it first").
			WithHint("Change it in the web application, or with POST /api/v1/auth/password, and sign in again.")
	}
	if actor.MustSetSecondFactor && !withoutSecondFactor[operation] {
		return fault.New(fault.Forbidden, "your organization requires a second factor: you must set one up first").
			WithHint("Set it up in the web application, or with POST /api/v1/auth/secondFactor.")
	}
	return nil
}
