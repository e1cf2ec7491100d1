package account

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/ids"
)

// SignInRequestLifetime is how long a person may take at the provider.
const SignInRequestLifetime = 10 * time.Minute

// SignInRequest is a sign-in that waits for the response of an identity provider. It counts once.
type SignInRequest struct {
	StateHash    string
	Organization ids.Organization
	BrowserHash  string // of the cookie of the browser that began it
	Sealed       string // what the response is checked with
	// SealedIdentity is the identity that a SAML response contained; empty before.
	SealedIdentity string
	ExpiresAt      time.Time
}

// SignInRequestStore stores sign-in requests, on all servers of a deployment.
type SignInRequestStore interface {
	Create(ctx context.Context, request SignInRequest) error
	// Find returns a request that has not expired, or a NotFound fault.
	Find(ctx context.Context, stateHash string) (SignInRequest, error)
	// Answer stores the identity of a request that has none. It returns a NotFound fault if there is one already, or no request.
	Answer(ctx context.Context, stateHash, sealedIdentity string) error
	// Take deletes a request and returns it. It returns a NotFound fault if it has expired or somebody took it before.
	Take(ctx context.Context, stateHash string) (SignInRequest, error)
}
