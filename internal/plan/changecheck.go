package plan

import (
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// ChangeCheck is what a run has to know that builds only what changed. A plan holds it until the run has begun and has found
// out what that is; the plan that is left then holds none, and builds are stored with its nodes.
type ChangeCheck struct {
	Candidates map[transform.NodeID]BuildCandidate  `json:"bases"`  // of the nodes of the plan that have statements
	Relations  map[transform.NodeID]CheckedRelation `json:"things"` // the nodes themselves, and what they read
}

// BuildCandidate is what a node would be built from.
type BuildCandidate struct {
	Fingerprint string             `json:"fingerprint"`       // of what the node does, and where
	Origins     []transform.NodeID `json:"origins,omitempty"` // what its data comes from, by name
	Through     []transform.NodeID `json:"through,omitempty"` // what it reads them through, such as views
	ReadsFiles  bool               `json:"readsFiles,omitempty"`
}

// CheckedRelation is something in the engine.
type CheckedRelation struct {
	Name   string        `json:"name"` // for people
	Schema engine.Schema `json:"place"`
	Object string        `json:"object,omitempty"` // the name of its table or view; empty when deploys make none
	// Outside is its name in SQL, when its data changes without any run of ours; otherwise it is empty.
	Outside string `json:"outside,omitempty"`
}
