package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/installation"
	"github.com/millrace/millrace/internal/page"
)

// ListOrganizations returns the organizations of the installation.
func (h *handlers) ListOrganizations(ctx context.Context, r api.ListOrganizationsRequestObject) (api.ListOrganizationsResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, installation.OrganizationOrder)
	if err != nil {
		return nil, err
	}
	result, err := h.services.Installation.List(ctx, request)
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListOrganizations200JSONResponse{
		Data:  present(result.Items, presentAdministered),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateOrganization creates an organization with its first administrator.
func (h *handlers) CreateOrganization(ctx context.Context, r api.CreateOrganizationRequestObject) (api.CreateOrganizationResponseObject, error) {
	wanted := installation.NewOrganization{
		Name: r.Body.Name, Subdomain: value(r.Body.Subdomain), AdminEmail: r.Body.AdminEmail, AdminPassword: value(r.Body.AdminPassword),
	}
	if quotas := r.Body.Quotas; quotas != nil {
		wanted.Quotas = installation.Quotas{
			MaxRuns: value(quotas.MaxRuns), MaxStorageBytes: value(quotas.MaxStorageBytes), MaxUsers: value(quotas.MaxUsers),
		}
	}
	created, err := h.services.Installation.Create(ctx, actorOf(ctx), wanted)
	if err != nil {
		return nil, err
	}
	return api.CreateOrganization201JSONResponse{
		Organization: presentAdministered(created.Organization), AdminEmail: created.AdminEmail, AdminPassword: optional(created.Password),
	}, nil
}

// GetOrganizationByID returns an organization of the installation.
func (h *handlers) GetOrganizationByID(
	ctx context.Context, r api.GetOrganizationByIDRequestObject,
) (api.GetOrganizationByIDResponseObject, error) {
	found, err := h.services.Installation.Find(ctx, ids.Organization(r.OrganizationID))
	if err != nil {
		return nil, err
	}
	return api.GetOrganizationByID200JSONResponse(presentAdministered(found)), nil
}

// UpdateOrganization changes the name, the subdomain and the quotas of an organization.
func (h *handlers) UpdateOrganization(ctx context.Context, r api.UpdateOrganizationRequestObject) (api.UpdateOrganizationResponseObject, error) {
	patch := installation.OrganizationPatch{Name: r.Body.Name, Subdomain: r.Body.Subdomain}
	if quotas := r.Body.Quotas; quotas != nil {
		patch.MaxRuns, patch.MaxStorageBytes, patch.MaxUsers = quotas.MaxRuns, quotas.MaxStorageBytes, quotas.MaxUsers
	}
	changed, err := h.services.Installation.Change(ctx, actorOf(ctx), ids.Organization(r.OrganizationID), patch)
	if err != nil {
		return nil, err
	}
	return api.UpdateOrganization200JSONResponse(presentAdministered(changed)), nil
}

// DeleteOrganization deletes an organization with all its data.
func (h *handlers) DeleteOrganization(ctx context.Context, r api.DeleteOrganizationRequestObject) (api.DeleteOrganizationResponseObject, error) {
	withData, err := flag("withData", r.Params.WithData)
	if err != nil {
		return nil, err
	}
	_, err = h.services.Installation.Delete(ctx, actorOf(ctx), installation.Deletion{
		Organization: ids.Organization(r.OrganizationID), Confirm: r.Params.Confirm, WithData: withData,
	})
	return api.DeleteOrganization204Response{}, err
}

func presentAdministered(o installation.Organization) api.AdministeredOrganization {
	shape := api.AdministeredOrganization{
		ID: string(o.ID), Name: o.Name, Subdomain: o.Subdomain, CreatedAt: timestamp(o.CreatedAt),
		Quotas: api.OrganizationQuotas{MaxRuns: o.Quotas.MaxRuns, MaxStorageBytes: o.Quotas.MaxStorageBytes, MaxUsers: o.Quotas.MaxUsers},
		Use: api.OrganizationUse{
			Users: o.Use.Users, Projects: o.Use.Projects, Environments: o.Use.Environments,
			RunsWaiting: o.Use.RunsWaiting, RunsRunning: o.Use.RunsRunning, StorageBytes: o.Use.StorageBytes,
		},
	}
	shape.Use.MeasuredAt.SetNull()
	if !o.Use.MeasuredAt.IsZero() {
		shape.Use.MeasuredAt.Set(timestamp(o.Use.MeasuredAt))
	}
	return shape
}
