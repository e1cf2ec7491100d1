package execute

import (
	"context"
	"fmt"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/staging"
)

// runDirectly runs a node whose statements change definitions or other tables. Each takes effect by itself. The node runs again only
// if all statements that were started can be repeated.
func (s *statementPublisher) runDirectly(ctx context.Context, a *attempt) error {
	a.repeatable = staging.Repeatable(s.Engine.Dialect(), a.node)
	err := a.stages(ctx)
	if err == nil {
		return nil
	}
	begun := a.begunStatements(a.result.Queries)
	isLast := a.isEndedBy()
	if isLast && !isUnknownOutcome(err) && !a.repeatable[a.query().Stage] {
		begun-- // it had no effect
	}
	if begun == 0 || isInterrupted(ctx) {
		return err
	}
	a.inDoubt = a.inDoubt || isLast && isUnknownOutcome(err)
	if isTransient(err) {
		return &stageError{"statements", fault.Wrap(err, fault.Internal, "%s", err.Error())} // do not retry: statements would take effect twice
	}
	return err
}

// isEndedBy reports whether the last statement that was sent ended the attempt, and is not a test.
func (a *attempt) isEndedBy() bool {
	return len(a.result.Queries) > 0 && a.query().State != run.NodeComplete && !a.isTest(a.query().Stage)
}

// isUnknownOutcome reports whether a statement may have taken effect although it failed.
func isUnknownOutcome(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unavailable, fault.Canceled, fault.Internal, fault.Limit, fault.Full:
		return true
	default:
		return false
	}
}

// begunStatements counts the statements that were started and cannot be repeated.
func (n *nodeExecution) begunStatements(queries []run.QueryResult) int {
	begun, repeatable := 0, staging.Repeatable(n.Engine.Dialect(), n.node)
	for i := range queries {
		if at := queries[i].Stage; at < len(repeatable) && !repeatable[at] {
			begun++
		}
	}
	return begun
}

// directConsequence says how many statements of a node took effect.
func directConsequence(n *nodeExecution) string {
	effects, all := 0, 0
	for i := range n.node.Stages {
		if isChange(&n.node.Stages[i]) {
			all++
		}
	}
	for i := range n.result.Queries {
		query := &n.result.Queries[i]
		if query.Stage < len(n.node.Stages) && isChange(&n.node.Stages[query.Stage]) && query.State == run.NodeComplete {
			effects++
		}
	}
	if effects == 0 {
		return "None of its statements took effect."
	}
	return fmt.Sprintf("The engine has no transactions over several statements: %d of %s took effect and stay.", effects, counted(all))
}

// outsideEffects counts the statements outside of the node's table that took effect.
func (n *nodeExecution) outsideEffects(form staging.Form) int {
	effects := 0
	for i := range n.result.Queries {
		at := n.result.Queries[i].Stage
		if at < len(form.Roles) && form.Roles[at] == staging.Outside && n.result.Queries[i].State == run.NodeComplete {
			effects++
		}
	}
	return effects
}

func isChange(stage *plan.Stage) bool {
	return stage.Kind != plan.Test && !sqltext.IsReadOnly(stage.SQL)
}

func counted(statements int) string {
	if statements == 1 {
		return "1 statement"
	}
	return fmt.Sprintf("%d statements", statements)
}
