package schedule

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Store stores schedules and reads their firings. Package scheduler declares another interface for firing them.
type Store interface {
	// Create stores a schedule. It fails with Limit if the organization has MaxSchedules, and with Invalid if the
	// schedule would trigger itself or names a schedule or webhook that the actor cannot see.
	Create(ctx context.Context, by account.Actor, schedule Schedule) (Schedule, error)
	// Find returns a schedule.
	Find(ctx context.Context, organization ids.Organization, id ids.Schedule) (Schedule, error)
	// List returns a page of the visible schedules.
	List(ctx context.Context, query Query) (page.Result[Schedule], error)
	// Change reads a schedule, calls change and stores the result, with the checks of Create.
	Change(ctx context.Context, by account.Actor, id ids.Schedule, change func(*Schedule) error) (Schedule, error)
	// Delete deletes a schedule and its firings. Runs that it started stay.
	Delete(ctx context.Context, by account.Actor, id ids.Schedule) error
	// Fire adds a firing that a user requested, claimed by the caller for the length of the lease. With Skip it fails
	// with Conflict if another firing has not ended.
	Fire(ctx context.Context, by account.Actor, id ids.Schedule, lease ClaimRequest) (Attempt, error)
	// Firings returns a page of the firings of a schedule.
	Firings(ctx context.Context, query FiringQuery) (page.Result[Firing], error)
}

// ClaimRequest asks for a lease on firings: the right to start their runs until it expires. The lease prevents
// duplicate work; that a firing starts one run does not depend on it.
type ClaimRequest struct {
	Owner  string
	Now    time.Time
	Length time.Duration
}

// DueTimes is the current time and the next due times.
type DueTimes struct {
	Now   time.Time
	Due   time.Time // the earliest due time of a schedule; zero if there is none
	Ready time.Time // when a firing can be claimed; zero if there is none
}

// Query selects the schedules of a list.
type Query struct {
	Sees        account.Visibility
	Environment ids.Environment // 0 means all environments
	Page        page.Request
}

// FiringQuery selects the firings of a list.
type FiringQuery struct {
	Organization ids.Organization
	Schedule     ids.Schedule
	States       []FiringState // empty for every state
	Page         page.Request
}
