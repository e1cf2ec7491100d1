package plan

import (
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// ChangeCheck is what a run with onlyChanged needs to decide which nodes to build. A plan has it until the run has started and
// decided; afterwards it is nil and the nodes to build have BuildInputs.
type ChangeCheck struct {
	Candidates map[transform.NodeID]BuildCandidate  `json:"bases"`  // of the nodes of the plan that have statements
	Relations  map[transform.NodeID]CheckedRelation `json:"things"` // the nodes and what they read
}

// BuildCandidate is the definition and the inputs that a node would be built from.
type BuildCandidate struct {
	Fingerprint string             `json:"fingerprint"`       // of the definition and the location of the node
	Origins     []transform.NodeID `json:"origins,omitempty"` // nodes that store its input data, sorted by name
	Through     []transform.NodeID `json:"through,omitempty"` // nodes between, such as views
	ReadsFiles  bool               `json:"readsFiles,omitempty"`
}

// CheckedRelation is a relation that a change check reads.
type CheckedRelation struct {
	Name   string        `json:"name"` // for messages
	Schema engine.Schema `json:"place"`
	Object string        `json:"object,omitempty"` // the name of its table or view; empty if deployments create none
	// Outside is its name in SQL if its data changes without a run; otherwise it is empty.
	Outside string `json:"outside,omitempty"`
}
