package schedule

import (
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Schedule starts runs in an environment without anybody asking. It belongs to its organisation, not to who made it: it
// goes on when that user is gone.
type Schedule struct {
	Organization ids.Organization
	ID           ids.Schedule
	Environment  ids.Environment
	Name         string
	Work         Work
	Trigger      Trigger
	Retry        Retry
	Overlap      Overlap
	Missed       Missed
	// Notifications are the webhooks that are told how its firings end.
	Notifications []Notification
	IsPaused      bool
	NextDue       time.Time // zero when it is paused, or set off by runs
	LastDue       time.Time // zero until it fired
	CreatedBy     ids.User
	CreatedAt     time.Time
}

// Work is what a schedule runs.
type Work struct {
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

// Overlap is what happens when a schedule is due while an earlier firing of it is not over.
type Overlap string

// The words of the interface.
const (
	Queue    Overlap = "queue"    // the firing waits until those before it are over
	Skip     Overlap = "skip"     // the firing is left out
	Parallel Overlap = "parallel" // the firing starts at once; runs that share nodes still take turns
)

// Missed is what happens with due times that nobody saw in time, because no server was running.
type Missed string

// The words of the interface.
const (
	FireOnce   Missed = "fireOnce" // one firing makes up for all of them
	SkipMissed Missed = "skip"     // none does
)

// Order is what lists of schedules can be ordered by.
var Order = page.Fields{"id", "name", "environmentID", "createdAt", "nextDue"}

// NotFound is the fault for a schedule that is not there or that the caller may not see.
func NotFound(id string) error {
	return fault.New(fault.NotFound, "schedule %s was not found", id).WithHint("GET /api/v1/schedules lists the schedules that you can see.")
}
