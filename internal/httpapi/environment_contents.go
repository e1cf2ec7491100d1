package httpapi

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/transform"
)

// deployedProject gives what is deployed in an environment; nil when nothing is.
func (h *handlers) deployedProject(ctx context.Context, environment string) (*compiler.Compilation, error) {
	id, err := parseEnvironment(environment)
	if err != nil {
		return nil, err
	}
	contents, err := h.services.Plans.Contents(ctx, actorOf(ctx).Organization, id)
	if deploy.IsEmpty(err) {
		return nil, nil //nolint:nilnil // an environment without a project is an ordinary one
	}
	return contents, err
}

// ListEnvironmentNodes gives a page of the deployed nodes.
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
	contents, err := h.deployedProject(ctx, r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	list := pageNodes(deployedNodes(contents), request)
	data := make([]json.RawMessage, len(list.Items))
	for i, n := range list.Items {
		var shape any = presentNodeSummary(n, contents)
		if detail {
			shape = presentNode(n, contents)
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

// deployedNodes are the nodes of a deployed project that are not switched off.
func deployedNodes(contents *compiler.Compilation) []*compiler.Node {
	if contents == nil {
		return nil
	}
	var nodes []*compiler.Node
	for _, n := range contents.Nodes() {
		if n.DeployEnabled {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// GetEnvironmentNode gives a deployed node.
func (h *handlers) GetEnvironmentNode(ctx context.Context, r api.GetEnvironmentNodeRequestObject) (api.GetEnvironmentNodeResponseObject, error) {
	contents, err := h.deployedProject(ctx, r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	if contents != nil {
		if node, ok := contents.Node(transform.NodeID(r.NodeID)); ok && node.DeployEnabled {
			return api.GetEnvironmentNode200JSONResponse(presentNode(node, contents)), nil
		}
	}
	return nil, fault.New(fault.NotFound, "node %s was not found in environment %s", r.NodeID, r.EnvironmentID).
		WithHint("GET /api/v1/environments/%s/nodes lists the deployed nodes.", r.EnvironmentID)
}

// ListEnvironmentJobs gives the deployed jobs.
func (h *handlers) ListEnvironmentJobs(ctx context.Context, r api.ListEnvironmentJobsRequestObject) (api.ListEnvironmentJobsResponseObject, error) {
	contents, err := h.deployedProject(ctx, r.EnvironmentID)
	list := api.JobList{Data: []api.Job{}}
	if contents != nil {
		jobs := slices.Clone(contents.Project.Jobs)
		slices.SortFunc(jobs, func(a, b transform.Job) int {
			return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
		})
		list.Data = present(jobs, presentJob)
	}
	return api.ListEnvironmentJobs200JSONResponse(list), err
}

// GetEnvironmentJob gives a deployed job.
func (h *handlers) GetEnvironmentJob(ctx context.Context, r api.GetEnvironmentJobRequestObject) (api.GetEnvironmentJobResponseObject, error) {
	contents, err := h.deployedProject(ctx, r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	if contents != nil {
		for _, job := range contents.Project.Jobs {
			if string(job.ID) == r.JobID {
				return api.GetEnvironmentJob200JSONResponse(presentJob(job)), nil
			}
		}
	}
	return nil, fault.New(fault.NotFound, "job %s was not found in environment %s", r.JobID, r.EnvironmentID).
		WithHint("GET /api/v1/environments/%s/jobs lists the deployed jobs.", r.EnvironmentID)
}
