package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/telemetry"
)

// Login signs a user in and returns a new access token and a session cookie.
func (h *handlers) Login(ctx context.Context, r api.LoginRequestObject) (api.LoginResponseObject, error) {
	welcome, err := h.signIn(ctx, r.Body, h.services.Login.SignIn)
	if err != nil {
		return nil, err
	}
	header := h.cookie(welcome.SessionSecret, welcome.Session.ExpiresAt)
	return api.Login200JSONResponse{Headers: api.Login200ResponseHeaders{SetCookie: &header}, Body: presentLogin(welcome)}, nil
}

// CreateSession signs a browser in: it returns a session cookie and creates no access token.
func (h *handlers) CreateSession(ctx context.Context, r api.CreateSessionRequestObject) (api.CreateSessionResponseObject, error) {
	welcome, err := h.signIn(ctx, r.Body, h.services.Login.StartSession)
	if err != nil {
		return nil, err
	}
	header := h.cookie(welcome.SessionSecret, welcome.Session.ExpiresAt)
	return api.CreateSession201JSONResponse{
		Headers: api.CreateSession201ResponseHeaders{SetCookie: &header},
		Body:    presentStarted(welcome),
	}, nil
}

func presentLogin(welcome authn.LoginResult) api.LoginAnswer {
	return api.LoginAnswer{
		AccessToken: welcome.AccessToken, User: presentOwnUser(welcome.User), Organization: presentOrganization(welcome.Organization),
	}
}

func presentStarted(welcome authn.LoginResult) api.Session {
	return api.Session{User: presentOwnUser(welcome.User), Organization: presentOrganization(welcome.Organization)}
}

// signIn calls a function of the login service with the body of a request, and counts the outcome.
func (h *handlers) signIn(
	ctx context.Context, body *api.Login, open func(context.Context, authn.Attempt) (authn.LoginResult, error),
) (authn.LoginResult, error) {
	attempt := attemptOf(ctx)
	attempt.Email, attempt.Password, attempt.Subdomain = body.Email, body.Password, value(body.Organization)
	if organization := hostOrganization(ctx); organization != nil {
		attempt.Organization = organization.ID
	}
	welcome, err := open(ctx, attempt)
	if isCodeRequired(err) {
		return welcome, err // the sign-in continues with its second step
	}
	h.countLogin(err)
	if err != nil {
		recordRefusedAccount(ctx, body.Email, err)
	}
	return welcome, err
}

// attemptOf returns what is known about the client that signs in.
func attemptOf(ctx context.Context) authn.Attempt {
	return authn.Attempt{Network: clientNetwork(ctx), Origin: originOf(ctx), Client: account.NewClient(clientAddress(ctx), clientAgent(ctx))}
}

func (h *handlers) countLogin(err error) {
	switch {
	case err == nil:
		h.metrics.CountLogin(telemetry.LoginSucceeded)
	case fault.Is(err, fault.Limit):
		h.metrics.CountLogin(telemetry.LoginLocked)
	case fault.Is(err, fault.Unauthenticated):
		h.metrics.CountLogin(telemetry.LoginRefused)
	}
}

// cookie returns the browser's session cookie. It is Secure if the deployment's URL is https. On plain http, as on a
// developer's machine, the browser would never send a Secure cookie back.
func (h *handlers) cookie(secret string, expires time.Time) string {
	cookie := http.Cookie{ //nolint:gosec // see above
		Name: authn.SessionCookie, Value: secret, Path: "/", Expires: expires,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: h.secureCookies,
	}
	return cookie.String()
}

// Logout ends the session. Access tokens stay valid.
func (h *handlers) Logout(ctx context.Context, _ api.LogoutRequestObject) (api.LogoutResponseObject, error) {
	if err := h.services.Login.SignOut(ctx, actorOf(ctx)); err != nil {
		return nil, err
	}
	header := h.cookie("", time.Unix(0, 0))
	return api.Logout204Response{Headers: api.Logout204ResponseHeaders{SetCookie: &header}}, nil
}

// GetMe returns the caller.
func (h *handlers) GetMe(ctx context.Context, _ api.GetMeRequestObject) (api.GetMeResponseObject, error) {
	actor := actorOf(ctx)
	user, err := h.services.Users.Get(ctx, actor.Organization, actor.User)
	if err != nil {
		return nil, err
	}
	organization, err := h.services.Organizations.Find(ctx, actor.Organization)
	if err != nil {
		return nil, err
	}
	roles, err := h.services.Roles.Get(ctx, actor.Organization, actor.User)
	if err != nil {
		return nil, err
	}
	isOperator, err := h.services.Installation.IsOperator(ctx, actor)
	if err != nil {
		return nil, err
	}
	me := api.GetMe200JSONResponse{
		User: presentOwnUser(user), Organization: presentOrganization(organization), Roles: presentRoles(roles),
		Permissions: present(actor.Role.Permissions(), func(p account.Permission) string { return string(p) }),
		Session:     presentOwnSession(actor),
	}
	if isOperator {
		me.IsOperator = &isOperator
	}
	return me, nil
}

// ChangePassword changes the caller's password, which revokes all of the caller's tokens.
func (h *handlers) ChangePassword(ctx context.Context, r api.ChangePasswordRequestObject) (api.ChangePasswordResponseObject, error) {
	actor := actorOf(ctx)
	if err := h.services.Users.CheckPassword(ctx, actor.Organization, actor.User, r.Body.NewPassword); err != nil {
		return nil, err
	}
	attempt := attemptOf(ctx)
	attempt.Password = r.Body.CurrentPassword
	if err := h.services.Login.Confirm(ctx, actor, attempt); err != nil {
		return nil, err
	}
	if actor.MustChangePassword && r.Body.NewPassword == r.Body.CurrentPassword {
		return nil, fault.New(fault.Invalid, "the new password is the one that an administrator chose").WithHint("Choose another one.")
	}
	return api.ChangePassword204Response{}, h.services.Users.SetPassword(ctx, actor, actor.User, r.Body.NewPassword)
}

// ListTokens returns the caller's access tokens.
func (h *handlers) ListTokens(ctx context.Context, r api.ListTokensRequestObject) (api.ListTokensResponseObject, error) {
	response, err := h.tokensOf(ctx, actorOf(ctx).User, page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	})
	return api.ListTokens200JSONResponse(response), err
}

func (h *handlers) tokensOf(ctx context.Context, user ids.User, params page.Params) (api.TokenList, error) {
	request, err := page.Parse(params, account.TokenOrder)
	if err != nil {
		return api.TokenList{}, err
	}
	result, err := h.services.Tokens.List(ctx, actorOf(ctx).Organization, user, request)
	if err != nil {
		return api.TokenList{}, err
	}
	info := pageInfo(request, result)
	return api.TokenList{
		Data:  present(result.Items, presentToken),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateToken creates an access token. The response is the only place that ever shows it.
func (h *handlers) CreateToken(ctx context.Context, r api.CreateTokenRequestObject) (api.CreateTokenResponseObject, error) {
	draft, err := tokenDraft(r.Body)
	if err != nil {
		return nil, err
	}
	token, secret, err := h.services.Tokens.Issue(ctx, actorOf(ctx), draft)
	if err != nil {
		return nil, err
	}
	return api.CreateToken201JSONResponse(presentNewToken(token, secret)), nil
}

// RevokeToken revokes one of the caller's tokens.
func (h *handlers) RevokeToken(ctx context.Context, r api.RevokeTokenRequestObject) (api.RevokeTokenResponseObject, error) {
	actor := actorOf(ctx)
	return api.RevokeToken204Response{}, h.services.Tokens.Revoke(ctx, actor, actor.User, ids.Token(r.TokenID))
}

// RevokeUnusedTokens revokes the caller's tokens of logins that were never used.
func (h *handlers) RevokeUnusedTokens(
	ctx context.Context, _ api.RevokeUnusedTokensRequestObject,
) (api.RevokeUnusedTokensResponseObject, error) {
	revoked, err := h.services.Tokens.RevokeUnusedLogins(ctx, actorOf(ctx))
	if err != nil {
		return nil, err
	}
	return api.RevokeUnusedTokens200JSONResponse{Revoked: revoked}, nil
}
