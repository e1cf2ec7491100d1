package localrun

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// Settings are the options of a run.
type Settings struct {
	Parallelism int // nodes to run at once
	FailingRows int // rows of each failed test to keep
	Journal     execute.Journal
	Now         func() time.Time
}

// Run executes the plan. When the context ends, it stops the running statements and cancels the run.
func (r *PreparedRun) Run(ctx context.Context, s Settings) run.Outcome {
	ctx, stop := canceledAs(ctx, execute.ErrCancelRequested)
	defer stop()
	filter := &resultFilter{journal: s.Journal, prepared: r}
	refused := r.refused(s.Now)
	for _, result := range refused {
		filter.Record(result)
	}
	label := engine.Label{WorkID: "local/" + uuid.NewString(), Epoch: 1}
	outcome, _ := execute.Execute(ctx, execute.Request{
		Plan: r.Plan, Engine: r.folder.engine, Label: label, Parallelism: s.Parallelism, Done: refused,
		FailingRows: s.FailingRows, Journal: filter, Now: s.Now, WithoutLedger: true,
	})
	r.storeEnds(ctx, label, filter.ends())
	return outcome
}

// canceledAs returns a context that ends with its parent, but with another cause.
func canceledAs(parent context.Context, cause error) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(parent))
	stop := context.AfterFunc(parent, func() { cancel(cause) })
	return ctx, func() { stop(); cancel(nil) }
}

// refused returns the results of nodes that fail before the run starts.
func (r *PreparedRun) refused(now func() time.Time) map[transform.NodeID]run.NodeResult {
	refused := map[transform.NodeID]run.NodeResult{}
	for i := range r.decisions {
		if r.decisions[i].kind != refuse {
			continue
		}
		id := r.Plan.Nodes[i].ID
		at := now()
		refused[id] = run.NodeResult{
			Node: id, State: run.NodeFailed, Attempt: 1, StartedAt: at, EndedAt: at, Problem: mismatchProblem(r.decisions[i].difference),
		}
	}
	return refused
}
