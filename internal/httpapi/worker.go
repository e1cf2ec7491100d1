package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
)

// ListWorkers returns the workers, and the runs that none of them may claim.
func (h *handlers) ListWorkers(ctx context.Context, _ api.ListWorkersRequestObject) (api.ListWorkersResponseObject, error) {
	list, err := h.services.Workers.List(ctx, actorOf(ctx).Organization)
	if err != nil {
		return nil, err
	}
	return api.ListWorkers200JSONResponse{Data: present(list.Workers, presentWorker), Unclaimed: present(list.Unclaimed, presentUnclaimed)}, nil
}
