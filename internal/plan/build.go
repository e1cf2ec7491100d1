package plan

import "github.com/millrace/millrace/internal/transform"

// BuildInputs is what a node is built from, as it was when the plan was made. It is stored when the node is complete, so that a
// later run can tell whether anything of it changed.
type BuildInputs struct {
	Fingerprint string        `json:"fingerprint"` // of what the node does, and where
	Inputs      InputVersions `json:"inputs,omitempty"`
}

// InputVersions are what a node reads, each with the stamp of its data.
type InputVersions map[transform.NodeID]DataVersion

// DataVersion tells one state of the data of a node from another. Two that are equal mean the same data, except that an empty one
// is not known, and equal to nothing.
type DataVersion string

// ThisRun is the stamp of a node that the plan's own run builds. The run has no number before it is stored.
const ThisRun DataVersion = "this run"

// In gives the inputs with the stamp of a run in the place of ThisRun.
func (i InputVersions) In(run DataVersion) InputVersions {
	named := make(InputVersions, len(i))
	for id, stamp := range i {
		if stamp == ThisRun {
			stamp = run
		}
		named[id] = stamp
	}
	return named
}
