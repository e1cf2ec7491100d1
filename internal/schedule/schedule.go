package schedule

import (
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Schedule starts runs in an environment automatically, with the permissions of its owner. The server pauses it when the
// owner is disabled or deleted, or may no longer run the environment. An administrator can take it over.
type Schedule struct {
	Organization ids.Organization
	ID           ids.Schedule
	Environment  ids.Environment
	Name         string
	Run          RunSpec
	Trigger      Trigger
	Retry        Retry
	Overlap      OverlapPolicy
	Missed       MissedPolicy
	// Notifications lists the webhooks that are notified of the ends of its firings.
	Notifications []Notification
	IsPaused      bool
	NextDue       time.Time // zero if it is paused or has no cron trigger
	LastDue       time.Time // zero until it fires
	PauseReason   string    // why the server paused it; empty if it is not paused or a user paused it
	Owner         ids.User  // empty for the server itself
	OwnerEmail    string    // read only
	CreatedBy     ids.User
	CreatedAt     time.Time
}

// RunSpec is what a schedule runs.
type RunSpec struct {
	Job              string // id of a deployed job; empty for none
	Include, Exclude string // selectors; with a job they select among its nodes
	Parameters       json.RawMessage
	Parallelism      int // 0 means the default
}

// Retry configures the attempts after a failed run.
type Retry struct {
	Count int           // number of further runs; 0 means none
	Wait  time.Duration // before each of them
	From  RetryFrom
}

// RetryFrom selects what a retry runs.
type RetryFrom string

// The values, as the API names them.
const (
	FromBeginning RetryFrom = "beginning" // all nodes
	FromFailure   RetryFrom = "failure"   // the nodes that failed or did not run
)

// OverlapPolicy decides what happens if a schedule is due while an earlier firing has not ended.
type OverlapPolicy string

// The values, as the API names them.
const (
	Queue    OverlapPolicy = "queue"    // the firing waits until earlier ones have ended
	Skip     OverlapPolicy = "skip"     // the firing is skipped
	Parallel OverlapPolicy = "parallel" // the firing starts at once; runs that share nodes still run in sequence
)

// MissedPolicy decides what happens with due times that passed while no server was running.
type MissedPolicy string

// The values, as the API names them.
const (
	FireOnce   MissedPolicy = "fireOnce" // one firing replaces all of them
	SkipMissed MissedPolicy = "skip"     // none of them fires
)

// Order lists the fields that a list of schedules can be ordered by.
var Order = page.Fields{"id", "name", "environmentID", "createdAt", "nextDue"}

// CannotResume returns the fault for a schedule whose owner may not start its runs.
func CannotResume(id ids.Schedule, reason string) error {
	return fault.New(fault.Conflict, "schedule %s cannot be resumed: %s", id, reason).
		WithHint("An administrator can take it over: millrace schedules take-over, or POST /api/v1/schedules/{scheduleID}/takeOver.")
}

// NotFound returns the fault for a schedule that does not exist or that the caller may not see.
func NotFound(id string) error {
	return fault.New(fault.NotFound, "schedule %s was not found", id).WithHint("GET /api/v1/schedules lists the schedules that you can see.")
}
