package httpapi

import (
	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/overview"
	"github.com/millrace/millrace/internal/workspace"
)

func presentOverview(o *overview.Overview, actor account.Actor) api.EnvironmentOverview {
	environment, figures := presentEnvironmentSummary(o.Environment), &o.Figures
	shape := api.EnvironmentOverview{
		ID: environment.ID, Name: environment.Name, Status: environment.Status, Project: environment.Project,
		CreatedAt: environment.CreatedAt, CreatedBy: environment.CreatedBy, Health: presentHealth(o.Environment.Health),
		Deployment: presentDeploymentSummary(figures.Deployment), FailedDeployment: presentDeploymentSummary(figures.FailedDeployment),
		Schedules: figures.Schedules, Runs: make([]api.RunFigures, len(figures.Runs)),
		Permissions: present(
			actor.PermissionsIn(account.Scope{Project: o.Environment.Project, Environment: o.Environment.ID}),
			func(p account.Permission) string { return string(p) },
		),
	}
	if o.CommitsBehind != nil {
		shape.CommitsBehind, shape.Branch = o.CommitsBehind, optional(figures.Branch)
	}
	if figures.LastRefresh != nil {
		shape.LastRefresh = new(presentRunFigures(figures.LastRefresh))
	}
	if next := figures.Next; next != nil {
		shape.NextRun = &api.NextRun{ScheduleID: string(next.Schedule), Name: next.Name, DueAt: timestamp(next.Due), TimeZone: next.TimeZone}
	}
	for i := range figures.Runs {
		shape.Runs[i] = presentRunFigures(&figures.Runs[i])
	}
	return shape
}

func presentDeploymentSummary(d *overview.Deployment) *api.DeploymentSummary {
	if d == nil {
		return nil
	}
	shape := api.DeploymentSummary{RunID: int64(d.Run), Commit: d.Commit, Message: d.Message, CreatedAt: timestamp(d.CreatedAt)}
	if d.CreatedBy.ID != "" {
		shape.CreatedBy = new(presentAuthor(d.CreatedBy))
	}
	return &shape
}

func presentRunFigures(r *overview.Run) api.RunFigures {
	shape := api.RunFigures{
		ID: int64(r.ID), RunType: api.RunType(r.Type), RunStatus: api.RunStatus(r.Status), FailedTests: r.FailedTests, NodesInRun: r.Nodes,
		RunStartTime: optionalTime(r.StartedAt), RunEndTime: optionalTime(r.EndedAt), RunFailureReason: optional(r.FailureReason),
	}
	if !r.Status.IsOver() {
		shape.NodesDone = &r.NodesDone
	}
	return shape
}

func presentNodeHealth(h *overview.NodeHealth) api.NodeHealthList {
	shape := api.NodeHealthList{Data: make([]api.NodeHealth, len(h.Nodes)), Runs: make([]int64, len(h.Runs))}
	for i, id := range h.Runs {
		shape.Runs[i] = int64(id)
	}
	for i := range h.Nodes {
		n := &h.Nodes[i]
		shape.Data[i] = api.NodeHealth{
			NodeID: workspace.PublicID(n.ID), Name: n.Name, LocationName: n.Location, NodeType: n.Type, Health: string(n.Health),
			FailedTests: n.FailedTests, BuiltAt: optionalTime(n.BuiltAt),
			States: present(n.States, func(s overview.State) string { return string(s) }),
		}
		if n.LastRun != 0 {
			shape.Data[i].LastRunID = new(int64(n.LastRun))
		}
		if n.Usual > 0 {
			shape.Data[i].UsualMilliseconds = new(n.Usual.Milliseconds())
		}
	}
	return shape
}
