package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
)

func presentPlanSummary(p deploy.Plan) api.PlanSummary {
	return api.PlanSummary{
		ID: string(p.ID), EnvironmentID: ids.FormatNumber(p.Environment), Status: string(p.Status), CreatedAt: timestamp(p.CreatedAt),
		IsDestructive: p.IsDestructive, Message: optional(p.Origin.Message), Commit: optional(p.Origin.Commit), Counts: presentCounts(p.Counts),
	}
}

func presentCounts(c deploy.Counts) api.PlanCounts {
	return api.PlanCounts{
		Added: c.Added, Altered: c.Altered, Deleted: c.Deleted, Metadata: c.Metadata, Rebuilt: c.Rebuilt, Unchanged: c.Unchanged,
		Stop: c.Stop, Warn: c.Warn,
	}
}

// presentPlan presents a plan with the keys of the project format.
func (h *handlers) presentPlan(ctx context.Context, p deploy.Plan) (api.Plan, error) {
	environment, err := h.services.Environments.Get(ctx, p.Organization, p.Environment)
	if err != nil {
		return api.Plan{}, err
	}
	shape := api.Plan{
		ID: string(p.ID), Status: string(p.Status), CreatedAt: timestamp(p.CreatedAt), CreatedBy: optional(string(p.CreatedBy)),
		IsDestructive: p.IsDestructive, Counts: presentCounts(p.Counts), PhasedDependencies: stepDependencies(p.Result.Plan),
		NodeChangeSummaries: present(p.Result.Changes, presentSummary), RuntimeParameters: map[string]any{},
	}
	if p.Result.Scope != nil {
		shape.Scope = presentScope(p.Result.Scope)
	}
	shape.TargetEnvironment.ID, shape.TargetEnvironment.Name = ids.FormatNumber(environment.ID), environment.Name
	shape.TargetEnvironment.Project = string(environment.Project)
	shape.GitInfo.Oid, shape.GitInfo.Commit.Message = p.Origin.Commit, p.Origin.Message
	shape.EnvironmentState.Version, shape.EnvironmentState.DeployedCommit = p.Version, optional(p.DeployedCommit)
	shape.Issues.Stop = present(p.Result.Issues.Blocking, presentIssue)
	shape.Issues.Warn = present(p.Result.Issues.Warnings, presentIssue)
	shape.PresyncDetails.Drift = present(p.Result.Drift, presentDrift)
	edits := &shape.PhasedNodeEdits
	edits.AddedTable, edits.AlteredTable, edits.DeletedTable = map[string]api.PlanEdit{}, map[string]api.PlanEdit{}, map[string]api.PlanEdit{}
	for i := range p.Result.Changes {
		change := &p.Result.Changes[i]
		phase := edits.AlteredTable
		switch change.Action {
		case difference.Add, difference.Adopt, difference.Recreate:
			phase = edits.AddedTable
		case difference.Delete:
			phase = edits.DeletedTable
		case difference.Alter, difference.Rebuild, difference.Metadata:
		}
		phase[string(change.Node)] = presentEdit(change)
	}
	numbers := json.NewDecoder(bytes.NewReader(p.Parameters))
	numbers.UseNumber() // store large whole numbers exact
	return shape, numbers.Decode(&shape.RuntimeParameters)
}

func presentScope(s *difference.Scope) *api.PlanScope {
	return &api.PlanScope{
		IncludeNodesSelector: optional(s.Include), ExcludeNodesSelector: optional(s.Exclude), AllowInvalid: s.AllowInvalid,
		AllowOtherPlatform: s.AllowOtherPlatform, Unselected: s.Unselected,
		Kept: present(s.Kept, func(k difference.KeptNode) api.PlanKeptNode {
			return api.PlanKeptNode{NodeID: string(k.Node), Node: k.Name, Reason: string(k.Reason), Message: k.Message, IsDeployed: k.IsDeployed}
		}),
	}
}

// stepDependencies returns the steps by id, each with the steps that it depends on.
func stepDependencies(p plan.Plan) map[string][]string {
	before := make(map[string][]string, len(p.Nodes))
	for i := range p.Nodes {
		steps := make([]string, len(p.Nodes[i].Upstream))
		for k, position := range p.Nodes[i].Upstream {
			steps[k] = string(p.Nodes[position].ID)
		}
		before[string(p.Nodes[i].ID)] = steps
	}
	return before
}

func presentSummary(c difference.Change) api.NodeChangeSummary {
	return api.NodeChangeSummary{
		NodeID: string(c.Node), Name: c.Name, LocationName: optional(c.Location), Action: string(c.Action), Category: string(c.Category),
		Description: c.Description,
	}
}

func presentIssue(i difference.Issue) api.PlanIssue {
	shape := api.PlanIssue{
		Code: i.Code, Message: i.Message, Hint: i.Hint, NodeID: optional(string(i.Node)), Node: optional(i.Name), File: optional(i.File),
	}
	if i.Line > 0 {
		line := int(i.Line)
		shape.Line = &line
	}
	return shape
}

func presentDrift(d difference.Drift) api.PlanDrift {
	return api.PlanDrift{NodeID: optional(string(d.Node)), Node: optional(d.Name), Object: d.Object, Message: d.Message}
}

func presentEdit(c *difference.Change) api.PlanEdit {
	shape := api.PlanEdit{
		NodeID: string(c.Node), Name: c.Name, LocationName: optional(c.Location), NodeType: optional(c.Type), Action: string(c.Action),
		Category: string(c.Category), Reason: c.Reason, Description: c.Description,
	}
	columns := present(c.Columns, func(column difference.ColumnChange) api.PlanColumnChange {
		return api.PlanColumnChange{Change: string(column.Action), Column: column.Name, From: optional(column.From), To: optional(column.To)}
	})
	lost := present(c.Losses, func(d difference.Loss) api.PlanDestruction {
		return api.PlanDestruction{Object: d.Object, What: d.What, Column: optional(d.Column), Rows: d.Rows}
	})
	impact := present(c.Impact, func(i difference.Impact) api.PlanImpact {
		return api.PlanImpact{NodeID: string(i.Node), Node: i.Name, Column: optional(i.ColumnName), Through: optional(i.Of)}
	})
	steps := []api.PlanStep{}
	for _, step := range c.Steps {
		steps = append(steps, presentStep(step)...)
	}
	shape.Columns, shape.Destructive, shape.Impact, shape.Steps = &columns, &lost, &impact, &steps
	return shape
}

// presentStep presents the statements of a step.
func presentStep(s difference.Step) []api.PlanStep {
	list := make([]api.PlanStep, len(s.Statements))
	for i, statement := range s.Statements {
		list[i] = api.PlanStep{
			ID: s.ID + "#" + strconv.Itoa(s.Offset+i+1), Step: s.ID, Phase: string(s.Phase), IsDestructive: statement.IsDestructive,
			Name: statement.Name, SQL: statement.SQL,
		}
	}
	return list
}
