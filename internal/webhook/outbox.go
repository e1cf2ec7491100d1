package webhook

import (
	"context"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Outbox stores deliveries until they are sent, for the Dispatcher.
type Outbox interface {
	// Claim leases a webhook with due deliveries and returns them. It returns nil if there is none.
	Claim(ctx context.Context, request ClaimRequest) (*Batch, error)
	// Report records the result of an attempt.
	Report(ctx context.Context, lease Lease, result AttemptResult) error
	// Release ends a lease. No server claims the webhook before pausedUntil; zero means at once.
	Release(ctx context.Context, lease Lease, pausedUntil time.Time) error
	// Clean fails the deliveries that no server sent in time and deletes old ones.
	Clean(ctx context.Context, now time.Time) error
}

// ClaimRequest asks for deliveries to send.
type ClaimRequest struct {
	Owner  string        // unique for each start of a process
	Length time.Duration // of the lease
	Now    time.Time     // deliveries that are due by then
	Limit  int           // deliveries in a batch
}

// Lease is the right to send to one webhook. One server at a time has it, so that a receiver gets its messages from one
// server, in sequence.
type Lease struct {
	Organization ids.Organization
	Webhook      ID
	Owner        string
	Epoch        int64
}

// Batch is a leased webhook with its due deliveries, oldest due first.
type Batch struct {
	Lease      Lease
	Webhook    Webhook
	Deliveries []DueDelivery
}

// DueDelivery is a delivery that is due.
type DueDelivery struct {
	ID       DeliveryID
	Kind     Kind
	Body     []byte
	Failed   int // attempts since the event or the replay
	GiveUpAt time.Time
}

// AttemptResult is the result of an attempt.
type AttemptResult struct {
	Delivery DeliveryID
	Attempt  Attempt // the store assigns its number
	State    State
	DueAt    time.Time // of the next attempt, when it is waiting
	// GiveUpAt is that of the claimed DueDelivery. A replay after the claim sets another one, which the store keeps.
	GiveUpAt time.Time
}

var errLeaseLost = errors.New("the lease was lost")

// LeaseLost returns the fault for a write under a lease that has ended.
func LeaseLost(lease Lease) error {
	return fault.Wrap(errLeaseLost, fault.Conflict, "another server has the lease on webhook %s", lease.Webhook)
}

// IsLeaseLost reports whether a write was rejected because its lease has ended.
func IsLeaseLost(err error) bool { return errors.Is(err, errLeaseLost) }
