package singlesignon

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// unknownToken is a token and a code that no provider has issued.
const unknownToken = "test-of-the-client"

// clientResponse is what a provider responds to a request with the credentials of a client.
type clientResponse struct {
	status int
	code   string // of the error; empty for none
}

// isClientRejected reports whether the client's credentials are wrong.
func (r clientResponse) isClientRejected() bool {
	return r.status == http.StatusUnauthorized || r.code == "invalid_client" || r.code == "unauthorized_client"
}

// revoke revokes an unknown token, which succeeds for every client.
func (d discovered) revoke(ctx context.Context, config *oauth2.Config) (clientResponse, error) {
	form := url.Values{"token": {unknownToken}}
	if d.authStyle == oauth2.AuthStyleInParams {
		form.Set("client_id", config.ClientID)
		form.Set("client_secret", config.ClientSecret)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, d.metadata.RevocationURL, strings.NewReader(form.Encode()))
	if err != nil {
		return clientResponse{}, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if d.authStyle == oauth2.AuthStyleInHeader {
		request.SetBasicAuth(url.QueryEscape(config.ClientID), url.QueryEscape(config.ClientSecret))
	}
	response, err := d.client.Do(request)
	if err != nil {
		return clientResponse{}, err
	}
	defer func() { _ = response.Body.Close() }() // nothing was written
	var body struct {
		Error string `json:"error"`
	}
	_ = json.NewDecoder(response.Body).Decode(&body) // a success has no body
	return clientResponse{status: response.StatusCode, code: body.Error}, nil
}

// exchangeUnknown exchanges an unknown code.
func (d discovered) exchangeUnknown(ctx context.Context, config *oauth2.Config) (clientResponse, error) {
	_, err := config.Exchange(oidc.ClientContext(ctx, d.client), unknownToken, oauth2.VerifierOption(oauth2.GenerateVerifier()))
	refused, ok := errors.AsType[*oauth2.RetrieveError](err)
	if !ok {
		return clientResponse{}, errors.Join(err, errors.New("the provider did not reject an unknown code"))
	}
	return clientResponse{status: refused.Response.StatusCode, code: refused.ErrorCode}, nil
}

// exchangeFailure returns the failure of a request to the token endpoint.
func exchangeFailure(err error) error {
	refused, ok := errors.AsType[*oauth2.RetrieveError](err)
	if !ok {
		return ProviderUnavailable.because(err)
	}
	response := clientResponse{status: refused.Response.StatusCode, code: refused.ErrorCode}
	switch {
	case response.isClientRejected():
		return ClientRejected.because(err)
	case response.status < http.StatusInternalServerError && response.code != "":
		return CodeRejected.because(err)
	default:
		return ProviderUnavailable.because(err)
	}
}
