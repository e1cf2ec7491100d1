package schedule

import (
	"slices"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Firing is one due time of a schedule, and what came of it. A schedule has one for each due time, whatever happens.
type Firing struct {
	Schedule ids.Schedule
	Due      time.Time
	Cause    Cause
	After    ids.Run // that set it off; 0 unless a run did
	State    FiringState
	Attempt  int       // 1 for the first
	Run      ids.Run   // of the last attempt that started one; 0 before
	Started  time.Time // when the first attempt started its run; zero before
	ReadyAt  time.Time // when the next attempt may begin; of one that is due
	Reason   string    // why it failed, was skipped or missed, or is tried again
}

// FiringState is how a firing goes.
//
//	        ┌── a server starts its run ──▶ started ──┬─ the run completed ─▶ completed
//	due ────┤                                 │       ├─ it was canceled ───▶ canceled
//	 ▲ ▲    └── it cannot be started ─────────┤       └─ it failed ─────────▶ failed
//	 │ │                                      │
//	 │ └────── there are retries left ────────┘
//	queued     waits until those before it are over
//	skipped    another one was not over, and the schedule says so
//	missed     nobody looked in time
//
// Nothing leaves completed, canceled, failed, skipped and missed.
type FiringState string

// The states of the interface.
const (
	FiringDue       FiringState = "due"
	FiringQueued    FiringState = "queued"
	FiringStarted   FiringState = "started"
	FiringCompleted FiringState = "completed"
	FiringCanceled  FiringState = "canceled"
	FiringFailed    FiringState = "failed"
	FiringSkipped   FiringState = "skipped"
	FiringMissed    FiringState = "missed"
)

// firingMoves is the whole machine of firings. One begins as due, queued, skipped or missed; one that is due and whose
// attempt cannot be started is due again.
var firingMoves = map[FiringState][]FiringState{
	FiringQueued:  {FiringDue},
	FiringDue:     {FiringDue, FiringStarted, FiringFailed},
	FiringStarted: {FiringDue, FiringCompleted, FiringCanceled, FiringFailed},
}

// IsOver reports whether nothing more comes of a firing.
func (s FiringState) IsOver() bool { return len(firingMoves[s]) == 0 }

// CanMove reports whether a firing may go from this state to another.
func (s FiringState) CanMove(to FiringState) bool { return slices.Contains(firingMoves[s], to) }

// Cause is what set a firing off.
type Cause string

// The causes.
const (
	ByTime   Cause = "time"
	ByRun    Cause = "run"
	ByPerson Cause = "person"
)

// MaxOpenFirings is how many firings of a schedule may be under way or waiting. One that is due beyond that is skipped: whatever
// it is that does not come to an end would otherwise be started again and again.
const MaxOpenFirings = 100

// FiringOrder is what lists of firings can be ordered by. The id of a firing is its due time.
var FiringOrder = page.Fields{"id", "dueAt", "state"}
