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

// Settings are how a run is carried out.
type Settings struct {
	Parallelism     int // nodes at once
	KeepFailingRows bool
	Journal         execute.Journal
	Now             func() time.Time
}

// Run carries the work out. When the context ends, the statements are stopped, and the run is canceled.
func (w *PreparedRun) Run(ctx context.Context, s Settings) run.Outcome {
	ctx, stop := canceledAs(ctx, execute.ErrCancelRequested)
	defer stop()
	heard := &resultFilter{journal: s.Journal, work: w}
	refused := w.refused(s.Now)
	for _, result := range refused {
		s.Journal.Record(result)
	}
	label := engine.Label{WorkID: "local/" + uuid.NewString(), Epoch: 1}
	outcome, _ := execute.Execute(ctx, execute.Request{
		Plan: w.Plan, Engine: w.warehouse.engine, Label: label, Parallelism: s.Parallelism, Done: refused,
		KeepFailingRows: s.KeepFailingRows, Journal: heard, Now: s.Now,
	})
	w.forgetRun(ctx, label)
	return outcome
}

// canceledAs gives a context that ends with the given one, for another cause.
func canceledAs(parent context.Context, cause error) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(parent))
	stop := context.AfterFunc(parent, func() { cancel(cause) })
	return ctx, func() { stop(); cancel(nil) }
}

// forgetRun clears what only someone who takes a run over would ask for. Whatever is left costs some bytes.
func (w *PreparedRun) forgetRun(ctx context.Context, label engine.Label) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer stop()
	_ = execute.CleanLedgers(ctx, w.warehouse.engine, w.Plan, label)
}

// refused are the results of nodes that fail before anything is done for them.
func (w *PreparedRun) refused(now func() time.Time) map[transform.NodeID]run.NodeResult {
	refused := map[transform.NodeID]run.NodeResult{}
	for i := range w.decisions {
		if w.decisions[i].kind != refuse {
			continue
		}
		id := w.Plan.Nodes[i].ID
		at := now()
		refused[id] = run.NodeResult{
			Node: id, State: run.NodeFailed, Attempt: 1, StartedAt: at, EndedAt: at, Problem: changedProblem(w.decisions[i].difference),
		}
	}
	return refused
}
