package execute

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
)

// failedRows says how many rows failed a test.
func failedRows(rows engine.Rows) string {
	switch {
	case rows.More:
		return fmt.Sprintf("more than %d rows failed", len(rows.Values))
	case len(rows.Values) == 1:
		return "1 row failed"
	}
	return fmt.Sprintf("%d rows failed", len(rows.Values))
}

// testsFailed returns the fault of a node that a failed test halted. It lists the failed tests that do not halt too.
func (a *attempt) testsFailed() error {
	var failed []string
	var last run.Problem
	for i := range a.result.Queries {
		query := &a.result.Queries[i]
		if query.State == run.NodeFailed && query.Problem != nil && a.isTest(query.Stage) {
			failed, last = append(failed, stageName(a.node, query.Stage)+": "+query.Problem.Message), *query.Problem
		}
	}
	if len(failed) == 1 {
		return fault.New(fault.Invalid, "%s", failed[0]).WithHint("%s", last.Hint)
	}
	text := strings.Join(failed[:min(len(failed), maxNames)], "; ")
	if len(failed) > maxNames {
		text += "; …"
	}
	return fault.New(fault.Invalid, "%d tests failed: %s", len(failed), text)
}

// isTransient reports whether a retry of the transaction may succeed.
func isTransient(err error) bool {
	return fault.Is(err, fault.Conflict) || fault.Is(err, fault.Unavailable)
}
