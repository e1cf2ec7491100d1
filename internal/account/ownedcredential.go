package account

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// OwnedToken is a token in the list of all tokens of an organization.
type OwnedToken struct {
	Token

	Email   string // of its user
	Address string // of the client that used it last; empty if it was never used
}

// OwnedSession is a session in the list of all sessions of an organization.
type OwnedSession struct {
	Session

	Email string // of its user
}

// The fields that the lists of an organization's tokens and sessions can be ordered by.
var (
	OwnedTokenOrder   = page.Fields{"id", "name", "createdAt", "lastUsedAt"}
	OwnedSessionOrder = page.Fields{"id", "createdAt", "lastUsedAt"}
)

// ListAll returns the tokens of all users of an organization.
func (s *Tokens) ListAll(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[OwnedToken], error) {
	return s.store.ListAll(ctx, organization, request)
}

// ListAll returns the sessions of all users of an organization.
func (s *Sessions) ListAll(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[OwnedSession], error) {
	return s.store.ListAll(ctx, organization, request)
}
