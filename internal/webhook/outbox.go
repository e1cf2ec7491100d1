package webhook

import (
	"errors"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// ClaimRequest is who asks for deliveries to send.
type ClaimRequest struct {
	Owner  string        // unique for each start of a process
	Length time.Duration // of the lease
	Now    time.Time     // what is due by then
	Most   int           // letters in a round
}

// Lease is the right to send to one webhook. One server at a time has it, so a receiver gets its messages from one hand,
// one after the other.
type Lease struct {
	Organization ids.Organization
	Webhook      ID
	Owner        string
	Epoch        int64
}

// Batch is a lane with what is to be sent on it now, oldest due first.
type Batch struct {
	Lane    Lease
	Webhook Webhook
	Letters []DueDelivery
}

// DueDelivery is a delivery that is due.
type DueDelivery struct {
	Delivery DeliveryID
	Kind     Kind
	Body     []byte
	Failed   int // attempts since the event or the replay
	GiveUpAt time.Time
}

// AttemptResult is what came of an attempt.
type AttemptResult struct {
	Delivery DeliveryID
	Attempt  Attempt // its number is the store's to give
	State    State
	DueAt    time.Time // of the next attempt, when it is waiting
	// GiveUpAt is that of the letter. A replay since the letter was claimed gives the delivery another one, and stays.
	GiveUpAt time.Time
}

// Pause keeps a lane shut for a while after a failure, so that many messages to a receiver that is not there do not take
// the place of those to others.
type Pause struct {
	Until time.Time // zero is not at all
}

var errLost = errors.New("the lane has passed")

// LeaseLost is the fault for a change under a lane that has passed.
func LeaseLost(lane Lease) error {
	return fault.Wrap(errLost, fault.Conflict, "webhook %s is in other hands", lane.Webhook)
}

// IsLeaseLost reports whether a change was refused because its lane has passed.
func IsLeaseLost(err error) bool { return errors.Is(err, errLost) }
