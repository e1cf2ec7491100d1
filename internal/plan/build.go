package plan

import "github.com/millrace/millrace/internal/transform"

// BuildInputs records the definition and the input data that a node is built from, as of the plan. It is stored when the node is
// complete, so that a later run can detect changes.
type BuildInputs struct {
	Fingerprint string `json:"fingerprint"` // of the definition and the location of the node
	// Inputs are the versions of the data that the node reads. A run without onlyChanged computes no digests, so it lists no sources.
	Inputs InputVersions `json:"inputs,omitempty"`
}

// InputVersions maps the inputs of a node to their data versions.
type InputVersions map[transform.NodeID]DataVersion

// DataVersion identifies one state of a node's data. Equal versions mean equal data, except that the empty version is unknown and
// equal to none.
type DataVersion string

// ThisRun is the data version of a node that the plan's own run builds. The run has no number before it is stored.
const ThisRun DataVersion = "this run"

// In returns the inputs with ThisRun replaced by the data version of a run.
func (i InputVersions) In(run DataVersion) InputVersions {
	named := make(InputVersions, len(i))
	for id, version := range i {
		if version == ThisRun {
			version = run
		}
		named[id] = version
	}
	return named
}
