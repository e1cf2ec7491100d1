package httpapi

import (
	"context"
	"encoding/json"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/workspace"
)

// contents returns what is deployed in an environment.
func (h *handlers) contents(ctx context.Context, environment string) (deploy.Contents, error) {
	id, err := parseEnvironment(environment)
	if err != nil {
		return deploy.Contents{}, err
	}
	return h.services.Plans.Contents(ctx, actorOf(ctx).Organization, id)
}

// ListEnvironmentNodes returns a page of the deployed nodes.
func (h *handlers) ListEnvironmentNodes(ctx context.Context, r api.ListEnvironmentNodesRequestObject) (api.ListEnvironmentNodesResponseObject, error) {
	detail, err := flag("detail", r.Params.Detail)
	if err != nil {
		return nil, err
	}
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, nodeOrder)
	if err != nil {
		return nil, err
	}
	contents, err := h.contents(ctx, r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	in := make(map[*compiler.Node]*compiler.Compilation, len(contents.Nodes))
	nodes := make([]*compiler.Node, len(contents.Nodes))
	for i, n := range contents.Nodes {
		nodes[i], in[n.Node] = n.Node, n.In
	}
	list := cutPage(nodes, request, nodeCursor)
	data := make([]json.RawMessage, len(list.Items))
	for i, n := range list.Items {
		var shape any = presentNodeSummary(n, in[n])
		if detail {
			shape = presentNode(n, in[n])
		}
		if data[i], err = json.Marshal(shape); err != nil {
			return nil, err
		}
	}
	info := pageInfo(request, list)
	return api.ListEnvironmentNodes200JSONResponse{
		Data: data, Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// GetEnvironmentNode returns a deployed node.
func (h *handlers) GetEnvironmentNode(ctx context.Context, r api.GetEnvironmentNodeRequestObject) (api.GetEnvironmentNodeResponseObject, error) {
	contents, err := h.contents(ctx, r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	for _, n := range contents.Nodes {
		if workspace.PublicID(n.ID) == r.NodeID {
			return api.GetEnvironmentNode200JSONResponse(presentNode(n.Node, n.In)), nil
		}
	}
	return nil, fault.New(fault.NotFound, "node %s was not found in environment %s", r.NodeID, r.EnvironmentID).
		WithHint("GET /api/v1/environments/%s/nodes lists the deployed nodes.", r.EnvironmentID)
}

// ListEnvironmentJobs returns the deployed jobs.
func (h *handlers) ListEnvironmentJobs(ctx context.Context, r api.ListEnvironmentJobsRequestObject) (api.ListEnvironmentJobsResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, partOrder)
	if err != nil {
		return nil, err
	}
	contents, err := h.contents(ctx, r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	list := cutPage(contents.Jobs, request, jobCursor)
	info := pageInfo(request, list)
	return api.ListEnvironmentJobs200JSONResponse{
		Data: present(list.Items, presentJob), Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// GetEnvironmentJob returns a deployed job.
func (h *handlers) GetEnvironmentJob(ctx context.Context, r api.GetEnvironmentJobRequestObject) (api.GetEnvironmentJobResponseObject, error) {
	contents, err := h.contents(ctx, r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	for _, job := range contents.Jobs {
		if string(job.ID) == r.JobID {
			return api.GetEnvironmentJob200JSONResponse(presentJob(job)), nil
		}
	}
	return nil, fault.New(fault.NotFound, "job %s was not found in environment %s", r.JobID, r.EnvironmentID).
		WithHint("GET /api/v1/environments/%s/jobs lists the deployed jobs.", r.EnvironmentID)
}
