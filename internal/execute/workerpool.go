package execute

import (
	"context"
	"sync"

	"github.com/millrace/millrace/internal/run"
)

// workerPool goes through the nodes of a plan. As many goroutines work as nodes may run at once. Whoever is done with a node decides
// what comes next and goes on with it at once: to wake somebody else for that takes milliseconds on processors that an engine
// inside our process keeps busy.
type workerPool struct {
	*execution

	ground  preparation
	refusal *run.Problem // why nothing was worked on
	workers sync.WaitGroup

	mu      sync.Mutex // guards the rest once workers have begun
	board   *readyQueue
	working int // how many there are
	broken  any // what a worker panicked with
}

// nodeEnd is how the work on a node ended.
type nodeEnd struct {
	position int
	result   run.NodeResult
	isLeft   bool // unfinished: the node keeps the state that it had
}

func (e *execution) newWalk() (*workerPool, error) {
	board, err := newBoard(e.Plan.Nodes)
	if err != nil {
		return nil, err
	}
	w := &workerPool{execution: e, board: board}
	for i := range e.Plan.Nodes {
		if state := e.Done[e.Plan.Nodes[i].ID].State; state != "" && state.IsOver() {
			board.setFinalState(i, state)
		}
	}
	for i := range e.Plan.Nodes {
		w.propagate(i)
	}
	return w, nil
}

// applyPreparation begins on the ground that was prepared: what is published already is complete.
func (w *workerPool) applyPreparation(ground preparation) {
	w.ground = ground
	for i := range w.Plan.Nodes {
		known, ok := ground.known[w.Plan.Nodes[i].ID]
		if ok && w.board.states[i] == run.NodeWaiting {
			known.Name = w.Plan.Nodes[i].Name // the ledger does without
			w.finishNode(nodeEnd{position: i, result: known})
		}
	}
	if ground.everything != nil {
		w.failReady(ground.everything)
	}
}

// failReady is for work that cannot even begin: the first nodes fail for it, and the others are skipped.
func (w *workerPool) failReady(because error) {
	for position, ok := w.board.next(); ok; position, ok = w.board.next() {
		n := w.newNodeWork(position)
		n.inDoubt = w.Label.Epoch > 1 // an earlier owner may have published it
		w.finishNode(nodeEnd{position: position, result: n.failed(because)})
	}
	w.refusal = problemOf(because)
}

// run works until nothing is left, or until the context ends; false when the work is left unfinished.
func (w *workerPool) run(ctx context.Context) bool {
	w.mu.Lock()
	w.startWorkers(ctx)
	w.mu.Unlock()
	w.workers.Wait()
	if w.broken != nil {
		panic(w.broken) // where whoever called us hears of it
	}
	waiting := w.board.waiting()
	if len(waiting) > 0 && !isInterrupted(ctx) {
		w.cancel(waiting)
	}
	return w.isOver()
}

// startWorkers starts workers for the nodes that are ready, as far as there may be more. The lock is held.
func (w *workerPool) startWorkers(ctx context.Context) {
	for w.working < w.Parallelism {
		position, ok := w.next(ctx)
		if !ok {
			return
		}
		w.working++
		w.workers.Go(func() { w.workerLoop(ctx, position) })
	}
}

// next takes a node that is ready, unless nobody wants one any more. The lock is held.
func (w *workerPool) next(ctx context.Context) (position int, ok bool) {
	if ctx.Err() != nil {
		return 0, false
	}
	return w.board.next()
}

// workerLoop works on one node after the other.
func (w *workerPool) workerLoop(ctx context.Context, position int) {
	defer func() {
		if cause := recover(); cause != nil {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.broken = cause
		}
	}()
	for ok := true; ok; {
		position, ok = w.finishAndTakeNext(ctx, w.runNode(ctx, position))
	}
}

// finishAndTakeNext settles a node and gives the worker the next one. What else has become ready is for others.
func (w *workerPool) finishAndTakeNext(ctx context.Context, done nodeEnd) (position int, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !done.isLeft {
		w.finishNode(done)
	}
	position, ok = w.next(ctx)
	if !ok {
		w.working--
		return 0, false
	}
	w.startWorkers(ctx)
	return position, true
}

// finishNode records how a node ended, and what follows for others.
func (w *workerPool) finishNode(ending nodeEnd) {
	w.Journal.Record(ending.result)
	w.board.setFinalState(ending.position, ending.result.State)
	w.propagate(ending.position)
}

// propagate draws the consequences of a node that is over.
func (w *workerPool) propagate(position int) {
	switch w.board.states[position] {
	case run.NodeComplete:
		w.board.unblockDownstream(position)
	case run.NodeFailed, run.NodeSkipped:
		for _, below := range w.board.skipDownstream(position) {
			w.Journal.Record(w.skipped(below, position))
		}
	default: // not over, or canceled, and then nodes below are canceled too
	}
}

func (w *workerPool) cancel(waiting []int) {
	for _, position := range waiting {
		w.board.setFinalState(position, run.NodeCanceled)
		n := w.newNodeWork(position)
		w.Journal.Record(n.over(run.NodeCanceled, nil))
	}
}

func (w *workerPool) isOver() bool {
	for _, state := range w.board.states {
		if !state.IsOver() {
			return false
		}
	}
	return true
}
