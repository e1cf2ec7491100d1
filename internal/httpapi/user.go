package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// ListUsers returns the users of the organization.
func (h *handlers) ListUsers(ctx context.Context, r api.ListUsersRequestObject) (api.ListUsersResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, account.UserOrder)
	if err != nil {
		return nil, err
	}
	result, err := h.services.Users.List(ctx, actorOf(ctx).Organization, request)
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListUsers200JSONResponse{
		Data:  present(result.Items, userPresenter(ctx)),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateUser creates a user.
func (h *handlers) CreateUser(ctx context.Context, r api.CreateUserRequestObject) (api.CreateUserResponseObject, error) {
	draft := account.UserDraft{
		Email: r.Body.Email, FirstName: value(r.Body.FirstName), LastName: value(r.Body.LastName), Password: r.Body.Password,
	}
	starts := readOnlyField{field: "status", value: string(account.UserActive), hint: "A new user is active. Disable it with PATCH."}
	if err := starts.check(value(r.Body.Status)); err != nil {
		return nil, err
	}
	if r.Body.OrganizationRole != nil {
		role, err := account.ParseOrganizationRole(*r.Body.OrganizationRole)
		if err != nil {
			return nil, err
		}
		draft.Role = role
	}
	user, err := h.services.Users.Create(ctx, actorOf(ctx), draft)
	if err != nil {
		return nil, err
	}
	return api.CreateUser201JSONResponse(userPresenter(ctx)(user)), nil
}

// GetUser returns a user.
func (h *handlers) GetUser(ctx context.Context, r api.GetUserRequestObject) (api.GetUserResponseObject, error) {
	user, err := h.services.Users.Get(ctx, actorOf(ctx).Organization, ids.User(r.UserID))
	if err != nil {
		return nil, err
	}
	return api.GetUser200JSONResponse(userPresenter(ctx)(user)), nil
}

// UpdateUser changes a user.
func (h *handlers) UpdateUser(ctx context.Context, r api.UpdateUserRequestObject) (api.UpdateUserResponseObject, error) {
	if err := h.checkRoleUnchanged(ctx, ids.User(r.UserID), r.Body.OrganizationRole); err != nil {
		return nil, err
	}
	patch := account.UserPatch{
		Email: r.Body.Email, FirstName: r.Body.FirstName, LastName: r.Body.LastName, Status: (*account.UserStatus)(r.Body.Status),
		IsBreakGlass: r.Body.IsBreakGlass,
	}
	user, err := h.services.Users.Update(ctx, actorOf(ctx), ids.User(r.UserID), patch)
	if err != nil {
		return nil, err
	}
	return api.UpdateUser200JSONResponse(userPresenter(ctx)(user)), nil
}

// checkRoleUnchanged rejects another role in an update of a user, because roles have an operation of their own.
func (h *handlers) checkRoleUnchanged(ctx context.Context, id ids.User, sent *string) error {
	if sent == nil {
		return nil
	}
	role, err := account.ParseOrganizationRole(*sent)
	if err != nil {
		return err
	}
	found, err := h.services.Users.Get(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return err
	}
	readOnly := readOnlyField{field: "organizationRole", value: string(found.Role), hint: "Set it with PUT /api/v2/userRoles/{userID}/organizationRole."}
	return readOnly.check(string(role))
}

// DeleteUser deletes a user.
func (h *handlers) DeleteUser(ctx context.Context, r api.DeleteUserRequestObject) (api.DeleteUserResponseObject, error) {
	return api.DeleteUser204Response{}, h.services.Users.Delete(ctx, actorOf(ctx), ids.User(r.UserID))
}

// ListUserTokens returns the access tokens of a user.
func (h *handlers) ListUserTokens(ctx context.Context, r api.ListUserTokensRequestObject) (api.ListUserTokensResponseObject, error) {
	if _, err := h.services.Users.Get(ctx, actorOf(ctx).Organization, ids.User(r.UserID)); err != nil {
		return nil, err
	}
	response, err := h.tokensOf(ctx, ids.User(r.UserID), page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	})
	return api.ListUserTokens200JSONResponse(response), err
}

// RevokeUserToken revokes one token of a user.
func (h *handlers) RevokeUserToken(ctx context.Context, r api.RevokeUserTokenRequestObject) (api.RevokeUserTokenResponseObject, error) {
	return api.RevokeUserToken204Response{}, h.services.Tokens.Revoke(ctx, actorOf(ctx), ids.User(r.UserID), ids.Token(r.TokenID))
}

// GetOrganization returns the caller's organization.
func (h *handlers) GetOrganization(ctx context.Context, _ api.GetOrganizationRequestObject) (api.GetOrganizationResponseObject, error) {
	organization, err := h.services.Organizations.Find(ctx, actorOf(ctx).Organization)
	if err != nil {
		return nil, err
	}
	return api.GetOrganization200JSONResponse(presentOrganization(organization)), nil
}
