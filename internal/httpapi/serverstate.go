package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
)

// GetServerState returns the state of the server and of the organization's work, and to operators numbers of all organizations.
func (h *handlers) GetServerState(ctx context.Context, _ api.GetServerStateRequestObject) (api.GetServerStateResponseObject, error) {
	actor := actorOf(ctx)
	state, err := h.services.Servers.State(ctx, actor.Organization)
	if err != nil {
		return nil, err
	}
	shape := h.presentServerState(state)
	isOperator, err := h.services.Installation.IsOperator(ctx, actor)
	if err != nil || !isOperator {
		return api.GetServerState200JSONResponse(shape), err
	}
	totals, err := h.services.Installation.Totals(ctx)
	shape.Installation = presentTotals(totals)
	return api.GetServerState200JSONResponse(shape), err
}
