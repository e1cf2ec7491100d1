package httpapi

import (
	"context"
	"encoding/json"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// ListWorkspaces returns the workspaces that the actor can see.
func (h *handlers) ListWorkspaces(ctx context.Context, r api.ListWorkspacesRequestObject) (api.ListWorkspacesResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, project.WorkspaceOrder)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	result, err := h.services.Workspaces.List(ctx, project.WorkspaceQuery{
		Sees: actor.Sees(), Project: ids.Project(value(r.Params.Project)), Page: request,
	})
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListWorkspaces200JSONResponse{
		Data:  present(result.Items, presentWorkspace),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateWorkspace creates a workspace.
func (h *handlers) CreateWorkspace(ctx context.Context, r api.CreateWorkspaceRequestObject) (api.CreateWorkspaceResponseObject, error) {
	workspace, err := h.services.Workspaces.CreateOn(ctx, actorOf(ctx), project.Workspace{
		Project: ids.Project(r.Body.Project), Name: r.Body.Name, Settings: project.WorkspaceSettings{
			Branch: value(r.Body.Branch), Connection: ids.Connection(value(r.Body.Connection)),
			Mappings: mappingsOf(value(r.Body.Mappings)), Parameters: parseParameters(value(r.Body.Parameters)),
		},
		ConfirmSharedMappings: value(r.Body.ConfirmSharedMappings),
	})
	if err != nil {
		return nil, err
	}
	return api.CreateWorkspace201JSONResponse(presentWorkspace(workspace)), nil
}

// GetWorkspace returns a workspace.
func (h *handlers) GetWorkspace(ctx context.Context, r api.GetWorkspaceRequestObject) (api.GetWorkspaceResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	workspace, err := h.services.Workspaces.Get(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, err
	}
	return api.GetWorkspace200JSONResponse(presentWorkspace(workspace)), nil
}

// UpdateWorkspace changes a workspace. Null clears a field.
func (h *handlers) UpdateWorkspace(ctx context.Context, r api.UpdateWorkspaceRequestObject) (api.UpdateWorkspaceResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	if err := h.checkUnmoved(ctx, id, r.Body); err != nil {
		return nil, err
	}
	workspace, err := h.services.Workspaces.Update(ctx, actorOf(ctx), id, project.WorkspacePatch{
		Name:       patchPointer(r.Body.Name),
		Connection: patchFieldAs(r.Body.Connection, func(id api.ID) ids.Connection { return ids.Connection(id) }),
		Mappings:   patchFieldAs(r.Body.Mappings, mappingsOf),
		Parameters: patchFieldAs(r.Body.Parameters, parseParameters),

		ConfirmSharedMappings: value(r.Body.ConfirmSharedMappings),
	})
	if err != nil {
		return nil, err
	}
	return api.UpdateWorkspace200JSONResponse(presentWorkspace(workspace)), nil
}

// checkUnmoved rejects an update of a workspace that would change its project or branch.
func (h *handlers) checkUnmoved(ctx context.Context, id ids.Workspace, body *api.WorkspaceUpdate) error {
	if body.Project == nil && body.Branch == nil {
		return nil
	}
	found, err := h.services.Workspaces.Get(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return err
	}
	readOnly := readOnlyField{field: "project", value: string(found.Project), hint: "Create a workspace in that project."}
	if err := readOnly.check(string(value(body.Project))); err != nil {
		return err
	}
	return readOnlyField{field: "branch", value: found.Settings.Branch, hint: "Switch the branch with POST …/branch."}.check(value(body.Branch))
}

// DeleteWorkspace deletes a workspace.
func (h *handlers) DeleteWorkspace(ctx context.Context, r api.DeleteWorkspaceRequestObject) (api.DeleteWorkspaceResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	return api.DeleteWorkspace204Response{}, h.services.Workspaces.Delete(ctx, actorOf(ctx), id)
}

func parseWorkspace(text string) (ids.Workspace, error) {
	id, ok := ids.ParseNumber[ids.Workspace](text)
	if !ok {
		return 0, project.WorkspaceNotFound(text)
	}
	return id, nil
}

func presentWorkspace(w project.Workspace) api.Workspace {
	shape := api.Workspace{
		ID: ids.FormatNumber(w.ID), Name: w.Name, Project: string(w.Project), Status: api.EnvironmentStatus(w.Status),
		Branch: w.Settings.Branch, BaseCommit: optional(w.BaseCommit), Revision: w.Revision,
		Connection: optional(string(w.Settings.Connection)), Mappings: api.Mappings{}, Parameters: w.Settings.Parameters,
		CreatedAt: timestamp(w.CreatedAt),
	}
	for location, mapping := range w.Settings.Mappings {
		shape.Mappings[location] = presentMapping(mapping)
	}
	if len(shape.Parameters) == 0 {
		shape.Parameters = json.RawMessage("{}")
	}
	return shape
}
