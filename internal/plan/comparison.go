package plan

import (
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// Comparison is what a run has to know that builds only what changed. A plan holds it until the run has begun and has found
// out what that is; the plan that is left then holds none, and builds are stored with its nodes.
type Comparison struct {
	Bases  map[transform.NodeID]Basis `json:"bases"`  // of the nodes of the plan that have statements
	Things map[transform.NodeID]Thing `json:"things"` // the nodes themselves, and what they read
}

// Basis is what a node would be built from.
type Basis struct {
	Fingerprint string             `json:"fingerprint"`       // of what the node does, and where
	Origins     []transform.NodeID `json:"origins,omitempty"` // what its data comes from, by name
	Through     []transform.NodeID `json:"through,omitempty"` // what it reads them through, such as views
	ReadsFiles  bool               `json:"readsFiles,omitempty"`
}

// Thing is something in the engine.
type Thing struct {
	Name   string       `json:"name"` // for people
	Place  engine.Place `json:"place"`
	Object string       `json:"object,omitempty"` // the name of its table or view; empty when deploys make none
	// Outside is its name in SQL, when its data changes without any run of ours; otherwise it is empty.
	Outside string `json:"outside,omitempty"`
}
