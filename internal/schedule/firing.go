package schedule

import (
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Firing is one due time of a schedule and its result. A schedule has exactly one per due time.
type Firing struct {
	Schedule ids.Schedule
	Due      time.Time
	Cause    Cause
	After    ids.Run // the run that triggered it; 0 for other causes
	State    FiringState
	Attempt  int       // 1 for the first
	Run      ids.Run   // of the last attempt that started one; 0 before
	Started  time.Time // when the first attempt started its run; zero before that
	ReadyAt  time.Time // when the next attempt may start; only while it is due
	Reason   string    // why it failed, was skipped, missed or retried
}

// FiringState is how a firing goes.
//
//	        ┌── a server starts its run ──▶ started ──┬─ the run completed ─▶ completed
//	due ────┤                                 │       ├─ it was canceled ───▶ canceled
//	 ▲ ▲    └── it cannot be started ─────────┤       └─ it failed ─────────▶ failed
//	 │ │                                      │
//	 │ └────── there are retries left ────────┘
//	queued     waits until earlier ones have ended
//	skipped    an earlier one had not ended, and the schedule skips
//	missed     no server handled it in time
//
// Nothing leaves completed, canceled, failed, skipped and missed.
type FiringState string

// The states, as the API names them.
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

// firingStates returns all states, in the order of the API.
func firingStates() []FiringState {
	return []FiringState{FiringDue, FiringQueued, FiringStarted, FiringCompleted, FiringFailed, FiringCanceled, FiringSkipped, FiringMissed}
}

// ParseFiringStates reads states that are separated by commas. It returns none for an empty text.
func ParseFiringStates(text string) ([]FiringState, error) {
	if text == "" {
		return nil, nil
	}
	var states []FiringState
	for word := range strings.SplitSeq(text, ",") {
		state := FiringState(strings.TrimSpace(word))
		if !slices.Contains(firingStates(), state) {
			return nil, fault.New(fault.Invalid, "%.100q is not the state of a firing", word).
				WithHint("Use one or more of due, queued, started, completed, failed, canceled, skipped and missed, separated by commas.")
		}
		if !slices.Contains(states, state) {
			states = append(states, state)
		}
	}
	return states, nil
}

// firingMoves lists all transitions of firings. A firing starts as due, queued, skipped or missed. It stays due if an
// attempt cannot be started.
var firingMoves = map[FiringState][]FiringState{
	FiringQueued:  {FiringDue},
	FiringDue:     {FiringDue, FiringStarted, FiringFailed},
	FiringStarted: {FiringDue, FiringCompleted, FiringCanceled, FiringFailed},
}

// IsOver reports whether the state is final.
func (s FiringState) IsOver() bool { return len(firingMoves[s]) == 0 }

// CanMove reports whether a firing may change from this state to another.
func (s FiringState) CanMove(to FiringState) bool { return slices.Contains(firingMoves[s], to) }

// Cause is what triggered a firing.
type Cause string

// The causes.
const (
	ByTime   Cause = "time"
	ByRun    Cause = "run"
	ByPerson Cause = "person"
)

// MaxOpenFirings limits the firings of a schedule that run or wait. Further ones are skipped, so that a schedule whose
// runs do not end cannot start ever more of them.
const MaxOpenFirings = 100

// FiringOrder lists the fields that a list of firings can be ordered by. The id of a firing is its due time.
var FiringOrder = page.Fields{"id", "dueAt", "state"}
