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

// ErrCancelRequested is the cause of a context that ends because a user canceled the run. A context that ends for any
// other cause interrupts the run: running nodes are rolled back and keep their earlier state.
var ErrCancelRequested = errors.New("the run was canceled")

// Request is a plan with everything that its execution needs.
type Request struct {
	Plan   plan.Plan
	Engine engine.Engine
	// Label identifies the run and its epoch. From the second epoch on, Execute first ends the sessions of earlier
	// epochs and reads what they published.
	Label       engine.Label
	Parallelism int // nodes to run at once; below 1 counts as 1
	// Done contains results of earlier owners. Execute does not run nodes whose result is final.
	Done map[transform.NodeID]run.NodeResult
	// FailingRows is how many rows of each failed test the results contain.
	FailingRows int
	Journal     Journal
	// WithoutLedger leaves out the ledger, for a run that no other owner can continue. If a commit gets no answer, the node fails,
	// and whether it is published is unknown.
	WithoutLedger bool
	// LeaseContext ends when this process loses the lease, also after the run was canceled. Nil never ends.
	LeaseContext context.Context //nolint:containedctx // it is a lease, and lives longer than the call
	// CheckLease returns an error if this process has lost the lease. Nil counts as a valid lease.
	CheckLease func() error
	Now        func() time.Time // nil is time.Now
	// Logger receives internal errors; nil discards them.
	Logger *slog.Logger
}

// Journal receives every state change of a node, from many goroutines at once. It must not block for long. Execute does
// not change a result that it has passed on.
type Journal interface {
	Record(result run.NodeResult)
}

// DurableJournal is a journal that can wait for its writes. An engine without full transactions needs one if a run may get another
// owner, who has to know which statements may have been sent.
type DurableJournal interface {
	Journal
	// RecordAndWait records a result and returns when it is stored. It fails if this process has lost the lease.
	RecordAndWait(ctx context.Context, result run.NodeResult) error
}

// Execute runs a plan and returns when nothing of it is running. It returns the outcome of the run and true. If the run
// was interrupted it returns false; the context's cause or CheckLease tells why.
func Execute(ctx context.Context, request Request) (run.Outcome, bool) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	e := newExecution(request, stop)
	w, err := e.newWorkerPool()
	if err != nil {
		return run.Outcome{Status: run.Failed, Reason: err.Error()}, true
	}
	if ctx.Err() == nil || request.Label.Epoch > 1 { // a first owner that is canceled at the start has nothing to prepare
		prepared := e.prepare(ctx, w.queue.waiting())
		if isInterrupted(ctx) {
			return run.Outcome{}, false
		}
		w.applyPreparation(prepared)
	}
	if !w.run(ctx) {
		return run.Outcome{}, false
	}
	return w.outcome(), true
}

// FailAll ends a run that cannot start, for example because its connection does not exist. The ready nodes fail with
// the error, and the other unfinished nodes are skipped. It needs no engine.
func FailAll(request Request, because error) run.Outcome {
	w, err := newExecution(request, func(error) {}).newWorkerPool()
	if err != nil {
		return run.Outcome{Status: run.Failed, Reason: err.Error()}
	}
	w.failReady(because)
	return w.outcome()
}

// execution contains what all parts of one call of Execute share.
type execution struct {
	Request

	publisher    publisher
	effects      []effect            // of the plan's nodes
	replacements map[int]replacement // by position in the plan; set before the first node starts
	// stop interrupts the run when this process turns out to have lost it.
	stop context.CancelCauseFunc
}

func newExecution(request Request, stop context.CancelCauseFunc) *execution {
	request.Parallelism = max(request.Parallelism, 1)
	if request.CheckLease == nil {
		request.CheckLease = func() error { return nil }
	}
	if request.Now == nil {
		request.Now = time.Now
	}
	if request.Logger == nil {
		request.Logger = slog.New(slog.DiscardHandler)
	}
	e := &execution{Request: request, effects: effectsOf(request.Plan), stop: stop}
	e.publisher = e.newPublisher()
	return e
}

// isInterrupted reports whether unfinished nodes keep their state: the context ended, and not because a user canceled
// the run.
func isInterrupted(ctx context.Context) bool {
	return ctx.Err() != nil && !errors.Is(context.Cause(ctx), ErrCancelRequested)
}
