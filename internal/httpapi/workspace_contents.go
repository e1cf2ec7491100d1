package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/workspace"
)

// ValidateWorkspace returns the diagnostics of a workspace.
func (h *handlers) ValidateWorkspace(ctx context.Context, r api.ValidateWorkspaceRequestObject) (api.ValidateWorkspaceResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	revision, err := h.services.Editor.CurrentRevision(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, err
	}
	c := revision.Compilation
	nodes := make(map[string]string, len(c.Nodes())) // node ids by file
	for _, n := range c.Nodes() {
		nodes[n.File] = workspace.PublicID(n.ID)
	}
	shape := api.ValidateWorkspace200JSONResponse{Nodes: len(c.Nodes()), Diagnostics: make([]api.Diagnostic, len(c.Diagnostics))}
	for i, d := range c.Diagnostics {
		shape.Diagnostics[i] = presentDiagnostic(d, nodes[d.File])
		if d.Severity == diagnostic.Error {
			shape.Errors++
		} else {
			shape.Warnings++
		}
	}
	shape.IsValid = shape.Errors == 0
	return shape, nil
}

// GetWorkspaceMacros returns the macros of a workspace.
func (h *handlers) GetWorkspaceMacros(ctx context.Context, r api.GetWorkspaceMacrosRequestObject) (api.GetWorkspaceMacrosResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	macros, err := h.services.Editor.Macros(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, err
	}
	return api.GetWorkspaceMacros200JSONResponse{MacroString: macros.Text, Version: macros.Version}, nil
}

// SetWorkspaceMacros replaces the macros of a workspace.
func (h *handlers) SetWorkspaceMacros(ctx context.Context, r api.SetWorkspaceMacrosRequestObject) (api.SetWorkspaceMacrosResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	macros, err := h.services.Editor.SetMacros(ctx, actorOf(ctx), id, r.Body.MacroString, r.Body.Version)
	if err != nil {
		return nil, err
	}
	return api.SetWorkspaceMacros200JSONResponse{MacroString: macros.Text, Version: macros.Version}, nil
}

// GetWorkspaceLocations returns the storage locations of a workspace and their mappings.
func (h *handlers) GetWorkspaceLocations(
	ctx context.Context, r api.GetWorkspaceLocationsRequestObject,
) (api.GetWorkspaceLocationsResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	locations, err := h.services.Editor.Locations(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, err
	}
	return api.GetWorkspaceLocations200JSONResponse(presentLocations(locations)), nil
}

// SetWorkspaceLocations replaces the list of storage locations.
func (h *handlers) SetWorkspaceLocations(
	ctx context.Context, r api.SetWorkspaceLocationsRequestObject,
) (api.SetWorkspaceLocationsResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	locations, err := h.services.Editor.SetLocations(ctx, actorOf(ctx), id, workspace.LocationsDraft{
		Names: r.Body.Locations, Default: value(r.Body.DefaultStorageLocation), Seen: r.Body.Version,
	})
	if err != nil {
		return nil, err
	}
	return api.SetWorkspaceLocations200JSONResponse(presentLocations(locations)), nil
}

func presentLocations(l workspace.Locations) api.Locations {
	shape := api.Locations{
		Locations: append([]string{}, l.Names...), DefaultStorageLocation: l.Default, Version: l.Version, Mappings: api.Mappings{},
	}
	for name, mapping := range l.Mappings {
		shape.Mappings[name] = api.Mapping{Database: mapping.Database, Schema: mapping.Schema}
	}
	return shape
}
