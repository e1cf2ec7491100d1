package schedule

import (
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Schedule starts runs in an environment without anybody asking. It belongs to its organization, not to who made it: it
// goes on when that user is gone.
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
	// Notifications are the webhooks that are told how its firings end.
	Notifications []Notification
	IsPaused      bool
	NextDue       time.Time // zero when it is paused, or set off by runs
	LastDue       time.Time // zero until it fired
	CreatedBy     ids.User
	CreatedAt     time.Time
}

// RunSpec is what a schedule runs.
type RunSpec struct {
	Job              string // id of a deployed job; empty for none
	Include, Exclude string // selectors; with a job they choose among its nodes
	Parameters       json.RawMessage
	Parallelism      int // 0 is the default
}

// Retry is what follows a run that failed.
type Retry struct {
	Count int           // how many more runs there may be; 0 is none
	Wait  time.Duration // before each of them
	From  RetryFrom
}

// RetryFrom is what a retry runs.
type RetryFrom string

// The words of the interface.
const (
	FromBeginning RetryFrom = "beginning" // everything again
	FromFailure   RetryFrom = "failure"   // what failed or was not reached
)

// OverlapPolicy is what happens when a schedule is due while an earlier firing of it is not over.
type OverlapPolicy string

// The words of the interface.
const (
	Queue    OverlapPolicy = "queue"    // the firing waits until those before it are over
	Skip     OverlapPolicy = "skip"     // the firing is left out
	Parallel OverlapPolicy = "parallel" // the firing starts at once; runs that share nodes still take turns
)

// MissedPolicy is what happens with due times that nobody saw in time, because no server was running.
type MissedPolicy string

// The words of the interface.
const (
	FireOnce   MissedPolicy = "fireOnce" // one firing makes up for all of them
	SkipMissed MissedPolicy = "skip"     // none does
)

// Order is what lists of schedules can be ordered by.
var Order = page.Fields{"id", "name", "environmentID", "createdAt", "nextDue"}

// NotFound is the fault for a schedule that is not there or that the caller may not see.
func NotFound(id string) error {
	return fault.New(fault.NotFound, "schedule %s was not found", id).WithHint("GET /api/v1/schedules lists the schedules that you can see.")
}
