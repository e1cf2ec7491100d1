package difference

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// Input is what is compared.
type Input struct {
	Desired *compiler.Compilation // with its SQL
	// Stored are the states of the deployed nodes; empty for a first deploy.
	Stored map[transform.NodeID]State
	// Previous gives a node as it was deployed. It is asked about nodes whose type decides by itself how they change, and
	// for what read a column that is gone. It may be nil; then less is known.
	Previous func(transform.NodeID) (*compiler.Compilation, *compiler.Node, bool)
	Observed Observed
	Snapshot string // of the desired project; goes into the states
}

// Result is what the comparison gives.
type Result struct {
	Changes []Change `json:"changes"` // in the order of the phases: deleted, altered, added, and those without a step
	Issues  Issues   `json:"issues"`
	Drift   []Drift  `json:"drift"`
	// Plan is what a deploy carries out. It means something only when nothing stops it.
	Plan plan.Plan `json:"plan"`
	// States are what becomes true with the plan.
	States []NewState `json:"states"`
}

// NewState is what is known about a node once a step of the plan is done.
type NewState struct {
	Node  transform.NodeID `json:"node"`
	State *State           `json:"state,omitempty"` // nil: the node is no longer deployed
	// Step is the id of the node in the plan whose completion makes it true. It is empty for what becomes true with the
	// deploy as a whole. A node may have several new states; of those whose steps are done, the last in the list counts.
	Step string `json:"step,omitempty"`
}

// IsEmpty reports whether there is nothing to do and nothing to remember.
func (r *Result) IsEmpty() bool { return len(r.Changes) == 0 && len(r.States) == 0 }
