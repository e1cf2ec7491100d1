package execute

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"runtime/pprof"
	"slices"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// nodeExecution is the work on one node.
type nodeExecution struct {
	*execution

	effect

	node   *plan.Node
	result run.NodeResult // as far as it is known; its queries are those of the present try
	// without are stages that failed, may fail, and took the whole transaction with them. The next try leaves them out
	// and keeps what is known about them.
	without map[int]run.QueryResult
	// inDoubt says that a commit had no answer.
	inDoubt bool
}

func (e *execution) newNodeWork(position int) *nodeExecution {
	node := &e.Plan.Nodes[position]
	before := e.Done[node.ID]
	return &nodeExecution{
		execution: e, effect: e.manners[position], node: node,
		result: run.NodeResult{
			Node: node.ID, Name: node.Name, State: run.NodeWaiting, Attempt: before.Attempt, StartedAt: before.StartedAt,
		},
		without: map[int]run.QueryResult{},
	}
}

// runNode carries a node out. Whatever happens in there, it concerns this node alone.
func (w *workerPool) runNode(ctx context.Context, position int) (end nodeEnd) {
	n := w.newNodeWork(position)
	defer func() {
		if cause := recover(); cause != nil {
			w.Logger.Error("the work on a node panicked",
				"owner", w.Label.WorkID, "node", nameOf(n.node), "cause", cause, "stack", string(debug.Stack()))
			err := fault.New(fault.Internal, "something went wrong on our side").WithHint("The log of the server says more.")
			end = nodeEnd{position: position, result: n.failed(err)}
		}
	}()
	// The name shows in profiles and in dumps of goroutines.
	pprof.Do(ctx, pprof.Labels("run", w.Label.WorkID, "node", string(n.node.ID)), func(ctx context.Context) {
		result, ended := n.runToEnd(ctx, w.ground.obstacle(n))
		end = nodeEnd{position: position, result: result, isLeft: !ended}
	})
	return end
}

// runToEnd works on the node with as many tries as it takes; false when it is left unfinished.
func (n *nodeExecution) runToEnd(ctx context.Context, obstacle error) (run.NodeResult, bool) {
	if len(n.node.Stages) == 0 {
		n.begin()
		return n.over(run.NodeComplete, nil), true
	}
	if obstacle != nil {
		n.inDoubt = n.Label.Epoch > 1 // as in refuse: an earlier owner may have published it
		n.begin()
		return n.failed(obstacle), true
	}
	err := n.runWithRetry(ctx)
	switch {
	case err == nil:
		return n.over(run.NodeComplete, nil), true
	case isInterrupted(ctx):
		return run.NodeResult{}, false
	case ctx.Err() != nil && !n.inDoubt:
		return n.over(run.NodeCanceled, nil), true
	}
	return n.failed(err), true
}

// runWithRetry runs the node until it is published, or until another try makes no sense.
func (n *nodeExecution) runWithRetry(ctx context.Context) error {
	tries := retryState{name: string(n.node.ID)}
	for {
		n.begin()
		err := n.runOnce(ctx)
		for errors.Is(err, errWithoutStage) && ctx.Err() == nil {
			n.result.Queries, n.result.TestFailures = nil, false
			err = n.runOnce(ctx)
		}
		err = n.resolveUnknownCommit(ctx, err)
		if err == nil || ctx.Err() != nil {
			return err
		}
		pause, again := tries.again(err)
		if !again || backoff.Sleep(ctx, pause) != nil {
			return err
		}
	}
}

// begin starts a try.
func (n *nodeExecution) begin() {
	n.result.State = run.NodeRunning
	n.result.Attempt++
	n.result.Queries, n.result.TestFailures = nil, false
	if n.result.StartedAt.IsZero() {
		n.result.StartedAt = n.Now()
	}
	n.record()
}

// record tells the journal how the node stands.
func (n *nodeExecution) record() {
	result := n.result
	result.Queries = slices.Clone(result.Queries)
	n.Journal.Record(result)
}

// over is the last result of the node.
func (n *nodeExecution) over(state run.NodeState, problem *run.Problem) run.NodeResult {
	result := n.result
	result.State, result.Problem = state, problem
	if result.EndedAt.IsZero() {
		result.EndedAt = n.Now()
	}
	return result
}

func (n *nodeExecution) failed(err error) run.NodeResult {
	return n.over(run.NodeFailed, n.problem(err))
}

// closeSession closes a session. A session that does not close is the engine's to deal with; nothing is left to do here.
func (e *execution) closeSession(session engine.Session) {
	if err := session.Close(); err != nil {
		e.Logger.Warn("a session did not close", "owner", e.Label.WorkID, "error", fmt.Sprint(err))
	}
}
