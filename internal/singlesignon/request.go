package singlesignon

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// pending is what a response is checked with. It is stored sealed.
type pending struct {
	Kind        account.ProviderKind `json:"kind"`
	Issuer      string               `json:"issuer"` // a provider that was replaced meanwhile must not answer
	RedirectURI string               `json:"redirectURI"`
	ReturnTo    string               `json:"returnTo"`
	Nonce       string               `json:"nonce,omitempty"`
	Verifier    string               `json:"verifier,omitempty"`  // of PKCE
	RequestID   string               `json:"requestID,omitempty"` // of SAML
	Browser     string               `json:"-"`                   // only its hash is stored
}

// newRequest stores a sign-in request. It returns the state for the provider and the secret for the browser's cookie.
func (s *Service) newRequest(ctx context.Context, organization ids.Organization, content pending) (state, browser string, err error) {
	plain, err := json.Marshal(content)
	if err != nil {
		return "", "", err
	}
	state, browser = newSecret(), content.Browser
	if len(browser) != len(state) {
		browser = newSecret()
	}
	request := account.SignInRequest{
		StateHash: s.Hasher.HashToken(state), Organization: organization, BrowserHash: s.Hasher.HashToken(browser),
		ExpiresAt: s.Now().Add(account.SignInRequestLifetime),
	}
	if request.Sealed, err = s.Sealer.Seal(plain, requestContext(request.StateHash)); err != nil {
		return "", "", err
	}
	return state, browser, s.Requests.Create(ctx, request)
}

// newSecret returns 256 random bits.
func newSecret() string { return rand.Text() + rand.Text() }

func requestContext(stateHash string) string  { return "signInRequest/" + stateHash }
func identityContext(stateHash string) string { return "signInIdentity/" + stateHash }

// takeRequest takes the request of a state, once. It takes it also for another browser, because a state that others know is
// not to be used any more.
func (s *Service) takeRequest(ctx context.Context, state, browser string) (account.SignInRequest, pending, error) {
	request, err := s.Requests.Take(ctx, s.Hasher.HashToken(state))
	if fault.Is(err, fault.NotFound) {
		return request, pending{}, RequestUnknown.because(err)
	}
	if err != nil {
		return request, pending{}, err
	}
	if subtle.ConstantTimeCompare([]byte(request.BrowserHash), []byte(s.Hasher.HashToken(browser))) != 1 {
		return request, pending{}, RequestUnknown.because(nil)
	}
	content, err := s.openRequest(request)
	return request, content, err
}

func (s *Service) openRequest(request account.SignInRequest) (content pending, err error) {
	plain, err := s.Sealer.Open(request.Sealed, requestContext(request.StateHash))
	if err != nil {
		return content, err
	}
	return content, json.Unmarshal(plain, &content)
}
