package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// ListWorkspaceSubgraphs gives the subgraphs of a workspace.
func (h *handlers) ListWorkspaceSubgraphs(
	ctx context.Context, r api.ListWorkspaceSubgraphsRequestObject,
) (api.ListWorkspaceSubgraphsResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	subgraphs, err := h.services.Desk.Subgraphs(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, err
	}
	return api.ListWorkspaceSubgraphs200JSONResponse{Data: present(subgraphs, presentSubgraph)}, nil
}

// CreateWorkspaceSubgraph makes a subgraph.
func (h *handlers) CreateWorkspaceSubgraph(
	ctx context.Context, r api.CreateWorkspaceSubgraphRequestObject,
) (api.CreateWorkspaceSubgraphResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	subgraph, err := h.services.Desk.CreateSubgraph(ctx, actorOf(ctx), id, givenSubgraph(r.Body))
	if err != nil {
		return nil, err
	}
	return api.CreateWorkspaceSubgraph201JSONResponse(presentSubgraph(subgraph)), nil
}

// GetWorkspaceSubgraph gives a subgraph.
func (h *handlers) GetWorkspaceSubgraph(
	ctx context.Context, r api.GetWorkspaceSubgraphRequestObject,
) (api.GetWorkspaceSubgraphResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	subgraph, err := h.services.Desk.Subgraph(ctx, actorOf(ctx).Organization, id, transform.SubgraphID(r.SubgraphID))
	if err != nil {
		return nil, err
	}
	return api.GetWorkspaceSubgraph200JSONResponse(presentSubgraph(subgraph)), nil
}

// UpdateWorkspaceSubgraph replaces a subgraph.
func (h *handlers) UpdateWorkspaceSubgraph(
	ctx context.Context, r api.UpdateWorkspaceSubgraphRequestObject,
) (api.UpdateWorkspaceSubgraphResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	subgraph, err := h.services.Desk.SetSubgraph(ctx, actorOf(ctx), id, transform.SubgraphID(r.SubgraphID), givenSubgraph(r.Body))
	if err != nil {
		return nil, err
	}
	return api.UpdateWorkspaceSubgraph200JSONResponse(presentSubgraph(subgraph)), nil
}

// DeleteWorkspaceSubgraph takes a subgraph away.
func (h *handlers) DeleteWorkspaceSubgraph(
	ctx context.Context, r api.DeleteWorkspaceSubgraphRequestObject,
) (api.DeleteWorkspaceSubgraphResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	err = h.services.Desk.DeleteSubgraph(ctx, actorOf(ctx), id, transform.SubgraphID(r.SubgraphID))
	return api.DeleteWorkspaceSubgraph204Response{}, err
}

func givenSubgraph(body *api.SubgraphWrite) workspace.SubgraphDraft {
	return workspace.SubgraphDraft{Name: body.Name, Steps: nodeIDs(body.Steps)}
}

func presentSubgraph(s transform.Subgraph) api.Subgraph {
	return api.Subgraph{
		ID: string(s.ID), Name: s.Name, Steps: present(s.Steps, func(id transform.NodeID) string { return string(id) }),
	}
}
