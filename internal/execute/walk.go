package execute

import (
	"context"

	"github.com/millrace/millrace/internal/run"
)

// walk goes through the nodes of a plan. One goroutine decides; each node that is worked on has one of its own.
type walk struct {
	*execution

	board   *board
	running int
	endings chan ending
	ground  ground
	refusal *run.Problem // why nothing was worked on
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
	w := &walk{execution: e, board: board, endings: make(chan ending)}
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
	for w.start(ctx); w.running > 0; w.start(ctx) {
		ending := <-w.endings
		w.running--
		if !ending.isLeft {
			w.settle(ending)
		}
	}
	waiting := w.board.waiting()
	if len(waiting) > 0 && !isLeft(ctx) {
		w.cancel(waiting)
	}
	return w.isOver()
}

// start begins with as many nodes as may run at once.
func (w *walk) start(ctx context.Context) {
	for w.running < w.Parallelism && ctx.Err() == nil {
		position, ok := w.board.next()
		if !ok {
			return
		}
		w.running++
		go func() { w.endings <- w.workOn(ctx, position) }()
	}
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
