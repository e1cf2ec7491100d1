package httpapi

import (
	"context"
	"errors"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/ids"
)

// isCodeRequired reports whether a sign-in continues with its second step.
func isCodeRequired(err error) bool {
	_, ok := errors.AsType[authn.CodeRequiredError](err)
	return ok
}

// FinishLogin checks the code of a login and returns a new access token and a session cookie.
func (h *handlers) FinishLogin(ctx context.Context, r api.FinishLoginRequestObject) (api.FinishLoginResponseObject, error) {
	welcome, err := h.secondStep(ctx, r.Body, h.services.Login.FinishSignIn)
	if err != nil {
		return nil, err
	}
	header := h.cookie(welcome.SessionSecret, welcome.Session.ExpiresAt)
	return api.FinishLogin200JSONResponse{Headers: api.FinishLogin200ResponseHeaders{SetCookie: &header}, Body: presentLogin(welcome)}, nil
}

// FinishSession checks the code of a browser's sign-in and returns a session cookie.
func (h *handlers) FinishSession(ctx context.Context, r api.FinishSessionRequestObject) (api.FinishSessionResponseObject, error) {
	welcome, err := h.secondStep(ctx, r.Body, h.services.Login.FinishSession)
	if err != nil {
		return nil, err
	}
	header := h.cookie(welcome.SessionSecret, welcome.Session.ExpiresAt)
	return api.FinishSession201JSONResponse{Headers: api.FinishSession201ResponseHeaders{SetCookie: &header}, Body: presentStarted(welcome)}, nil
}

// secondStep calls a function of the login service with the body of a request, and counts the outcome.
func (h *handlers) secondStep(
	ctx context.Context, body *api.SecondStep, finish func(context.Context, authn.SecondStep, authn.Attempt) (authn.LoginResult, error),
) (authn.LoginResult, error) {
	attempt := attemptOf(ctx)
	if organization := hostOrganization(ctx); organization != nil {
		attempt.Organization = organization.ID
	}
	welcome, err := finish(ctx, authn.SecondStep{Ticket: body.Ticket, Code: body.Code}, attempt)
	h.countLogin(err)
	return welcome, err
}

// GetSecondFactor returns the state of the caller's second factor.
func (h *handlers) GetSecondFactor(ctx context.Context, _ api.GetSecondFactorRequestObject) (api.GetSecondFactorResponseObject, error) {
	state, err := h.services.SecondFactors.Get(ctx, actorOf(ctx))
	if err != nil {
		return nil, err
	}
	shape := api.GetSecondFactor200JSONResponse{IsActive: state.IsActive, IsRequired: state.IsRequired}
	if state.IsActive {
		shape.CreatedAt, shape.RecoveryCodesLeft = new(timestamp(state.CreatedAt)), &state.RecoveryCodes
	}
	return shape, nil
}

// BeginSecondFactor creates a secret for the caller.
func (h *handlers) BeginSecondFactor(ctx context.Context, r api.BeginSecondFactorRequestObject) (api.BeginSecondFactorResponseObject, error) {
	actor, err := h.confirmed(ctx, r.Body)
	if err != nil {
		return nil, err
	}
	setup, err := h.services.SecondFactors.Begin(ctx, actor)
	if err != nil {
		return nil, err
	}
	return api.BeginSecondFactor201JSONResponse{Secret: setup.Secret, URI: setup.URI}, nil
}

// confirmed checks the caller's password before a change of the second factor.
func (h *handlers) confirmed(ctx context.Context, body *api.PasswordConfirmation) (account.Actor, error) {
	actor := actorOf(ctx)
	if err := h.services.SecondFactors.RequirePassword(ctx, actor); err != nil {
		return actor, err
	}
	attempt := attemptOf(ctx)
	attempt.Password = body.Password
	return actor, h.services.Login.Confirm(ctx, actor, attempt)
}

// ActivateSecondFactor turns the caller's second factor on.
func (h *handlers) ActivateSecondFactor(
	ctx context.Context, r api.ActivateSecondFactorRequestObject,
) (api.ActivateSecondFactorResponseObject, error) {
	codes, err := h.services.SecondFactors.Activate(ctx, actorOf(ctx), r.Body.Code)
	if err != nil {
		return nil, err
	}
	return api.ActivateSecondFactor200JSONResponse{RecoveryCodes: codes}, nil
}

// RemoveSecondFactor turns the caller's second factor off.
func (h *handlers) RemoveSecondFactor(ctx context.Context, r api.RemoveSecondFactorRequestObject) (api.RemoveSecondFactorResponseObject, error) {
	actor, err := h.confirmed(ctx, r.Body)
	if err != nil {
		return nil, err
	}
	return api.RemoveSecondFactor204Response{}, h.services.SecondFactors.Remove(ctx, actor)
}

// CreateRecoveryCodes replaces the caller's recovery codes.
func (h *handlers) CreateRecoveryCodes(ctx context.Context, r api.CreateRecoveryCodesRequestObject) (api.CreateRecoveryCodesResponseObject, error) {
	actor, err := h.confirmed(ctx, r.Body)
	if err != nil {
		return nil, err
	}
	codes, err := h.services.SecondFactors.NewRecoveryCodes(ctx, actor)
	if err != nil {
		return nil, err
	}
	return api.CreateRecoveryCodes201JSONResponse{RecoveryCodes: codes}, nil
}

// RemoveUserSecondFactor removes the second factor of a user.
func (h *handlers) RemoveUserSecondFactor(
	ctx context.Context, r api.RemoveUserSecondFactorRequestObject,
) (api.RemoveUserSecondFactorResponseObject, error) {
	return api.RemoveUserSecondFactor204Response{}, h.services.SecondFactors.RemoveOf(ctx, actorOf(ctx), ids.User(r.UserID))
}

// GetSignInPolicy returns what the caller's organization requires of sign-ins.
func (h *handlers) GetSignInPolicy(ctx context.Context, _ api.GetSignInPolicyRequestObject) (api.GetSignInPolicyResponseObject, error) {
	policy, err := h.services.SecondFactors.Policy(ctx, actorOf(ctx).Organization)
	if err != nil {
		return nil, err
	}
	return api.GetSignInPolicy200JSONResponse(presentPolicy(policy)), nil
}

// SetSignInPolicy changes what the caller's organization requires of sign-ins.
func (h *handlers) SetSignInPolicy(ctx context.Context, r api.SetSignInPolicyRequestObject) (api.SetSignInPolicyResponseObject, error) {
	policy, err := h.services.SecondFactors.SetPolicy(ctx, actorOf(ctx), r.Body.RequiresSecondFactor)
	if err != nil {
		return nil, err
	}
	return api.SetSignInPolicy200JSONResponse(presentPolicy(policy)), nil
}

func presentPolicy(policy account.SignInPolicy) api.SignInPolicy {
	shape := api.SignInPolicy{RequiresSecondFactor: policy.RequiresSecondFactor}
	if !policy.UpdatedAt.IsZero() {
		shape.UpdatedAt = new(timestamp(policy.UpdatedAt))
	}
	return shape
}
