package passwordlink

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Purpose says why a link exists.
type Purpose string

// The purposes. A recovery does not replace the link of an administrator, because everybody can request one.
const (
	Invitation Purpose = "invitation" // for a user without a password
	Reset      Purpose = "reset"      // that an administrator created
	Recovery   Purpose = "recovery"   // that somebody requested on the sign-in page
)

// Link is a link as it is stored: the hash, never the secret.
type Link struct {
	Organization ids.Organization
	User         ids.User
	Purpose      Purpose
	Hash         string
	CreatedAt    time.Time
	ExpiresAt    time.Time
}

// The pages that a link leads to.
const (
	invitationPath = "/invitation"
	resetPath      = "/reset-password"
)

// path returns the page of a link.
func (p Purpose) path() string {
	if p == Invitation {
		return invitationPath
	}
	return resetPath
}

// Store stores links.
type Store interface {
	// Create reads a user and the user's links that have not expired, calls draft, and stores the result in place of the link with
	// the same purpose, in one transaction. It deletes expired links.
	Create(ctx context.Context, by account.Actor, id ids.User, draft func(account.User, []Link) (Link, error)) (Link, error)
	// Find returns a link that has not expired, or a NotFound fault.
	Find(ctx context.Context, hash string) (Link, error)
	// Use deletes a link that has not expired and changes its user, in one transaction. It returns a NotFound fault if somebody used
	// the link before.
	Use(ctx context.Context, by account.Actor, link Link, change func(*account.User) error) (account.User, error)
	// Refuse records that a request for a recovery was refused.
	Refuse(ctx context.Context, refusal account.Refusal) error
}

// NotValid is the fault of a link that cannot be used. It does not say why: nobody but its owner should learn that it existed.
func NotValid() error {
	return fault.New(fault.NotFound, "the link is not valid: it has expired, was used before, or a newer one replaced it").
		WithHint("Request a new link on the sign-in page, or ask an administrator of your organization.")
}
