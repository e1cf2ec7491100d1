package execute

import (
	"context"
	"sync"

	"github.com/millrace/millrace/internal/run"
)

// workerPool runs the nodes of a plan with at most Parallelism workers. A worker takes the next ready node itself:
// waking another costs milliseconds while an embedded engine uses the CPUs.
type workerPool struct {
	*execution

	preparation  preparation
	startProblem *run.Problem // why the run could not start; nil if it started
	workers      sync.WaitGroup

	mu      sync.Mutex // guards the fields below once workers have started
	queue   *readyQueue
	working int // the number of workers
	broken  any // the value of a worker's panic
}

// nodeEnd is the end of one execution of a node.
type nodeEnd struct {
	position      int
	result        run.NodeResult
	isInterrupted bool // the node keeps its earlier state
}

func (e *execution) newWorkerPool() (*workerPool, error) {
	queue, err := newReadyQueue(e.Plan.Nodes)
	if err != nil {
		return nil, err
	}
	w := &workerPool{execution: e, queue: queue}
	for i := range e.Plan.Nodes {
		if state := e.Done[e.Plan.Nodes[i].ID].State; state != "" && state.IsOver() {
			queue.setFinalState(i, state)
		}
	}
	for i := range e.Plan.Nodes {
		w.propagate(i)
	}
	return w, nil
}

// applyPreparation stores the preparation. It marks nodes that are already published as complete, and those of which that is unknown as
// failed.
func (w *workerPool) applyPreparation(prepared preparation) {
	w.preparation = prepared
	for i := range w.Plan.Nodes {
		known, ok := prepared.known[w.Plan.Nodes[i].ID]
		if ok && w.queue.states[i] == run.NodeWaiting {
			known.Name = w.Plan.Nodes[i].Name // the ledger does not store it
			w.finishNode(nodeEnd{position: i, result: known})
		}
	}
	for i := range w.Plan.Nodes {
		if doubt := prepared.doubts[w.Plan.Nodes[i].ID]; doubt != nil && w.queue.states[i] == run.NodeWaiting {
			n := w.newNodeExecution(i)
			n.inDoubt = true
			n.result.Queries = w.Done[n.node.ID].Queries
			w.finishNode(nodeEnd{position: i, result: n.failed(doubt)})
		}
	}
	if prepared.everything != nil {
		w.failReady(prepared.everything)
	}
}

// failReady ends a run that cannot start: ready nodes fail with the error, and the others are skipped.
func (w *workerPool) failReady(because error) {
	for position, ok := w.queue.next(); ok; position, ok = w.queue.next() {
		n := w.newNodeExecution(position)
		n.inDoubt = w.Label.Epoch > 1 // an earlier owner may have published it
		w.finishNode(nodeEnd{position: position, result: n.failed(because)})
	}
	w.startProblem = problemOf(because)
}

// run works until no node is left or the context ends. It returns false if nodes are left unfinished.
func (w *workerPool) run(ctx context.Context) bool {
	w.mu.Lock()
	w.startWorkers(ctx)
	w.mu.Unlock()
	w.workers.Wait()
	if w.broken != nil {
		panic(w.broken) // in the goroutine of the caller
	}
	waiting := w.queue.waiting()
	if len(waiting) > 0 && !isInterrupted(ctx) {
		w.cancel(waiting)
	}
	return w.isOver()
}

// startWorkers starts workers for ready nodes, up to Parallelism. The caller locks mu.
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

// next takes a ready node, unless the context has ended. The caller locks mu.
func (w *workerPool) next(ctx context.Context) (position int, ok bool) {
	if ctx.Err() != nil {
		return 0, false
	}
	return w.queue.next()
}

// workerLoop runs one node after the other.
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

// finishAndTakeNext finishes a node and returns the next one for this worker. It starts workers for other ready nodes.
func (w *workerPool) finishAndTakeNext(ctx context.Context, done nodeEnd) (position int, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !done.isInterrupted {
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

// finishNode records the end of a node and applies its consequences.
func (w *workerPool) finishNode(ending nodeEnd) {
	w.Journal.Record(ending.result)
	w.queue.setFinalState(ending.position, ending.result.State)
	w.propagate(ending.position)
}

// propagate unblocks or skips the downstream nodes of a node in a final state.
func (w *workerPool) propagate(position int) {
	switch w.queue.states[position] {
	case run.NodeComplete:
		w.queue.unblockDownstream(position)
	case run.NodeFailed, run.NodeSkipped:
		for _, below := range w.queue.skipDownstream(position) {
			w.Journal.Record(w.skipped(below, position))
		}
	default: // not final, or canceled; then the nodes downstream are canceled too
	}
}

func (w *workerPool) cancel(waiting []int) {
	for _, position := range waiting {
		result := w.newNodeExecution(position).canceled()
		w.queue.setFinalState(position, result.State)
		w.Journal.Record(result)
	}
}

func (w *workerPool) isOver() bool {
	for _, state := range w.queue.states {
		if !state.IsOver() {
			return false
		}
	}
	return true
}
