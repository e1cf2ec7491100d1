package run

import "slices"

// Status is how a run is going. Clients in the world throw on any other word.
//
//	            claim                      every node is done
//	waitingToRun ─────▶ running ─┬──────────────────────────▶ completed
//	      │              ▲    │  ├─ a node failed ───────────▶ failed
//	      │              └────┘  └─ cancel, engine confirmed ▶ canceled
//	      │       a new owner after a crash
//	      ├──────────── cancel before it began ─────────────▶ canceled
//	      └── it can no longer begin: its environment is gone ▶ failed
//
// Nothing leaves completed, failed and canceled.
type Status string

// The statuses of the interface.
const (
	WaitingToRun Status = "waitingToRun"
	Running      Status = "running"
	Completed    Status = "completed"
	Failed       Status = "failed"
	Canceled     Status = "canceled"
)

// statusMoves is the whole machine of runs.
var statusMoves = map[Status][]Status{
	WaitingToRun: {Running, Failed, Canceled},
	Running:      {Running, Completed, Failed, Canceled},
}

// IsOver reports whether a run has ended.
func (s Status) IsOver() bool { return len(statusMoves[s]) == 0 }

// CanMove reports whether a run may go from this status to another.
func (s Status) CanMove(to Status) bool { return slices.Contains(statusMoves[s], to) }

// NodeState is how the work on one node is going.
//
//	waiting ──▶ running ──▶ complete | failed | canceled
//	   │         ▲    │
//	   │         └────┘ tried again, or taken over by a new owner
//	   └──────▶ skipped (something upstream failed) | canceled
//
// Nothing leaves complete, failed, skipped and canceled. A node that was running when its run was taken over runs again.
type NodeState string

// The states of the interface.
const (
	NodeWaiting  NodeState = "waiting"
	NodeRunning  NodeState = "running"
	NodeComplete NodeState = "complete" // not "completed"
	NodeFailed   NodeState = "failed"
	NodeSkipped  NodeState = "skipped"
	NodeCanceled NodeState = "canceled"
)

// nodeMoves is the whole machine of nodes.
var nodeMoves = map[NodeState][]NodeState{
	NodeWaiting: {NodeRunning, NodeSkipped, NodeCanceled},
	NodeRunning: {NodeRunning, NodeComplete, NodeFailed, NodeCanceled, NodeSkipped},
}

// IsOver reports whether the work on a node has ended.
func (s NodeState) IsOver() bool { return len(nodeMoves[s]) == 0 }

// CanMove reports whether a node may go from this state to another.
func (s NodeState) CanMove(to NodeState) bool { return slices.Contains(nodeMoves[s], to) }
