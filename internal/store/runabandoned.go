package store

import (
	"context"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// endAbandoned ends a run that has begun and whose last owner did not say how far it came. Nobody looks into the engine, so
// whatever was under way then is in doubt.
func (t *tx) endAbandoned(ctx context.Context, end *runEnd) (err error) {
	end.isAbandoned = true
	if end.inDoubt, err = t.failInDoubtNodes(ctx, end.run); err != nil {
		return err
	}
	return t.endRun(ctx, end)
}

// failInDoubtNodes fails the nodes of a run that were under way: they may be published. A node that failed counts as touched, so
// it is built again by a run that builds what changed, and so is what reads it.
func (t *tx) failInDoubtNodes(ctx context.Context, r run.Run) (map[transform.NodeID]bool, error) {
	running, err := queryAll(ctx, t, scanNode, `SELECT `+nodeColumns+` FROM run_nodes d
		WHERE d.organization_id = $1 AND d.run_id = $2 AND d.state = 'running'`, r.Organization, r.ID)
	if err != nil {
		return nil, err
	}
	doubted := make(map[transform.NodeID]bool, len(running))
	for i := range running {
		running[i] = giveUp(running[i], run.Failed, t.now)
		running[i].State, running[i].Problem = run.NodeFailed, doubtOf(r.Type)
		doubted[running[i].Node] = true
	}
	rows, err := packNodes(running)
	if err != nil || len(rows) == 0 {
		return doubted, err
	}
	mark, err := t.nextSequence(ctx, r.Organization, len(rows))
	if err != nil {
		return nil, err
	}
	return doubted, t.upsertNodes(ctx, r, rows, mark)
}

// doubtOf is what is said about a node that was under way.
func doubtOf(kind run.Type) *run.Problem {
	next := "A rerun builds it again. Look at its table before, if its load only adds rows: they may be there, and be added twice."
	if kind == run.Deploy {
		next = "Make a new plan: it looks what is there."
	}
	return &run.Problem{
		Message: "nobody saw the end of the work on it, and it is not known whether it is published",
		Hint:    "It is so whole or not at all. " + next,
	}
}
