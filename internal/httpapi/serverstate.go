package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
)

// GetServerState returns the state of the server and of the organization's work.
func (h *handlers) GetServerState(ctx context.Context, _ api.GetServerStateRequestObject) (api.GetServerStateResponseObject, error) {
	state, err := h.services.Servers.State(ctx, actorOf(ctx).Organization)
	if err != nil {
		return nil, err
	}
	return api.GetServerState200JSONResponse(h.presentServerState(state)), nil
}
