package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// ListConnections returns the connections, without their secrets.
func (h *handlers) ListConnections(ctx context.Context, r api.ListConnectionsRequestObject) (api.ListConnectionsResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, project.ConnectionOrder)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	result, err := h.services.Connections.List(ctx, actor.Sees(), request)
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListConnections200JSONResponse{
		Data:  present(result.Items, presentConnectionTo(actor)),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateConnection creates a connection and seals its secret.
func (h *handlers) CreateConnection(ctx context.Context, r api.CreateConnectionRequestObject) (api.CreateConnectionResponseObject, error) {
	connection, err := h.services.Connections.Create(ctx, actorOf(ctx), project.ConnectionDraft{
		Name: r.Body.Name, Platform: project.PlatformKind(r.Body.PlatformKind), Settings: value(r.Body.Settings), Secret: value(r.Body.Secret),
		AllProjects: value(r.Body.AllProjects), Projects: projectIDs(value(r.Body.Projects)),
		WorkerLabel: value(r.Body.WorkerLabel), MaxRuns: value(r.Body.MaxRuns),
	})
	if err != nil {
		return nil, err
	}
	return api.CreateConnection201JSONResponse(presentConnectionTo(actorOf(ctx))(connection)), nil
}

// GetConnection returns a connection, without its secret.
func (h *handlers) GetConnection(ctx context.Context, r api.GetConnectionRequestObject) (api.GetConnectionResponseObject, error) {
	actor := actorOf(ctx)
	connection, err := h.services.Connections.Get(ctx, actor.Organization, ids.Connection(r.ConnectionID))
	if err != nil {
		return nil, err
	}
	if !seesConnection(actor, connection) {
		return nil, project.ConnectionNotFound(r.ConnectionID)
	}
	return api.GetConnection200JSONResponse(presentConnectionTo(actor)(connection)), nil
}

// UpdateConnection changes a connection; null clears the secret.
func (h *handlers) UpdateConnection(ctx context.Context, r api.UpdateConnectionRequestObject) (api.UpdateConnectionResponseObject, error) {
	connection, err := h.services.Connections.Update(ctx, actorOf(ctx), ids.Connection(r.ConnectionID), project.ConnectionPatch{
		Name: patchPointer(r.Body.Name), Platform: project.PlatformKind(value(r.Body.PlatformKind)),
		Settings: patchPointer(r.Body.Settings), Secret: patchField(r.Body.Secret),
		AllProjects: patchPointer(r.Body.AllProjects), Projects: patchProjects(r.Body.Projects),
		WorkerLabel: patchField(r.Body.WorkerLabel), MaxRuns: patchField(r.Body.MaxRuns),
	})
	if err != nil {
		return nil, err
	}
	return api.UpdateConnection200JSONResponse(presentConnectionTo(actorOf(ctx))(connection)), nil
}

// DeleteConnection deletes a connection.
func (h *handlers) DeleteConnection(ctx context.Context, r api.DeleteConnectionRequestObject) (api.DeleteConnectionResponseObject, error) {
	return api.DeleteConnection204Response{}, h.services.Connections.Delete(ctx, actorOf(ctx), ids.Connection(r.ConnectionID))
}

// TestConnection connects to the engine.
func (h *handlers) TestConnection(ctx context.Context, r api.TestConnectionRequestObject) (api.TestConnectionResponseObject, error) {
	outcome, err := h.services.Connections.Test(ctx, actorOf(ctx).Organization, ids.Connection(r.ConnectionID))
	if err != nil {
		return nil, err
	}
	return api.TestConnection200JSONResponse{
		Success: outcome.Success, Message: outcome.Message, Hint: optional(outcome.Hint), EngineVersion: optional(outcome.Version),
		DurationMs: int(outcome.Took.Milliseconds()),
	}, nil
}
