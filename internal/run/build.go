package run

import (
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
)

// BuildRecord is what became of the object of a node the last time that a run of its environment worked on it.
type BuildRecord struct {
	// BuildRecord is what a node was built from. Its fingerprint is empty when the node was not built, or when the run did not say.
	plan.BuildInputs

	Run     ids.Run
	Outcome BuildOutcome
}

// BuildOutcome is how the work of a run left the object of a node.
type BuildOutcome string

// The outcomes. Whatever is not built has to be built again.
const (
	Built       BuildOutcome = "built"
	BuildFailed BuildOutcome = "failed"
	Redeployed  BuildOutcome = "deployed" // a deploy changed the object itself
)

// Stamp is the stamp of the data that the build left behind.
func (b BuildRecord) Stamp() plan.DataVersion { return StampOf(b.Run) }

// StampOf is the stamp of what a run built.
func StampOf(id ids.Run) plan.DataVersion { return plan.DataVersion("run " + ids.FormatNumber(id)) }
