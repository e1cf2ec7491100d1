package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
)

// GetServer returns the properties of this deployment.
func (h *handlers) GetServer(ctx context.Context, _ api.GetServerRequestObject) (api.GetServerResponseObject, error) {
	response := api.GetServer200JSONResponse{Version: h.version, BaseURL: h.baseURL}
	if h.services.PasswordLinks.SendsMail() {
		response.SendsMail = new(true)
	}
	if organization := hostOrganization(ctx); organization != nil {
		response.Organization = &organization.Name
	}
	return response, nil
}

// GetHealth reports that the process is alive.
func (h *handlers) GetHealth(context.Context, api.GetHealthRequestObject) (api.GetHealthResponseObject, error) {
	return api.GetHealth200JSONResponse{Status: "ok"}, nil
}

// GetReadiness reports whether requests should be sent to this server.
func (h *handlers) GetReadiness(ctx context.Context, _ api.GetReadinessRequestObject) (api.GetReadinessResponseObject, error) {
	if h.draining.Load() {
		return nil, fault.New(fault.Unavailable, "the server is shutting down").WithHint("Use another server.")
	}
	if err := h.services.Database.Ping(ctx); err != nil {
		return nil, err
	}
	return api.GetReadiness200JSONResponse{Status: "ok"}, nil
}
