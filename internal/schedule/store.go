package schedule

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Store keeps schedules and shows what came of them. What fires them has an interface of its own in package scheduler.
type Store interface {
	// Create stores a schedule. It fails with Limit when the organization has MaxSchedules, and with Invalid when the
	// schedule would set itself off or names another, or a webhook, that the actor cannot see.
	Create(ctx context.Context, by account.Actor, schedule Schedule) (Schedule, error)
	// Find gives a schedule.
	Find(ctx context.Context, organization ids.Organization, id ids.Schedule) (Schedule, error)
	// List gives a page of the schedules that can be seen.
	List(ctx context.Context, query Query) (page.Result[Schedule], error)
	// Change reads a schedule, lets change decide and stores the result, with the checks of Create.
	Change(ctx context.Context, by account.Actor, id ids.Schedule, change func(*Schedule) error) (Schedule, error)
	// Delete takes a schedule away with its firings. Runs that it started stay.
	Delete(ctx context.Context, by account.Actor, id ids.Schedule) error
	// Fire adds a firing that a person asked for, and leaves it to the caller for as long as the lease. With Skip it fails
	// with Conflict when another firing is not over.
	Fire(ctx context.Context, by account.Actor, id ids.Schedule, lease ClaimRequest) (Attempt, error)
	// Firings gives a page of the firings of a schedule.
	Firings(ctx context.Context, query FiringQuery) (page.Result[Firing], error)
}

// ClaimRequest is the right to start a run for a firing, until a moment. It keeps others from trying the same; that a firing
// starts one run does not depend on it.
type ClaimRequest struct {
	Owner  string
	Now    time.Time
	Length time.Duration
}

// DueTimes says what time it is and when something is due.
type DueTimes struct {
	Now   time.Time
	Due   time.Time // the earliest due time of a schedule; zero is none
	Ready time.Time // when a firing can be taken; zero is none
}

// Query is which schedules a list shows.
type Query struct {
	Sees        account.Visibility
	Environment ids.Environment // 0 is every environment
	Page        page.Request
}

// FiringQuery is which firings a list shows.
type FiringQuery struct {
	Organization ids.Organization
	Schedule     ids.Schedule
	Page         page.Request
}
