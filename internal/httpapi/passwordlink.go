package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/passwordlink"
)

// CreatePasswordLink creates a link with which a user chooses a password. The response is the only place that ever shows it.
func (h *handlers) CreatePasswordLink(ctx context.Context, r api.CreatePasswordLinkRequestObject) (api.CreatePasswordLinkResponseObject, error) {
	isMailed := r.Body != nil && value(r.Body.Mail)
	created, err := h.services.PasswordLinks.Create(ctx, actorOf(ctx), ids.User(r.UserID), isMailed)
	if err != nil {
		return nil, err
	}
	return api.CreatePasswordLink201JSONResponse{
		Purpose: string(created.Purpose), ExpiresAt: timestamp(created.ExpiresAt), URL: optional(created.URL), SentTo: optional(created.SentTo),
	}, nil
}

// RequestPasswordReset accepts the request of a person who forgot the password.
func (h *handlers) RequestPasswordReset(
	ctx context.Context, r api.RequestPasswordResetRequestObject,
) (api.RequestPasswordResetResponseObject, error) {
	err := h.services.PasswordLinks.Request(passwordlink.Request{
		Email: r.Body.Email, Organization: organizationOfHost(ctx), Network: clientNetwork(ctx), Origin: originOf(ctx),
	})
	if err != nil {
		return nil, err
	}
	return api.RequestPasswordReset202Response{}, nil
}

// CheckPasswordLink says who a link is for. It does not use the link.
func (h *handlers) CheckPasswordLink(ctx context.Context, r api.CheckPasswordLinkRequestObject) (api.CheckPasswordLinkResponseObject, error) {
	found, err := h.services.PasswordLinks.Check(ctx, r.Body.Token, organizationOfHost(ctx))
	if err != nil {
		return nil, err
	}
	return api.CheckPasswordLink200JSONResponse{
		Purpose: string(found.Purpose), Email: found.Email, Organization: found.Organization, ExpiresAt: timestamp(found.ExpiresAt),
	}, nil
}

// UsePasswordLink sets the password of the user of a link and signs the browser in.
func (h *handlers) UsePasswordLink(ctx context.Context, r api.UsePasswordLinkRequestObject) (api.UsePasswordLinkResponseObject, error) {
	welcome, err := h.services.PasswordLinks.Use(ctx, passwordlink.Choice{
		Secret: r.Body.Token, Password: r.Body.Password, Host: organizationOfHost(ctx), Attempt: attemptOf(ctx),
	})
	if err != nil {
		return nil, err
	}
	recordUser(ctx, welcome.User.ID)
	h.countLogin(nil)
	header := h.cookie(welcome.SessionSecret, welcome.Session.ExpiresAt)
	return api.UsePasswordLink201JSONResponse{
		Headers: api.UsePasswordLink201ResponseHeaders{SetCookie: &header},
		Body:    api.Session{User: presentUser(welcome.User), Organization: presentOrganization(welcome.Organization)},
	}, nil
}

// organizationOfHost returns the organization of the request's subdomain; empty if there is none.
func organizationOfHost(ctx context.Context) ids.Organization {
	if organization := hostOrganization(ctx); organization != nil {
		return organization.ID
	}
	return ""
}
