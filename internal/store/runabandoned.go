package store

import (
	"context"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// endAbandoned ends a run whose owner vanished. It does not query the engine, so running nodes are in doubt.
func (t *tx) endAbandoned(ctx context.Context, end *runEnd) (err error) {
	end.isAbandoned = true
	if end.inDoubt, err = t.failInDoubtNodes(ctx, end.run); err != nil {
		return err
	}
	return t.endRun(ctx, end)
}

// failInDoubtNodes fails the running nodes of a run, because they may be published. A failed node counts as touched, so
// the next refresh with onlyChanged builds it again, and what reads it.
func (t *tx) failInDoubtNodes(ctx context.Context, r run.Run) (map[transform.NodeID]bool, error) {
	running, err := queryAll(ctx, t, scanNode, `SELECT `+nodeColumns+` FROM run_nodes d
		WHERE d.organization_id = $1 AND d.run_id = $2 AND d.state = 'running'`, r.Organization, r.ID)
	if err != nil {
		return nil, err
	}
	inDoubt := make(map[transform.NodeID]bool, len(running))
	for i := range running {
		running[i] = endUnfinished(running[i], run.Failed, t.now)
		running[i].State, running[i].Problem = run.NodeFailed, inDoubtProblem(r.Type)
		inDoubt[running[i].Node] = true
	}
	rows, err := packNodes(running)
	if err != nil || len(rows) == 0 {
		return inDoubt, err
	}
	sequence, err := t.nextSequence(ctx, r.Organization, len(rows))
	if err != nil {
		return nil, err
	}
	_, err = t.upsertNodes(ctx, r, rows, sequence)
	return inDoubt, err
}

// inDoubtProblem returns the problem of a node whose outcome is unknown.
func inDoubtProblem(kind run.Type) *run.Problem {
	next := "A rerun builds it again. If its load only adds rows, check its table first: the rows may be there already and would be added twice."
	if kind == run.Deploy {
		next = "Make a new plan: it reads what the engine contains."
	}
	return &run.Problem{
		Message: "its outcome is unknown: the worker vanished before it reported whether the node was published",
		Hint:    "Either all of it is published or nothing. " + next,
	}
}
