package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// CreateServiceAccount creates a service account.
func (h *handlers) CreateServiceAccount(
	ctx context.Context, r api.CreateServiceAccountRequestObject,
) (api.CreateServiceAccountResponseObject, error) {
	draft := account.ServiceDraft{Name: r.Body.Name}
	if r.Body.OrganizationRole != nil {
		role, err := account.ParseOrganizationRole(*r.Body.OrganizationRole)
		if err != nil {
			return nil, err
		}
		draft.Role = role
	}
	user, err := h.services.Users.CreateService(ctx, actorOf(ctx), draft)
	if err != nil {
		return nil, err
	}
	return api.CreateServiceAccount201JSONResponse(presentUser(user)), nil
}

// CreateUserToken creates an access token for a service account. The response is the only place that ever shows it.
func (h *handlers) CreateUserToken(ctx context.Context, r api.CreateUserTokenRequestObject) (api.CreateUserTokenResponseObject, error) {
	draft, err := tokenDraft(r.Body)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	user, err := h.services.Users.Get(ctx, actor.Organization, ids.User(r.UserID))
	if err != nil {
		return nil, err
	}
	token, secret, err := h.services.Tokens.IssueFor(ctx, actor, user, draft)
	if err != nil {
		return nil, err
	}
	return api.CreateUserToken201JSONResponse(presentNewToken(token, secret)), nil
}
