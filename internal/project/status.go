package project

import (
	"slices"

	"github.com/millrace/millrace/internal/fault"
)

// Status is what an environment, or a workspace with its development runs, is doing. It starts in Initializing, goes to
// Waiting, and from there round three loops:
//
//	Waiting ──deploy──▶ Deploying        Waiting ──refresh──▶ Refreshing      Waiting ──run──▶ Running Dev Run
//	   ▲                 │  │  ▲            ▲                  │  │  ▲           ▲                │  │  ▲
//	   └──────good───────┘  │  │            └───────good───────┘  │  │           └─────good───────┘  │  │
//	                  fails │  │ deploy                     fails │  │ refresh                 fails │  │ run
//	                        ▼  │ again                            ▼  │ again                         ▼  │ again
//	                  Failed Deploy                        Failed Refresh                      Failed Dev Run
//
// Two moves go from loop to loop. Failed Refresh blocks nothing: a deploy may start from it. Failed Deploy blocks a refresh
// unless it is forced; a forced one goes back to Failed Deploy when it ends, because only a good deploy clears it.
//
// Every status may go to Deleting, and nothing leaves Deleting.
type Status string

// The nine statuses, as the API names them.
const (
	Initializing  Status = "Initializing"
	Waiting       Status = "Waiting"
	Deploying     Status = "Deploying"
	FailedDeploy  Status = "Failed Deploy"
	Refreshing    Status = "Refreshing"
	FailedRefresh Status = "Failed Refresh"
	RunningDevRun Status = "Running Dev Run"
	FailedDevRun  Status = "Failed Dev Run"
	Deleting      Status = "Deleting"
)

// moves lists all transitions. Deleting can follow every status and is not listed.
var moves = map[Status][]Status{
	Initializing:  {Waiting},
	Waiting:       {Deploying, Refreshing, RunningDevRun},
	Deploying:     {Waiting, FailedDeploy},
	FailedDeploy:  {Deploying, Refreshing},
	Refreshing:    {Waiting, FailedRefresh, FailedDeploy},
	FailedRefresh: {Deploying, Refreshing},
	RunningDevRun: {Waiting, FailedDevRun},
	FailedDevRun:  {RunningDevRun},
}

// CanMove reports whether an environment may change from one status to another.
func CanMove(from, to Status) bool {
	if to == Deleting {
		_, known := moves[from]
		return known
	}
	return slices.Contains(moves[from], to)
}

// Move returns a conflict if a transition is not allowed.
func Move(from, to Status) error {
	if CanMove(from, to) {
		return nil
	}
	return fault.New(fault.Conflict, "an environment cannot change from %q to %q", from, to).
		WithHint("Wait until it is %q.", Waiting)
}
