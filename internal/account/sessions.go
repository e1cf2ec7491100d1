package account

import (
	"context"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// SessionOrder lists the fields that lists of sessions can be ordered by.
var SessionOrder = page.Fields{"id", "createdAt"}

// SessionStore stores the sessions of users.
type SessionStore interface {
	// List returns the sessions of a user that have not ended.
	List(ctx context.Context, organization ids.Organization, user ids.User, request page.Request) (page.Result[Session], error)
	// ListAll returns the sessions of all users of an organization that have not ended.
	ListAll(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[OwnedSession], error)
	// End ends one session of a user.
	End(ctx context.Context, by Actor, user ids.User, id ids.Session) error
	// EndAll ends the sessions of a user, except one if it is not empty. It returns how many.
	EndAll(ctx context.Context, by Actor, user ids.User, except ids.Session) (int, error)
}

// Sessions is the service for the sessions of users.
type Sessions struct{ store SessionStore }

// NewSessions creates the service.
func NewSessions(store SessionStore) *Sessions { return &Sessions{store: store} }

// List returns the sessions of a user of the organization.
func (s *Sessions) List(
	ctx context.Context, organization ids.Organization, user ids.User, request page.Request,
) (page.Result[Session], error) {
	return s.store.List(ctx, organization, user, request)
}

// End ends one session of a user.
func (s *Sessions) End(ctx context.Context, by Actor, user ids.User, id ids.Session) error {
	return s.store.End(ctx, by, user, id)
}

// EndOthers ends all sessions of the actor, except the one that the request uses. It returns how many.
func (s *Sessions) EndOthers(ctx context.Context, by Actor) (int, error) {
	return s.store.EndAll(ctx, by, by.User, by.Credential.Session)
}

// EndAll ends all sessions of a user. It returns how many.
func (s *Sessions) EndAll(ctx context.Context, by Actor, user ids.User) (int, error) {
	return s.store.EndAll(ctx, by, user, "")
}

// SessionNotFound is the fault for a session that does not exist or belongs to another user.
func SessionNotFound(id ids.Session) error {
	return fault.New(fault.NotFound, "session %s was not found", id).WithHint("GET /api/v1/auth/sessions lists your sessions.")
}

// ErrUnconfirmed is the cause of the fault of RequireConfirmation, for those who record refusals.
var ErrUnconfirmed = errors.New("the sign-in is too old")

// RequireConfirmation rejects a browser whose user has not entered the password for a while. Somebody else may sit there. A token
// needs no confirmation: it proves nothing about a person.
func (a *Actor) RequireConfirmation(now time.Time) error {
	if a.Credential.Session == "" || now.Sub(a.ConfirmedAt) < ConfirmationAge {
		return nil
	}
	return fault.Wrap(ErrUnconfirmed, fault.Forbidden, "you signed in more than %d minutes ago", int(ConfirmationAge.Minutes())).
		WithHint("Confirm your password with POST /api/v1/auth/confirm, or sign in again.")
}
