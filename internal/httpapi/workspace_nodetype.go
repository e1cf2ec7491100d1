package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// ListWorkspaceNodeTypes returns the node types of a workspace, without their templates.
func (h *handlers) ListWorkspaceNodeTypes(
	ctx context.Context, r api.ListWorkspaceNodeTypesRequestObject,
) (api.ListWorkspaceNodeTypesResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, partOrder)
	if err != nil {
		return nil, err
	}
	revision, types, err := h.services.Editor.NodeTypes(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, err
	}
	list := cutPage(types, request, nodeTypeCursor)
	data := present(list.Items, func(t *transform.NodeType) api.NodeType {
		shape := presentNodeType(revision, t)
		shape.Spec, shape.Create, shape.Run = nil, nil, nil
		return shape
	})
	info := pageInfo(request, list)
	return api.ListWorkspaceNodeTypes200JSONResponse{
		Data: data, Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// GetWorkspaceNodeType returns a node type.
func (h *handlers) GetWorkspaceNodeType(
	ctx context.Context, r api.GetWorkspaceNodeTypeRequestObject,
) (api.GetWorkspaceNodeTypeResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	revision, found, err := h.services.Editor.NodeType(ctx, actorOf(ctx).Organization, id, transform.NodeTypeID(r.NodeTypeID))
	if err != nil {
		return nil, err
	}
	return api.GetWorkspaceNodeType200JSONResponse(presentNodeType(revision, found)), nil
}

// SetWorkspaceNodeType creates or replaces a node type of the project.
func (h *handlers) SetWorkspaceNodeType(
	ctx context.Context, r api.SetWorkspaceNodeTypeRequestObject,
) (api.SetWorkspaceNodeTypeResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	body := r.Body
	revision, set, err := h.services.Editor.SetNodeType(ctx, actorOf(ctx), id, transform.NodeTypeID(r.NodeTypeID), workspace.NodeTypeDraft{
		Name: body.Name, Version: value(body.FileVersion), IsDisabled: value(body.IsDisabled),
		DefaultLocation: value(body.DefaultStorageLocation), Spec: body.Spec, Create: value(body.Create), Run: value(body.Run),
		Seen: body.Version,
	})
	if err != nil {
		return nil, err
	}
	return api.SetWorkspaceNodeType200JSONResponse(presentNodeType(revision, set)), nil
}

// DeleteWorkspaceNodeType deletes a node type of the project.
func (h *handlers) DeleteWorkspaceNodeType(
	ctx context.Context, r api.DeleteWorkspaceNodeTypeRequestObject,
) (api.DeleteWorkspaceNodeTypeResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	err = h.services.Editor.DeleteNodeType(ctx, actorOf(ctx), id, transform.NodeTypeID(r.NodeTypeID))
	return api.DeleteWorkspaceNodeType204Response{}, err
}

func presentNodeType(v *workspace.Revision, t *transform.NodeType) api.NodeType {
	shape := api.NodeType{
		ID: string(t.ID), Name: t.Name, FileVersion: t.Version, IsBuiltIn: t.IsBuiltIn, IsDisabled: new(t.IsDisabled || t.Spec.IsDisabled),
		Package: optional(t.Package), Prefix: optional(t.Spec.Short), TagColor: optional(t.Spec.TagColor),
		DeployStrategy: optional(string(t.Spec.Strategy)), DefaultStorageLocation: optional(t.DefaultLocation),
		Spec: new(t.SpecText), Create: new(t.Create), Run: new(t.Run),
	}
	if version := v.TypeVersion(t); version > 0 {
		shape.Version = &version
	}
	return shape
}
