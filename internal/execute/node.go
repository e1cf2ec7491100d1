package execute

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"runtime/pprof"
	"slices"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// nodeWork is the work on one node.
type nodeWork struct {
	*execution

	manner

	node   *plan.Node
	result run.NodeResult // as far as it is known; its queries are those of the present try
	// without are stages that failed, may fail, and took the whole transaction with them. The next try leaves them out
	// and keeps what is known about them.
	without map[int]run.QueryResult
	// inDoubt says that a commit had no answer.
	inDoubt bool
}

func (e *execution) newNodeWork(position int) *nodeWork {
	node := &e.Plan.Nodes[position]
	before := e.Done[node.ID]
	return &nodeWork{
		execution: e, manner: e.manners[position], node: node,
		result: run.NodeResult{
			Node: node.ID, Name: node.Name, State: run.NodeWaiting, Attempt: before.Attempt, StartedAt: before.StartedAt,
		},
		without: map[int]run.QueryResult{},
	}
}

// workOn carries a node out. Whatever happens in there, it concerns this node alone.
func (w *walk) workOn(ctx context.Context, position int) (end ending) {
	n := w.newNodeWork(position)
	defer func() {
		if cause := recover(); cause != nil {
			w.Logger.Error("the work on a node panicked",
				"owner", w.Label.Owner, "node", nameOf(n.node), "cause", cause, "stack", string(debug.Stack()))
			err := fault.New(fault.Internal, "something went wrong on our side").WithHint("The log of the server says more.")
			end = ending{position: position, result: n.failed(err)}
		}
	}()
	// The name shows in profiles and in dumps of goroutines.
	pprof.Do(ctx, pprof.Labels("run", w.Label.Owner, "node", string(n.node.ID)), func(ctx context.Context) {
		result, ended := n.carryOut(ctx, w.ground.obstacle(n))
		end = ending{position: position, result: result, isLeft: !ended}
	})
	return end
}

// carryOut works on the node with as many tries as it takes; false when it is left unfinished.
func (n *nodeWork) carryOut(ctx context.Context, obstacle error) (run.NodeResult, bool) {
	if len(n.node.Stages) == 0 {
		n.begin()
		return n.over(run.NodeComplete, nil), true
	}
	if obstacle != nil {
		n.inDoubt = n.Label.Epoch > 1 // as in refuse: an earlier owner may have published it
		n.begin()
		return n.failed(obstacle), true
	}
	err := n.keepTrying(ctx)
	switch {
	case err == nil:
		return n.over(run.NodeComplete, nil), true
	case isLeft(ctx):
		return run.NodeResult{}, false
	case ctx.Err() != nil && !n.inDoubt:
		return n.over(run.NodeCanceled, nil), true
	}
	return n.failed(err), true
}

// keepTrying runs the node until it is published, or until another try makes no sense.
func (n *nodeWork) keepTrying(ctx context.Context) error {
	tries := tries{name: string(n.node.ID)}
	for {
		n.begin()
		err := n.try(ctx)
		for errors.Is(err, errWithoutStage) && ctx.Err() == nil {
			n.result.Queries, n.result.TestFailures = nil, false
			err = n.try(ctx)
		}
		err = n.settleDoubt(ctx, err)
		if err == nil || ctx.Err() != nil {
			return err
		}
		pause, again := tries.again(err)
		if !again || !sleep(ctx, pause) {
			return err
		}
	}
}

// begin starts a try.
func (n *nodeWork) begin() {
	n.result.State = run.NodeRunning
	n.result.Attempt++
	n.result.Queries, n.result.TestFailures = nil, false
	if n.result.StartedAt.IsZero() {
		n.result.StartedAt = n.Now()
	}
	n.record()
}

// record tells the journal how the node stands.
func (n *nodeWork) record() {
	result := n.result
	result.Queries = slices.Clone(result.Queries)
	n.Journal.Record(result)
}

// over is the last result of the node.
func (n *nodeWork) over(state run.NodeState, problem *run.Problem) run.NodeResult {
	result := n.result
	result.State, result.Problem = state, problem
	if result.EndedAt.IsZero() {
		result.EndedAt = n.Now()
	}
	return result
}

func (n *nodeWork) failed(err error) run.NodeResult { return n.over(run.NodeFailed, n.problem(err)) }

// giveBack closes a session. A session that does not close is the engine's to deal with; nothing is left to do here.
func (e *execution) giveBack(session engine.Session) {
	if err := session.Close(); err != nil {
		e.Logger.Warn("a session did not close", "owner", e.Label.Owner, "error", fmt.Sprint(err))
	}
}
