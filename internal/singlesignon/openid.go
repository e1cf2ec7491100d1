package singlesignon

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/millrace/millrace/internal/account"
)

// clockSkew is how far the clocks of a provider and of this server may differ.
const clockSkew = time.Minute

// startOpenID sends the browser to an OpenID provider.
func (s *Service) startOpenID(ctx context.Context, provider *account.IdentityProvider, origin string, content pending) (Redirect, error) {
	found, err := s.discover(ctx, provider)
	if err != nil {
		return Redirect{}, err
	}
	content.Issuer, content.RedirectURI = provider.Issuer, origin+CallbackPath
	content.Nonce, content.Verifier = rand.Text(), oauth2.GenerateVerifier()
	state, browser, err := s.newRequest(ctx, provider.Organization, content)
	if err != nil {
		return Redirect{}, err
	}
	config := found.config(provider, "", content.RedirectURI)
	url := config.AuthCodeURL(state, oidc.Nonce(content.Nonce), oauth2.S256ChallengeOption(content.Verifier))
	return Redirect{URL: url, Browser: browser}, nil
}

// config returns the settings of a client of the provider.
func (d discovered) config(provider *account.IdentityProvider, secret, redirectURI string) *oauth2.Config {
	endpoint := d.provider.Endpoint()
	endpoint.AuthStyle = d.authStyle
	return &oauth2.Config{
		ClientID: provider.ClientID, ClientSecret: secret, RedirectURL: redirectURI, Endpoint: endpoint,
		Scopes: append([]string{oidc.ScopeOpenID, "email", "profile"}, provider.Scopes...),
	}
}

// exchange exchanges the code of a response for an ID token, and returns the identity in it.
func (s *Service) exchange(ctx context.Context, provider *account.IdentityProvider, content pending, response Response) (account.ExternalIdentity, error) {
	var none account.ExternalIdentity
	if content.Issuer != provider.Issuer || (response.Issuer != "" && response.Issuer != content.Issuer) {
		return none, ResponseInvalid.because(errors.New("the response is of another issuer"))
	}
	if response.Error != "" || response.Code == "" {
		return none, ProviderRefused.because(errors.New("error of the provider: " + response.Error))
	}
	found, err := s.discover(ctx, provider)
	if err != nil {
		return none, err
	}
	secret, err := s.secret(provider)
	if err != nil {
		return none, err
	}
	ctx = oidc.ClientContext(ctx, found.client)
	token, err := found.config(provider, secret, content.RedirectURI).Exchange(ctx, response.Code, oauth2.VerifierOption(content.Verifier))
	if err != nil {
		return none, exchangeFailure(err)
	}
	return s.verify(ctx, found, provider, token, content.Nonce)
}

// verify verifies the tokens of a provider and returns the identity in them.
func (s *Service) verify(
	ctx context.Context, found discovered, provider *account.IdentityProvider, token *oauth2.Token, nonce string,
) (account.ExternalIdentity, error) {
	var none account.ExternalIdentity
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return none, ResponseInvalid.because(errors.New("the provider sent no ID token"))
	}
	// The library allows no difference of clocks for the expiry, and five minutes for the time before which a token is not valid.
	now := func() time.Time { return s.Now().Add(-clockSkew) }
	verified, err := found.provider.Verifier(&oidc.Config{ClientID: provider.ClientID, Now: now}).Verify(ctx, raw)
	switch {
	case err != nil:
		return none, ResponseInvalid.because(err)
	case verified.Nonce != nonce:
		return none, ResponseInvalid.because(errors.New("the ID token has another nonce"))
	case verified.Subject == "":
		return none, ResponseInvalid.because(errors.New("the ID token has no subject"))
	}
	if verified.AccessTokenHash != "" {
		if err := verified.VerifyAccessToken(token.AccessToken); err != nil {
			return none, ResponseInvalid.because(err)
		}
	}
	claims, err := claimsOf(verified, provider.ClientID)
	if err != nil {
		return none, ResponseInvalid.because(err)
	}
	if claims, err = s.complete(ctx, found, provider, claims, token); err != nil {
		return none, err
	}
	return claims.identity(verified, provider.GroupClaim), nil
}

// complete adds the claims that the provider only returns at its userinfo endpoint.
func (s *Service) complete(
	ctx context.Context, found discovered, provider *account.IdentityProvider, claims claimSet, token *oauth2.Token,
) (claimSet, error) {
	_, hasGroups := claims.lookUp(provider.GroupClaim)
	if found.provider.UserInfoEndpoint() == "" || (claims.hasEmail() && (hasGroups || provider.GroupClaim == "")) {
		return claims, nil
	}
	info, err := found.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return nil, ProviderUnavailable.because(err)
	}
	var more claimSet
	if err := info.Claims(&more); err != nil {
		return nil, ResponseInvalid.because(err)
	}
	if more.text("sub") != claims.text("sub") {
		return nil, ResponseInvalid.because(errors.New("the userinfo endpoint returned another subject"))
	}
	return claims.with(more), nil
}
