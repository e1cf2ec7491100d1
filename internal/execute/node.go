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

// nodeExecution is the execution of one node.
type nodeExecution struct {
	*execution

	effect

	replacement replacement // zero if there is none
	node        *plan.Node
	result      run.NodeResult // as far as it is known; its queries are those of the current attempt
	// without contains tests that failed and aborted the whole transaction. The next attempt leaves them out and keeps
	// their results.
	without map[int]run.QueryResult
	// inDoubt is true if a commit, or a statement that publishes the node, got no answer.
	inDoubt bool
	// isPublished is true if the node is published and statements after the publication are left.
	isPublished bool
	// isRetried is true after the first attempt to publish the node by a statement.
	isRetried bool
	// before contains the results up to the publication, and failedBefore the number of failed tests among them. Attempts after the
	// publication run only what follows it, in the same work tables.
	before       []run.QueryResult
	failedBefore int
	work         workNames
	// sent contains the publishing statements of earlier attempts and owners that may take effect, or did.
	sent []run.QueryResult
}

func (e *execution) newNodeExecution(position int) *nodeExecution {
	node := &e.Plan.Nodes[position]
	before := e.Done[node.ID]
	return &nodeExecution{
		execution: e, effect: e.effects[position], replacement: e.replacements[position], node: node,
		result: run.NodeResult{
			Node: node.ID, Name: node.Name, State: run.NodeWaiting, Attempt: before.Attempt, StartedAt: before.StartedAt,
		},
		without: map[int]run.QueryResult{}, sent: sentStatements(before.Queries),
	}
}

// runNode executes a node. A panic fails this node alone.
func (w *workerPool) runNode(ctx context.Context, position int) (end nodeEnd) {
	n := w.newNodeExecution(position)
	defer func() {
		if cause := recover(); cause != nil {
			w.Logger.Error("node panicked",
				"run", w.Label.WorkID, "node", nameOf(n.node), "cause", cause, "stack", string(debug.Stack()))
			err := fault.New(fault.Internal, "internal error").WithHint("See the log of the server.")
			end = nodeEnd{position: position, result: n.failed(err)}
		}
	}()
	// Profiles and goroutine dumps show the labels.
	pprof.Do(ctx, pprof.Labels("run", w.Label.WorkID, "node", string(n.node.ID)), func(ctx context.Context) {
		result, ended := n.runToEnd(ctx, w.preparation.obstacle(n))
		end = nodeEnd{position: position, result: result, isInterrupted: !ended}
	})
	return end
}

// runToEnd executes the node with as many attempts as needed. It returns false if the node was interrupted.
func (n *nodeExecution) runToEnd(ctx context.Context, obstacle error) (run.NodeResult, bool) {
	if n.node.Invalid != "" {
		n.begin()
		return n.failed(fault.New(fault.Invalid, "%s", n.node.Invalid).
			WithHint("Fix the node, or exclude it with excludeNodesSelector.")), true
	}
	if len(n.node.Stages) == 0 {
		n.begin()
		return n.over(run.NodeComplete, nil), true
	}
	if obstacle != nil {
		n.inDoubt = n.Label.Epoch > 1 // as in failReady: an earlier owner may have published it
		n.begin()
		return n.failed(obstacle), true
	}
	err := n.runWithRetry(ctx)
	switch {
	case err == nil:
		return n.over(run.NodeComplete, nil), true
	case isInterrupted(ctx):
		return run.NodeResult{}, false
	case ctx.Err() != nil && !n.isPublished && (!n.inDoubt || len(n.sent) > 0):
		return n.canceled(), true
	}
	return n.failed(err), true
}

// runWithRetry runs the node until it is published or another attempt cannot help.
func (n *nodeExecution) runWithRetry(ctx context.Context) error {
	tries := n.newRetryState(string(n.node.ID))
	for {
		n.begin()
		err := n.runOnce(ctx)
		for errors.Is(err, errWithoutStage) && ctx.Err() == nil {
			n.result.Queries, n.result.FailedTests = nil, 0
			err = n.runOnce(ctx)
		}
		err = n.publisher.resolve(ctx, n, err)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if !n.pause(ctx, &tries, err) {
			return err
		}
	}
}

// begin starts an attempt.
func (n *nodeExecution) begin() {
	n.result.State = run.NodeRunning
	n.result.Attempt++
	n.result.Queries, n.result.FailedTests = slices.Clone(n.sent), 0
	if n.isPublished {
		n.result.Queries, n.result.FailedTests = slices.Clone(n.before), n.failedBefore
	}
	if n.result.StartedAt.IsZero() {
		n.result.StartedAt = n.Now()
	}
	n.record()
}

// record passes the current result of the node to the journal.
func (n *nodeExecution) record() {
	result := n.result
	result.Queries = slices.Clone(result.Queries)
	n.Journal.Record(result)
}

// over returns the final result of the node.
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

// closeSession closes a session and logs a failure. The engine ends a session that does not close.
func (e *execution) closeSession(session engine.Session) {
	if err := session.Close(); err != nil {
		e.Logger.Warn("session close failed", "run", e.Label.WorkID, "error", fmt.Sprint(err))
	}
}
