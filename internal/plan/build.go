package plan

import "github.com/millrace/millrace/internal/transform"

// Build is what a node is built from, as it was when the plan was made. It is stored when the node is complete, so that a
// later run can tell whether anything of it changed.
type Build struct {
	Fingerprint string `json:"fingerprint"` // of what the node does, and where
	Inputs      Inputs `json:"inputs,omitempty"`
}

// Inputs are what a node reads, each with the stamp of its data.
type Inputs map[transform.NodeID]Stamp

// Stamp tells one state of the data of a node from another. Two that are equal mean the same data, except that an empty one
// is not known, and equal to nothing.
type Stamp string

// ThisRun is the stamp of a node that the plan's own run builds. The run has no number before it is stored.
const ThisRun Stamp = "this run"

// In gives the inputs with the stamp of a run in the place of ThisRun.
func (i Inputs) In(run Stamp) Inputs {
	named := make(Inputs, len(i))
	for id, stamp := range i {
		if stamp == ThisRun {
			stamp = run
		}
		named[id] = stamp
	}
	return named
}
