package run

import (
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
)

// BuildRecord says what a node was last built from, and by which run of its environment.
type BuildRecord struct {
	// BuildInputs is what the node was built from. Its fingerprint is empty if the node was not built, or if the run
	// did not record it.
	plan.BuildInputs

	Run     ids.Run
	Outcome BuildOutcome
}

// BuildOutcome is the state in which a run left the object of a node.
type BuildOutcome string

// The outcomes. A node with any other outcome than Built has to be built again.
const (
	Built       BuildOutcome = "built"
	BuildFailed BuildOutcome = "failed"
	Redeployed  BuildOutcome = "deployed" // a deploy changed the object itself
)

// DataVersion returns the version of the data that the build produced.
func (b BuildRecord) DataVersion() plan.DataVersion { return DataVersionOf(b.Run) }

// DataVersionOf returns the version of the data that a run builds.
func DataVersionOf(id ids.Run) plan.DataVersion {
	return plan.DataVersion("run " + ids.FormatNumber(id))
}
