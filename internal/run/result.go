package run

import (
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// NodeResult is the state of the work on one node.
type NodeResult struct {
	Node        transform.NodeID
	Name        string // as in the plan, for clients that follow changes without the plan
	State       NodeState
	Attempt     int // 1 for the first; counts over all owners
	StartedAt   time.Time
	EndedAt     time.Time
	Queries     []QueryResult // of the stages that were reached
	Problem     *Problem      // why it failed or was skipped
	FailedTests int           // number of tests that failed, whether they halt the node or not
}

// QueryResult is the result of one stage.
type QueryResult struct {
	Stage     int       `json:"stage"`         // index among the stages of the plan's node
	SQL       string    `json:"sql,omitempty"` // the statement that was sent, if it is not that of the stage
	State     NodeState `json:"state"`         // running, complete, failed or canceled
	StartedAt time.Time `json:"startedAt"`
	EndedAt   time.Time `json:"endedAt,omitzero"`
	QueryID   string    `json:"queryID,omitempty"` // the engine's id of the statement or, if it has none, of the session
	// Snapshot is the snapshot of the node's table before the statement, if the statement alone publishes the node. The state
	// database has it before the statement is sent. It is empty again after a failure that left the table unchanged.
	Snapshot string        `json:"snapshot,omitempty"`
	Counts   engine.Counts `json:"counts"`
	Problem  *Problem      `json:"problem,omitempty"`
	// FailedRows is the number of rows that a test returned, counted up to MaxFailedRows.
	FailedRows int `json:"failedRows,omitempty"`
	// FailingRows are the first rows that a test returned; nil if there are none, or if the run keeps none.
	FailingRows *engine.Rows `json:"failingRows,omitempty"`
	// Progress is how far the running statement is; nil if it has ended or the engine does not tell.
	Progress *QueryProgress `json:"progress,omitempty"`
}

// QueryProgress is how far a statement was at a time.
type QueryProgress struct {
	engine.Progress

	At time.Time `json:"at"` // when the engine said so
}

// MaxFailedRows limits how many rows of a failed test are counted, and how many a run can keep.
const MaxFailedRows = 100

// Problem is what failed, and what to do about it.
type Problem struct {
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// Results are the results of a run with its plan. A node without a result has not been reached.
type Results struct {
	Run   Run
	Plan  plan.Plan
	Nodes map[transform.NodeID]NodeResult
}
