package webhook

import (
	"time"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// DeliveryID is a delivery's id, a UUID that grows with time. It is the webhook-id of its message, by which receivers know
// a repetition.
type DeliveryID string

// NewDeliveryID makes an id up.
func NewDeliveryID() DeliveryID { return DeliveryID(uuid.Must(uuid.NewV7()).String()) }

// State is how a delivery is going.
//
//	          an answer of 2xx
//	waiting ──────────────────▶ delivered
//	 ▲  │ ▲                         │
//	 │  └─┘ tried again             │
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

// Delivery is a message to one webhook.
type Delivery struct {
	ID        DeliveryID
	Webhook   ID
	Kind      Kind
	Run       ids.Run // 0 when it is not about a run
	Body      []byte
	State     State
	CreatedAt time.Time
	DueAt     time.Time // of the next attempt; means nothing unless it is waiting
	GiveUpAt  time.Time
	EndedAt   time.Time // zero while it is waiting
	Attempts  []Attempt // oldest first; of very many only the last
}

// Attempt is one try to deliver a message.
type Attempt struct {
	Number    int // from 1
	StartedAt time.Time
	Took      time.Duration
	Status    int    // of the answer; 0 when there was none
	Answer    string // its beginning
	Problem   string // why it failed, one line for people; empty when it was delivered
}

// DeliveryOrder is what lists of deliveries can be ordered by.
var DeliveryOrder = page.Fields{"id", "createdAt", "state"}

// DeliveryNotFound is the fault for a delivery that is not there.
func DeliveryNotFound(id string) error {
	return fault.New(fault.NotFound, "delivery %s was not found", id).
		WithHint("GET /api/v1/webhooks/{id}/deliveries lists those of the last %d days.", int(KeepFor/(24*time.Hour)))
}

// DeliveryQuery is which deliveries a list shows.
type DeliveryQuery struct {
	Organization ids.Organization
	Webhook      ID
	Page         page.Request
}

// How much of the log is kept.
const (
	KeepFor      = 30 * 24 * time.Hour // after a delivery ended
	KeepEnded    = 10_000              // of each webhook
	KeepWaiting  = 100_000             // of each webhook; older ones are given up
	KeepAttempts = 50                  // of each delivery
	KeepAnswer   = 1024                // bytes of each answer
)
