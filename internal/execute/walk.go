package execute

import (
	"context"
	"sync"

	"github.com/millrace/millrace/internal/run"
)

// walk goes through the nodes of a plan. As many goroutines work as nodes may run at once. Whoever is done with a node decides
// what comes next and goes on with it at once: to wake somebody else for that takes milliseconds on processors that an engine
// inside our process keeps busy.
type walk struct {
	*execution

	ground  ground
	refusal *run.Problem // why nothing was worked on
	workers sync.WaitGroup

	mu      sync.Mutex // guards the rest once workers have begun
	board   *board
	working int // how many there are
	broken  any // what a worker panicked with
}

// ending is how the work on a node ended.
type ending struct {
	position int
	result   run.NodeResult
	isLeft   bool // unfinished: the node keeps the state that it had
}

func (e *execution) newWalk() (*walk, error) {
	board, err := newBoard(e.Plan.Nodes)
	if err != nil {
		return nil, err
	}
	w := &walk{execution: e, board: board}
	for i := range e.Plan.Nodes {
		if state := e.Done[e.Plan.Nodes[i].ID].State; state != "" && state.IsOver() {
			board.settle(i, state)
		}
	}
	for i := range e.Plan.Nodes {
		w.follow(i)
	}
	return w, nil
}

// take begins on the ground that was prepared: what is published already is complete.
func (w *walk) take(ground ground) {
	w.ground = ground
	for i := range w.Plan.Nodes {
		known, ok := ground.known[w.Plan.Nodes[i].ID]
		if ok && w.board.states[i] == run.NodeWaiting {
			known.Name = w.Plan.Nodes[i].Name // the ledger does without
			w.settle(ending{position: i, result: known})
		}
	}
	if ground.everything != nil {
		w.refuse(ground.everything)
	}
}

// refuse is for work that cannot even begin: the first nodes fail for it, and the others are skipped.
func (w *walk) refuse(because error) {
	for position, ok := w.board.next(); ok; position, ok = w.board.next() {
		n := w.newNodeWork(position)
		n.inDoubt = w.Label.Epoch > 1 // an earlier owner may have published it
		w.settle(ending{position: position, result: n.failed(because)})
	}
	w.refusal = problemOf(because)
}

// run works until nothing is left, or until the context ends; false when the work is left unfinished.
func (w *walk) run(ctx context.Context) bool {
	w.mu.Lock()
	w.employ(ctx)
	w.mu.Unlock()
	w.workers.Wait()
	if w.broken != nil {
		panic(w.broken) // where whoever called us hears of it
	}
	waiting := w.board.waiting()
	if len(waiting) > 0 && !isLeft(ctx) {
		w.cancel(waiting)
	}
	return w.isOver()
}

// employ starts workers for the nodes that are ready, as far as there may be more. The lock is held.
func (w *walk) employ(ctx context.Context) {
	for w.working < w.Parallelism {
		position, ok := w.next(ctx)
		if !ok {
			return
		}
		w.working++
		w.workers.Go(func() { w.workFrom(ctx, position) })
	}
}

// next takes a node that is ready, unless nobody wants one any more. The lock is held.
func (w *walk) next(ctx context.Context) (position int, ok bool) {
	if ctx.Err() != nil {
		return 0, false
	}
	return w.board.next()
}

// workFrom works on one node after the other.
func (w *walk) workFrom(ctx context.Context, position int) {
	defer func() {
		if cause := recover(); cause != nil {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.broken = cause
		}
	}()
	for ok := true; ok; {
		position, ok = w.goOn(ctx, w.workOn(ctx, position))
	}
}

// goOn settles a node and gives the worker the next one. What else has become ready is for others.
func (w *walk) goOn(ctx context.Context, done ending) (position int, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !done.isLeft {
		w.settle(done)
	}
	position, ok = w.next(ctx)
	if !ok {
		w.working--
		return 0, false
	}
	w.employ(ctx)
	return position, true
}

// settle records how a node ended, and what follows for others.
func (w *walk) settle(ending ending) {
	w.Journal.Record(ending.result)
	w.board.settle(ending.position, ending.result.State)
	w.follow(ending.position)
}

// follow draws the consequences of a node that is over.
func (w *walk) follow(position int) {
	switch w.board.states[position] {
	case run.NodeComplete:
		w.board.release(position)
	case run.NodeFailed, run.NodeSkipped:
		for _, below := range w.board.strand(position) {
			w.Journal.Record(w.skipped(below, position))
		}
	default: // not over, or canceled, and then nodes below are canceled too
	}
}

func (w *walk) cancel(waiting []int) {
	for _, position := range waiting {
		w.board.settle(position, run.NodeCanceled)
		n := w.newNodeWork(position)
		w.Journal.Record(n.over(run.NodeCanceled, nil))
	}
}

func (w *walk) isOver() bool {
	for _, state := range w.board.states {
		if !state.IsOver() {
			return false
		}
	}
	return true
}
