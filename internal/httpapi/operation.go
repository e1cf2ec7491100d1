package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
)

// GetServer says what this deployment is.
func (h *handlers) GetServer(ctx context.Context, _ api.GetServerRequestObject) (api.GetServerResponseObject, error) {
	answer := api.GetServer200JSONResponse{Version: h.version, BaseURL: h.baseURL}
	if organization := hostOrganization(ctx); organization != nil {
		answer.Organization = &organization.Name
	}
	return answer, nil
}

// GetHealth says that the process is alive.
func (h *handlers) GetHealth(context.Context, api.GetHealthRequestObject) (api.GetHealthResponseObject, error) {
	return api.GetHealth200JSONResponse{Status: "ok"}, nil
}

// GetReadiness says whether requests should be sent here.
func (h *handlers) GetReadiness(ctx context.Context, _ api.GetReadinessRequestObject) (api.GetReadinessResponseObject, error) {
	if h.draining.Load() {
		return nil, fault.New(fault.Unavailable, "the server is about to stop").WithHint("Use another server.")
	}
	if err := h.services.Database.Ping(ctx); err != nil {
		return nil, err
	}
	return api.GetReadiness200JSONResponse{Status: "ok"}, nil
}
