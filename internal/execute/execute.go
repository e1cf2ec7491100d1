package execute

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// ErrCancelRequested is the cause of a context that ends because a person canceled the run. A context that ends for any
// other cause leaves the work unfinished: nodes in flight are rolled back and keep the state that they had.
var ErrCancelRequested = errors.New("the run was canceled")

// Request is a plan with everything that it takes to carry it out.
type Request struct {
	Plan   plan.Plan
	Engine engine.Engine
	// Label is of the run that the work belongs to. From its second epoch on, the sessions of earlier epochs are ended
	// first, and the engine is asked what they published.
	Label       engine.Label
	Parallelism int // nodes at once; below 1 counts as 1
	// Done are results of earlier owners; nodes in them that are over are not worked on.
	Done            map[transform.NodeID]run.NodeResult
	KeepFailingRows bool
	Journal         Journal
	// LeaseContext ends when the work is no longer this process's, also after the run was canceled; nil is never.
	LeaseContext context.Context //nolint:containedctx // it is a lease, and lives longer than the call
	// CheckLease gives an error when the work is no longer this process's; nil means always.
	CheckLease func() error
	Now        func() time.Time // nil is the clock of the machine
	// Logger hears of what is our own mistake; nil is silence.
	Logger *slog.Logger
}

// Journal hears of every change of a node, from many goroutines at once. It must not wait for long. What it is given is
// not changed afterwards.
type Journal interface {
	Record(result run.NodeResult)
}

// Execute works through a plan. It returns when nothing of it is running any more. The outcome is that of the run; it is
// false when the work was left unfinished, and then the context's cause, or Alive, says why.
func Execute(ctx context.Context, work Request) (run.Outcome, bool) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	e := newExecution(work, stop)
	w, err := e.newWalk()
	if err != nil {
		return run.Outcome{Status: run.Failed, Reason: err.Error()}, true
	}
	if ctx.Err() == nil || work.Label.Epoch > 1 { // a first owner that is canceled before it began has nothing to prepare
		ground := e.prepare(ctx, w.board.waiting())
		if isInterrupted(ctx) {
			return run.Outcome{}, false
		}
		w.applyPreparation(ground)
	}
	if !w.run(ctx) {
		return run.Outcome{}, false
	}
	return w.outcome(), true
}

// FailAll ends work that cannot be carried out at all, such as on a connection that is not there. What is left of it fails
// for that reason: the nodes that would come first fail, and the others are skipped. It needs no engine.
func FailAll(work Request, because error) run.Outcome {
	w, err := newExecution(work, func(error) {}).newWalk()
	if err != nil {
		return run.Outcome{Status: run.Failed, Reason: err.Error()}
	}
	w.failReady(because)
	return w.outcome()
}

// execution is what all parts of one call of Execute share.
type execution struct {
	Request

	manners []effect // of the plan's nodes
	// stop ends the work when it turns out that it is no longer ours.
	stop context.CancelCauseFunc
}

func newExecution(work Request, stop context.CancelCauseFunc) *execution {
	work.Parallelism = max(work.Parallelism, 1)
	if work.CheckLease == nil {
		work.CheckLease = func() error { return nil }
	}
	if work.Now == nil {
		work.Now = time.Now
	}
	if work.Logger == nil {
		work.Logger = slog.New(slog.DiscardHandler)
	}
	return &execution{Request: work, manners: mannersOf(work.Plan), stop: stop}
}

// isInterrupted reports whether the work is to be left as it is: the context ended, and not because the run was canceled.
func isInterrupted(ctx context.Context) bool {
	return ctx.Err() != nil && !errors.Is(context.Cause(ctx), ErrCancelRequested)
}
