package httpapi

import (
	"cmp"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// presentResults presents every node of the plan, including those that have not started. A node with several steps
// occurs once.
func presentResults(results run.Results) api.RunResults {
	shape := api.RunResults{Data: make([]api.NodeResult, 0, len(results.Plan.Nodes))}
	at := make(map[string]int, len(results.Plan.Nodes))
	for i := range results.Plan.Nodes {
		node := &results.Plan.Nodes[i]
		result, reached := results.Nodes[node.ID]
		if !reached {
			result.State = run.NodeWaiting
		}
		step := presentNodeResult(node, &result)
		if first, isKnown := at[step.NodeID]; isKnown {
			shape.Data[first] = foldSteps(shape.Data[first], step)
			continue
		}
		at[step.NodeID] = len(shape.Data)
		shape.Data = append(shape.Data, step)
	}
	if !results.Run.Status.IsOver() {
		markUnfinished(shape.Data)
	}
	return shape
}

// markUnfinished sets isRunning in the results of a run that has not ended. Clients poll results until no node is
// running, so a node that waits counts as running, and the last node does after all nodes have ended.
func markUnfinished(nodes []api.NodeResult) {
	isAnyRunning := false
	for i := range nodes {
		nodes[i].IsRunning = nodes[i].IsRunning || isUnfinished(nodes[i].RunState)
		isAnyRunning = isAnyRunning || nodes[i].IsRunning
	}
	if len(nodes) > 0 && !isAnyRunning {
		nodes[len(nodes)-1].IsRunning = true
	}
}

func presentNodeResult(node *plan.Node, result *run.NodeResult) api.NodeResult {
	shape := api.NodeResult{
		NodeID: publicNode(node.ID), Name: node.Name, NodeName: &node.Name, NodeType: optional(node.Type),
		IsRunning: result.State == run.NodeRunning, RunState: string(result.State), Status: new(statusText(result.State)),
		QueryResults: make([]api.QueryResult, 0, len(result.Queries)), Error: presentProblem(result.Problem),
		LocationName: optional(node.Location), StartTime: optionalTime(result.StartedAt), EndTime: optionalTime(result.EndedAt),
		Reason: optional(node.Reason),
	}
	if shape.Error != nil {
		shape.ErrorMessage = &shape.Error.ErrorString
	}
	if result.Attempt > 1 {
		shape.Attempt = &result.Attempt
	}
	if result.FailedTests > 0 {
		shape.HasTestFailures, shape.FailedTests = new(true), &result.FailedTests
	}
	for i := range result.Queries {
		query := &result.Queries[i]
		if stage := node.StageOf(query.Stage); stage != nil {
			shape.QueryResults = append(shape.QueryResults, presentQueryResult(stage, query))
		}
	}
	return shape
}

// statusText returns a state for the fields called status.
func statusText(state run.NodeState) string {
	if state == run.NodeComplete {
		return "success"
	}
	return string(state)
}

func presentQueryResult(stage *plan.Stage, result *run.QueryResult) api.QueryResult {
	shape := api.QueryResult{
		Name: stage.Name, Type: string(stage.Kind), SQL: cmp.Or(result.SQL, stage.SQL), Status: statusText(result.State),
		Success: result.State == run.NodeComplete, IsRunning: result.State == run.NodeRunning,
		StartTime: optionalTime(result.StartedAt), EndTime: nullableTime(result.EndedAt), QueryID: optional(result.QueryID),
		Error: presentProblem(result.Problem), FailedRows: optionalCount(result.FailedRows), FailingRows: presentFailingRows(result.FailingRows),
	}
	if p := result.Progress; p != nil && shape.IsRunning {
		shape.Progress = &api.QueryProgress{
			State: optional(p.State), CompletedParts: optionalCount(p.CompletedParts), TotalParts: optionalCount(p.TotalParts),
			At: timestamp(p.At),
		}
		if p.ReadRows > 0 {
			shape.Progress.ReadRows = &p.ReadRows
		}
	}
	if stage.Kind == plan.SQL && shape.Success {
		shape.RowsInserted, shape.RowsUpdated, shape.RowsDeleted = &result.Counts.Inserted, &result.Counts.Updated, &result.Counts.Deleted
	}
	return shape
}

// optionalCount returns nil for zero, which omits the field.
func optionalCount(count int) *int {
	if count == 0 {
		return nil
	}
	return &count
}

func presentProblem(problem *run.Problem) *api.ErrorText {
	if problem == nil {
		return nil
	}
	detail := problem.Hint
	if detail == "" {
		detail = "See sql for the statement that was sent."
	}
	return &api.ErrorText{ErrorString: problem.Message, ErrorDetail: detail}
}

func presentFailingRows(rows *engine.Rows) *api.FailingRows {
	if rows == nil {
		return nil
	}
	shape := api.FailingRows{Columns: present(rows.Columns, presentColumn), Values: rows.Values, More: rows.More}
	if shape.Values == nil {
		shape.Values = [][]any{}
	}
	return &shape
}

func presentColumn(column engine.Column) api.ResultColumn {
	return api.ResultColumn{Name: column.Name, Type: column.Type}
}
