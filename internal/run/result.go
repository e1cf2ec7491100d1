package run

import (
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// NodeResult is the state of the work on one node.
type NodeResult struct {
	Node         transform.NodeID
	Name         string // as in the plan, for clients that follow changes without the plan
	State        NodeState
	Attempt      int // 1 for the first; counts over all owners
	StartedAt    time.Time
	EndedAt      time.Time
	Queries      []QueryResult // of the stages that were reached
	Problem      *Problem      // why it failed or was skipped
	TestFailures bool          // some test failed, halting or not
}

// QueryResult is the result of one stage.
type QueryResult struct {
	Stage     int           `json:"stage"` // index among the stages of the plan's node
	State     NodeState     `json:"state"` // running, complete, failed or canceled
	StartedAt time.Time     `json:"startedAt"`
	EndedAt   time.Time     `json:"endedAt,omitzero"`
	QueryID   string        `json:"queryID,omitempty"` // the engine's id of the session
	Counts    engine.Counts `json:"counts"`
	Problem   *Problem      `json:"problem,omitempty"`
	// FailingRows are rows that a test returned; nil unless the run keeps failing rows.
	FailingRows *engine.Rows `json:"failingRows,omitempty"`
}

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
