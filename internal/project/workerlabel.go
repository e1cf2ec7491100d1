package project

import (
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/workerlabel"
)

// maxConnectionRuns is the highest limit of runs of a connection.
const maxConnectionRuns = 100_000

// checkWorkerLabel checks the label that an environment or a connection asks for.
func checkWorkerLabel(label string) error {
	if label == "" || workerlabel.IsValid(label) {
		return nil
	}
	return fault.New(fault.Invalid, "workerLabel cannot be %q", label).WithHint("Use %s.", workerlabel.Expected)
}
