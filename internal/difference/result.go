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
	// Previous gives a node as it was deployed. It is asked about nodes whose type decides by itself how they change. It may
	// be nil; then they cannot.
	Previous func(transform.NodeID) (*compiler.Compilation, *compiler.Node, bool)
	// Deployed gives the project that a deployed node is part of now, for what reads it. It may be nil, and give nil.
	Deployed func(transform.NodeID) *compiler.Compilation
	Observed Observed
	Snapshot string // of the desired project; goes into the states
	// Connection is that of the environment; goes into the states. What was deployed over another one is not here.
	Connection string
	// Others are the objects that other environments have in the same warehouse.
	Others []ForeignObject
	// MayReplace leaves the statements that make objects as the templates write them, so that they replace whatever is there
	// when they are carried out. It is for runs of developers, in schemas of their own.
	MayReplace bool
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
	// Queries are those whose columns the engine has to describe before more can be said: the types of columns that nobody
	// wrote down. Comparing again with their descriptions gives the better result.
	Queries []string `json:"-"`
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
