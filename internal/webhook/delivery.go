package webhook

import (
	"time"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// DeliveryID is a delivery's id, a UUID that grows with time. It is the webhook-id of its message, by which receivers
// recognize a repetition.
type DeliveryID string

// NewDeliveryID returns a new id.
func NewDeliveryID() DeliveryID { return DeliveryID(uuid.Must(uuid.NewV7()).String()) }

// State is the state of a delivery.
//
//	          a status of 2xx
//	waiting ──────────────────▶ delivered
//	 ▲  │ ▲                         │
//	 │  └─┘ retried                 │
//	 │  │                           │
//	 │  └─ 24 hours are over ──▶ failed
//	 │                              │
//	 └────────── replay ────────────┘
type State string

// The states of a delivery.
const (
	Waiting   State = "waiting"
	Delivered State = "delivered"
	Failed    State = "failed"
)

// Delivery is one event for one webhook.
type Delivery struct {
	ID        DeliveryID
	Webhook   ID
	Kind      Kind
	Run       ids.Run // 0 if the event is not about a run
	Body      []byte
	State     State
	CreatedAt time.Time
	DueAt     time.Time // of the next attempt; meaningful only while it is waiting
	GiveUpAt  time.Time
	EndedAt   time.Time // zero while it is waiting
	Attempts  []Attempt // oldest first; the last KeepAttempts
}

// Attempt is one attempt to deliver a message.
type Attempt struct {
	Number    int // from 1
	StartedAt time.Time
	Took      time.Duration
	Status    int    // of the response; 0 if there was none
	Answer    string // the first KeepAnswer bytes of its body
	Problem   string // why it failed, in one line; empty if it was delivered
}

// DeliveryOrder lists the fields that a list of deliveries can be ordered by.
var DeliveryOrder = page.Fields{"id", "createdAt", "state"}

// DeliveryNotFound returns the fault for a delivery that does not exist.
func DeliveryNotFound(id string) error {
	return fault.New(fault.NotFound, "delivery %s was not found", id).
		WithHint("GET /api/v1/webhooks/{id}/deliveries lists the deliveries of the last %d days.", int(KeepFor/(24*time.Hour)))
}

// DeliveryQuery selects the deliveries of a list.
type DeliveryQuery struct {
	Organization ids.Organization
	Webhook      ID
	Page         page.Request
}

// How much of the delivery log is kept.
const (
	KeepFor      = 30 * 24 * time.Hour // after a delivery ended
	KeepEnded    = 10_000              // of each webhook
	KeepWaiting  = 100_000             // of each webhook; older ones fail
	KeepAttempts = 50                  // of each delivery
	KeepAnswer   = 1024                // bytes of each response
)
