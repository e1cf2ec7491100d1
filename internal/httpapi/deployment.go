package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/page"
)

// ListDeployments returns the deployments of an environment.
func (h *handlers) ListDeployments(ctx context.Context, r api.ListDeploymentsRequestObject) (api.ListDeploymentsResponseObject, error) {
	query, err := h.historyQuery(ctx, r.EnvironmentID, page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, deploy.DeploymentOrder)
	if err != nil {
		return nil, err
	}
	result, err := h.services.Plans.Deployments(ctx, query)
	if err != nil {
		return nil, err
	}
	info := pageInfo(query.Page, result)
	return api.ListDeployments200JSONResponse{
		Data:  present(result.Items, presentDeployment),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// ResumeDeployment resumes a failed deployment.
func (h *handlers) ResumeDeployment(ctx context.Context, r api.ResumeDeploymentRequestObject) (api.ResumeDeploymentResponseObject, error) {
	environment, err := parseEnvironment(r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	id, err := parseRun(r.RunID)
	if err != nil {
		return nil, err
	}
	resumption := deploy.ResumeRequest{Environment: environment, Run: id}
	if r.Body != nil {
		resumption.ConfirmDestructive = value(r.Body.ConfirmDestructive)
	}
	started, err := h.services.Plans.Resume(ctx, actorOf(ctx), resumption)
	return api.ResumeDeployment200JSONResponse{RunCounter: int64(started.ID)}, err
}

func presentDeployment(d deploy.Deployment) api.Deployment {
	shape := api.Deployment{
		RunID: int64(d.Run), Status: api.RunStatus(d.Status), CreatedAt: timestamp(d.CreatedAt), CreatedBy: optional(string(d.CreatedBy)),
		Commit: d.Origin.Commit, Message: d.Origin.Message, PlanID: optional(string(d.Plan)), Counts: presentCounts(d.Counts),
	}
	if d.IsCurrent {
		shape.IsCurrent = &d.IsCurrent
	}
	if !d.EndedAt.IsZero() {
		ended := timestamp(d.EndedAt)
		shape.EndedAt = &ended
	}
	return shape
}
