package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/workspace"
)

// GetConnectionCatalog lists a level of the catalog of a workspace's connection.
func (h *handlers) GetConnectionCatalog(ctx context.Context, r api.GetConnectionCatalogRequestObject) (api.GetConnectionCatalogResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	found, err := h.services.Editor.Catalog(ctx, actorOf(ctx).Organization, id, workspace.CatalogPath{
		Database: value(r.Params.Database), Schema: value(r.Params.Schema), Table: value(r.Params.Table), Text: value(r.Params.Q),
	})
	if err != nil {
		return nil, err
	}
	shape := api.ConnectionCatalog{Level: string(found.Level), HasMore: found.More, Entries: make([]api.ConnectionCatalogEntry, len(found.Entries))}
	for i := range found.Entries {
		shape.Entries[i] = presentCatalogEntry(&found.Entries[i], found.Level)
	}
	return api.GetConnectionCatalog200JSONResponse(shape), nil
}

func presentCatalogEntry(e *workspace.CatalogEntry, level workspace.CatalogLevel) api.ConnectionCatalogEntry {
	shape := api.ConnectionCatalogEntry{Name: e.Name}
	switch level {
	case workspace.CatalogDatabases:
		shape.IsDefault = &e.IsDefault
	case workspace.CatalogSchemas:
		shape.Locations = new(append([]string{}, e.Locations...))
	case workspace.CatalogTables:
		shape.IsView, shape.Nodes = &e.IsView, new(append([]string{}, e.Nodes...))
	case workspace.CatalogColumns:
		shape.DataType, shape.Nullable = &e.DataType, &e.Nullable
	}
	return shape
}
