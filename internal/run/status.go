package run

import "slices"

// Status is the status of a run. Existing clients throw on any other word.
//
//	            claim                      every node is done
//	waitingToRun ─────▶ running ─┬──────────────────────────▶ completed
//	      │              ▲    │  ├─ a node failed ───────────▶ failed
//	      │              └────┘  └─ cancel, engine confirmed ▶ canceled
//	      │       a new owner after a crash
//	      ├─────────── cancel before it starts ─────────────▶ canceled
//	      └── cannot start any more: environment deleted ───▶ failed
//
// Nothing leaves completed, failed and canceled.
type Status string

// The statuses in the API.
const (
	WaitingToRun Status = "waitingToRun"
	Running      Status = "running"
	Completed    Status = "completed"
	Failed       Status = "failed"
	Canceled     Status = "canceled"
)

// statusMoves is the complete state machine of runs.
var statusMoves = map[Status][]Status{
	WaitingToRun: {Running, Failed, Canceled},
	Running:      {Running, Completed, Failed, Canceled},
}

// IsOver reports whether a run has ended.
func (s Status) IsOver() bool { return len(statusMoves[s]) == 0 }

// CanMove reports whether a run may change from this status to another.
func (s Status) CanMove(to Status) bool { return slices.Contains(statusMoves[s], to) }

// NodeState is the state of the work on one node.
//
//	waiting ──▶ running ──▶ complete | failed | canceled
//	   │         ▲    │
//	   │         └────┘ retried, or continued by a new owner
//	   └──────▶ skipped (something upstream failed) | canceled
//
// Nothing leaves complete, failed, skipped and canceled. A node that was running during a takeover runs again.
type NodeState string

// The states in the API.
const (
	NodeWaiting  NodeState = "waiting"
	NodeRunning  NodeState = "running"
	NodeComplete NodeState = "complete" // not "completed"
	NodeFailed   NodeState = "failed"
	NodeSkipped  NodeState = "skipped"
	NodeCanceled NodeState = "canceled"
)

// nodeMoves is the complete state machine of nodes.
var nodeMoves = map[NodeState][]NodeState{
	NodeWaiting: {NodeRunning, NodeSkipped, NodeCanceled},
	NodeRunning: {NodeRunning, NodeComplete, NodeFailed, NodeCanceled, NodeSkipped},
}

// IsOver reports whether the work on a node has ended.
func (s NodeState) IsOver() bool { return len(nodeMoves[s]) == 0 }

// CanMove reports whether a node may change from this state to another.
func (s NodeState) CanMove(to NodeState) bool { return slices.Contains(nodeMoves[s], to) }
