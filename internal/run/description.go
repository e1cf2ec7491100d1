package run

import (
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/transform"
)

// Description is what lists and pages show about a run in addition to the run itself. It is computed from the stored
// results, the schedules and the other runs.
type Description struct {
	Starter    Starter
	NodeCounts map[NodeState]int // every node of the plan is counted
	FirstError *NodeError        // nil if no node and no test failed
	// UsualDuration is the median duration of the last completed runs of the same work; 0 if there are none.
	UsualDuration time.Duration
	IsUnresolved  bool    // it failed, and no later run has repaired it
	ResolvedBy    ids.Run // the run that built, last of all, the nodes that failed; 0 if they are not all built again
}

// StarterKind says what kind of thing started a run.
type StarterKind string

// The kinds in the API.
const (
	StartedByUser     StarterKind = "user"
	StartedBySchedule StarterKind = "schedule"
	StartedByServer   StarterKind = "server"
)

// Starter is who or what started a run.
type Starter struct {
	Kind StarterKind
	ID   string // of the user or schedule
	Name string // empty if the user or schedule was deleted
}

// NodeError is the first error of a run.
type NodeError struct {
	Node    transform.NodeID `json:"node"`
	Name    string           `json:"name"`
	Message string           `json:"message"`          // one line
	IsTest  bool             `json:"isTest,omitempty"` // no node failed, only tests
}

// UsualRuns is how many completed runs the usual duration is computed from.
const UsualRuns = 20

// MaxSearch is how long the text of a search may be. A search finds the run with that number, and runs whose failure
// reason, or the name or error of a failed node, contains the text.
const MaxSearch = 200
