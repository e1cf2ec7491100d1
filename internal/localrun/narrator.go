package localrun

import (
	"strings"

	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// resultFilter passes results on as people want to read them: without the statements by which we remember things, whose rows
// are not rows of the project, and with words of our own about a table that is not as its node says.
type resultFilter struct {
	journal execute.Journal
	work    *PreparedRun
}

// Record passes one result on.
func (r *resultFilter) Record(result run.NodeResult) {
	at, known := r.work.position(result.Node)
	if !known {
		return
	}
	shown := make([]run.QueryResult, 0, len(result.Queries))
	for _, query := range result.Queries {
		if query.Stage >= r.work.shown[at] {
			continue
		}
		if query.State == run.NodeFailed && r.work.Plan.Nodes[at].Stages[query.Stage].Name == compareStage {
			query.Problem = comparedProblem(query.Problem)
			result.Problem = query.Problem
		}
		shown = append(shown, query)
	}
	result.Queries = shown
	r.journal.Record(result)
}

// comparedProblem takes what the comparison found out of the engine's message.
func comparedProblem(said *run.Problem) *run.Problem {
	if said == nil {
		return nil
	}
	for _, beginning := range []string{"it lacks the column ", "it has the column ", "the column "} {
		if at := strings.Index(said.Message, beginning); at >= 0 {
			return changedProblem(said.Message[at:])
		}
	}
	return said // the comparison itself went wrong
}

// changedProblem is why a table is not filled that is not as its node says.
func changedProblem(difference string) *run.Problem {
	return &run.Problem{
		Message: "the table is not as its node says: " + difference,
		Hint:    "With --recreate it is dropped and made anew. Its rows are lost then, and those that only it has do not come back.",
	}
}

// position finds a node in the plan.
func (w *PreparedRun) position(id transform.NodeID) (int, bool) {
	at, ok := w.positions[id]
	return at, ok
}
