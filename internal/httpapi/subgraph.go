package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// ListWorkspaceSubgraphs returns the subgraphs of a workspace.
func (h *handlers) ListWorkspaceSubgraphs(
	ctx context.Context, r api.ListWorkspaceSubgraphsRequestObject,
) (api.ListWorkspaceSubgraphsResponseObject, error) {
	subgraphs, info, err := partList[workspace.Subgraph]{
		workspace: r.WorkspaceID, params: page.Params(r.Params), read: h.services.Editor.Subgraphs, cursor: subgraphCursor,
	}.page(ctx)
	if err != nil {
		return nil, err
	}
	return api.ListWorkspaceSubgraphs200JSONResponse{
		Data: present(subgraphs, presentSubgraph), Total: info.Total, Limit: info.Limit, Next: info.Next,
		OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateWorkspaceSubgraph creates a subgraph.
func (h *handlers) CreateWorkspaceSubgraph(
	ctx context.Context, r api.CreateWorkspaceSubgraphRequestObject,
) (api.CreateWorkspaceSubgraphResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	subgraph, err := h.services.Editor.CreateSubgraph(ctx, actorOf(ctx), id, parseSubgraph(r.Body))
	if err != nil {
		return nil, err
	}
	return api.CreateWorkspaceSubgraph201JSONResponse{
		Body: presentSubgraph(subgraph), Headers: api.CreateWorkspaceSubgraph201ResponseHeaders{ETag: etag(subgraph.Version)},
	}, nil
}

// GetWorkspaceSubgraph returns a subgraph.
func (h *handlers) GetWorkspaceSubgraph(
	ctx context.Context, r api.GetWorkspaceSubgraphRequestObject,
) (api.GetWorkspaceSubgraphResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	subgraph, err := h.services.Editor.Subgraph(ctx, actorOf(ctx).Organization, id, transform.SubgraphID(r.SubgraphID))
	if err != nil {
		return nil, err
	}
	return api.GetWorkspaceSubgraph200JSONResponse{
		Body: presentSubgraph(subgraph), Headers: api.GetWorkspaceSubgraph200ResponseHeaders{ETag: etag(subgraph.Version)},
	}, nil
}

// UpdateWorkspaceSubgraph replaces a subgraph.
func (h *handlers) UpdateWorkspaceSubgraph(
	ctx context.Context, r api.UpdateWorkspaceSubgraphRequestObject,
) (api.UpdateWorkspaceSubgraphResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	match, err := matchOf(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	draft := parseSubgraph(r.Body)
	draft.Seen = match.seen(r.Body.Version)
	subgraph, err := h.services.Editor.SetSubgraph(ctx, actorOf(ctx), id, transform.SubgraphID(r.SubgraphID), draft)
	if err != nil {
		return nil, match.preconditionFault(err)
	}
	return api.UpdateWorkspaceSubgraph200JSONResponse{
		Body: presentSubgraph(subgraph), Headers: api.UpdateWorkspaceSubgraph200ResponseHeaders{ETag: etag(subgraph.Version)},
	}, nil
}

// DeleteWorkspaceSubgraph deletes a subgraph.
func (h *handlers) DeleteWorkspaceSubgraph(
	ctx context.Context, r api.DeleteWorkspaceSubgraphRequestObject,
) (api.DeleteWorkspaceSubgraphResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	match, err := matchOf(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	err = h.services.Editor.DeleteSubgraph(ctx, actorOf(ctx), id, transform.SubgraphID(r.SubgraphID), match.version)
	return api.DeleteWorkspaceSubgraph204Response{}, match.preconditionFault(err)
}

func parseSubgraph(body *api.SubgraphWrite) workspace.SubgraphDraft {
	return workspace.SubgraphDraft{Name: body.Name, Steps: nodeIDs(body.Steps)}
}

func presentSubgraph(s workspace.Subgraph) api.Subgraph {
	return api.Subgraph{
		ID: string(s.ID), Name: s.Name, Steps: present(s.Steps, workspace.PublicID), Version: &s.Version,
	}
}
