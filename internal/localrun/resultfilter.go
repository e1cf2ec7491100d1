package localrun

import (
	"maps"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// resultFilter passes on the results of a run for display. It removes the statements that store records, because their
// rows are not rows of the project, and it words the problem of a table that does not match its node.
type resultFilter struct {
	journal  execute.Journal
	prepared *PreparedRun

	mu    sync.Mutex
	ended map[int]run.NodeState // by position in the plan; complete and failed nodes
}

// ends returns the nodes that are complete or failed, by their positions in the plan.
func (f *resultFilter) ends() map[int]run.NodeState {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.ended)
}

func (f *resultFilter) keepEnd(at int, state run.NodeState) {
	if state != run.NodeComplete && state != run.NodeFailed {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ended == nil {
		f.ended = map[int]run.NodeState{}
	}
	f.ended[at] = state
}

// Record passes on one result.
func (f *resultFilter) Record(result run.NodeResult) {
	at, known := f.prepared.position(result.Node)
	if !known {
		return
	}
	f.keepEnd(at, result.State)
	shown := make([]run.QueryResult, 0, len(result.Queries))
	for _, query := range result.Queries {
		if query.Stage >= f.prepared.visibleStages[at] {
			continue
		}
		if query.State == run.NodeFailed && f.prepared.Plan.Nodes[at].Stages[query.Stage].Name == compareStage {
			query.Problem = comparisonProblem(query.Problem)
			result.Problem = query.Problem
		}
		shown = append(shown, query)
	}
	result.Queries = shown
	f.journal.Record(result)
}

// columnsDiffer is the code that the comparison statement puts before the differences that it reports. An engine error
// without it means that the comparison itself failed. The statement concatenates its two halves, so that an error that
// quotes the statement does not contain the code.
const (
	columnsDifferStart = "millrace:"
	columnsDifferEnd   = "columns-differ: "
	columnsDiffer      = columnsDifferStart + columnsDifferEnd
)

// comparisonProblem returns the differences that the comparison statement reports. It returns the problem unchanged if
// the comparison itself failed.
func comparisonProblem(reported *run.Problem) *run.Problem {
	if reported == nil {
		return nil
	}
	if _, differences, found := strings.Cut(reported.Message, columnsDiffer); found {
		return mismatchProblem(differences)
	}
	return reported
}

// mismatchProblem is the problem of a table that is not loaded because it does not match its node.
func mismatchProblem(differences string) *run.Problem {
	return &run.Problem{
		Message: "the table does not match its node: " + differences,
		Hint:    "Pass --recreate to drop the table and create it again. This deletes its rows; rows that exist nowhere else are lost.",
	}
}

// position returns the position of a node in the plan.
func (r *PreparedRun) position(id transform.NodeID) (int, bool) {
	at, ok := r.positions[id]
	return at, ok
}
