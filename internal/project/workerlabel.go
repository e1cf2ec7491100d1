package project

import (
	"strings"

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

// ExplainUnreachable adds to the fault of an engine that the server cannot reach that the label of the connection does not govern this: only
// runs and deployments are executed by workers.
func ExplainUnreachable(err error, label string) error {
	if label == "" || !fault.Is(err, fault.Unavailable) {
		return err
	}
	explained := *fault.From(err)
	explained.Hint = strings.TrimSpace(explained.Hint + " The server itself connects for plans, previews and tests, and not a worker with the label " +
		label + ": it must reach the engine too.")
	return &explained
}
