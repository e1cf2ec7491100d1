package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/scim"
)

// ListSCIMTokens returns the SCIM tokens of the caller's organization.
func (h *handlers) ListSCIMTokens(ctx context.Context, r api.ListSCIMTokensRequestObject) (api.ListSCIMTokensResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, scim.TokenOrder)
	if err != nil {
		return nil, err
	}
	result, err := h.services.SCIMTokens.List(ctx, actorOf(ctx).Organization, request)
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListSCIMTokens200JSONResponse{
		Data:  present(result.Items, presentSCIMToken),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateSCIMToken creates a SCIM token for the caller's organization. The response is the only place that ever shows it.
func (h *handlers) CreateSCIMToken(ctx context.Context, r api.CreateSCIMTokenRequestObject) (api.CreateSCIMTokenResponseObject, error) {
	name := ""
	if r.Body != nil {
		name = value(r.Body.Name)
	}
	actor := actorOf(ctx)
	organization, err := h.services.Organizations.Find(ctx, actor.Organization)
	if err != nil {
		return nil, err
	}
	token, secret, err := h.services.SCIMTokens.Issue(ctx, actor, name)
	if err != nil {
		return nil, err
	}
	shape := presentSCIMToken(token)
	return api.CreateSCIMToken201JSONResponse{
		ID: shape.ID, Name: shape.Name, Hint: shape.Hint, CreatedAt: shape.CreatedAt, LastUsedAt: shape.LastUsedAt, Token: secret,
		BaseURL: h.services.SingleSignOn.Addresses.Origin(&organization) + scim.Path,
	}, nil
}

// RevokeSCIMToken revokes a SCIM token of the caller's organization.
func (h *handlers) RevokeSCIMToken(ctx context.Context, r api.RevokeSCIMTokenRequestObject) (api.RevokeSCIMTokenResponseObject, error) {
	return api.RevokeSCIMToken204Response{}, h.services.SCIMTokens.Revoke(ctx, actorOf(ctx), ids.SCIMToken(r.TokenID))
}

func presentSCIMToken(t scim.Token) api.SCIMToken {
	shape := api.SCIMToken{ID: string(t.ID), Name: t.Name, Hint: t.Hint, CreatedAt: timestamp(t.CreatedAt)}
	shape.LastUsedAt.SetNull()
	if !t.LastUsedAt.IsZero() {
		shape.LastUsedAt.Set(timestamp(t.LastUsedAt))
	}
	return shape
}
