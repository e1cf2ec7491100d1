package httpapi

import (
	"context"
	"encoding/json"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// ListEnvironments returns data alone unless the request has a paging parameter.
func (h *handlers) ListEnvironments(ctx context.Context, r api.ListEnvironmentsRequestObject) (api.ListEnvironmentsResponseObject, error) {
	detail, err := flag("detail", r.Params.Detail)
	if err != nil {
		return nil, err
	}
	params := page.Params{Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection}
	request, err := page.Parse(params, project.EnvironmentOrder)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	query := project.EnvironmentQuery{Sees: actor.Sees(), Project: ids.Project(value(r.Params.Project)), WithHealth: detail, Page: request}
	return h.cache.get(environmentsKey(query.Sees, r.Params), func() (rawJSON, error) {
		result, err := h.services.Environments.List(ctx, query)
		if err != nil {
			return nil, err
		}
		return encodeEnvironments(result, request, detail, params.Asked())
	})
}

// environmentsKey identifies a response by everything that determines it.
func environmentsKey(sees account.Visibility, p api.ListEnvironmentsParams) string {
	return responseKey("environments", sees, p.Detail, p.Project, p.Limit, p.StartingFrom, p.OrderBy, p.OrderByDirection)
}

func encodeEnvironments(result page.Result[project.Environment], request page.Request, detail, paged bool) (rawJSON, error) {
	response := api.EnvironmentList{Data: make([]json.RawMessage, len(result.Items))}
	for i, environment := range result.Items {
		var shape any = presentEnvironmentSummary(environment)
		if detail {
			shape = presentEnvironment(environment)
		}
		raw, err := json.Marshal(shape)
		if err != nil {
			return nil, err
		}
		response.Data[i] = raw
	}
	if paged {
		info := pageInfo(request, result)
		response.Total, response.Limit, response.Next = &info.Total, info.Limit, info.Next
		response.OrderBy, response.OrderByDirection = &info.OrderBy, &info.OrderByDirection
	}
	return json.Marshal(response)
}

// CreateEnvironment creates an environment.
func (h *handlers) CreateEnvironment(ctx context.Context, r api.CreateEnvironmentRequestObject) (api.CreateEnvironmentResponseObject, error) {
	body := r.Body
	mappings := body.Mappings
	if mappings == nil {
		mappings = body.CurrentMappings
	}
	settings := project.EnvironmentSettings{
		Description: value(body.Description), OAuthEnabled: value(body.OauthEnabled), Connection: ids.Connection(value(body.Connection)),
		ConnectionAccount: value(body.ConnectionAccount), ConnectionUser: value(body.ConnectionUser), AccessURL: value(body.AccessURL),
		DefaultStorageMapping: value(body.DefaultStorageMapping), Mappings: mappingsOf(value(mappings)), DevEnv: value(body.DevEnv),
		Parameters: parseParameters(value(body.RunTimeParameters)), TagColors: tagColorsOf(value(body.TagColors)),
		WorkerLabel: value(body.WorkerLabel),
	}
	environment, err := h.services.Environments.CreateFrom(ctx, actorOf(ctx), project.EnvironmentDraft{
		Project: ids.Project(body.Project), Name: body.Name, Settings: settings,
		ConnectionSecret: value(body.ConnectionSecret), ConfirmSharedMappings: value(body.ConfirmSharedMappings),
	})
	if err != nil {
		return nil, err
	}
	return api.CreateEnvironment201JSONResponse(presentEnvironment(environment)), nil
}

// GetEnvironment returns an environment.
func (h *handlers) GetEnvironment(ctx context.Context, r api.GetEnvironmentRequestObject) (api.GetEnvironmentResponseObject, error) {
	id, err := parseEnvironment(r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	environment, err := h.services.Environments.Describe(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, err
	}
	return api.GetEnvironment200JSONResponse(presentEnvironment(environment)), nil
}

// UpdateEnvironment changes an environment. Null clears a field.
func (h *handlers) UpdateEnvironment(ctx context.Context, r api.UpdateEnvironmentRequestObject) (api.UpdateEnvironmentResponseObject, error) {
	id, err := parseEnvironment(r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	body := r.Body
	mappings := body.Mappings
	if !mappings.IsSpecified() {
		mappings = body.CurrentMappings
	}
	patch := project.EnvironmentPatch{
		Project:               ids.Project(value(body.Project)),
		Name:                  patchPointer(body.Name),
		Description:           patchField(body.Description),
		OAuthEnabled:          patchField(body.OauthEnabled),
		Connection:            patchFieldAs(body.Connection, func(id api.ID) ids.Connection { return ids.Connection(id) }),
		ConnectionAccount:     patchField(body.ConnectionAccount),
		ConnectionUser:        patchField(body.ConnectionUser),
		ConnectionSecret:      patchField(body.ConnectionSecret),
		AccessURL:             patchField(body.AccessURL),
		DefaultStorageMapping: patchField(body.DefaultStorageMapping),
		Mappings:              patchFieldAs(mappings, mappingsOf),
		DevEnv:                patchField(body.DevEnv),
		Parameters:            patchFieldAs(body.RunTimeParameters, parseParameters),
		TagColors:             patchFieldAs(body.TagColors, tagColorsOf),
		WorkerLabel:           patchField(body.WorkerLabel),
		ConfirmSharedMappings: value(body.ConfirmSharedMappings),
	}
	environment, err := h.services.Environments.Update(ctx, actorOf(ctx), id, patch)
	if err != nil {
		return nil, err
	}
	return api.UpdateEnvironment200JSONResponse(presentEnvironment(environment)), nil
}

// DeleteEnvironment deletes an environment.
func (h *handlers) DeleteEnvironment(ctx context.Context, r api.DeleteEnvironmentRequestObject) (api.DeleteEnvironmentResponseObject, error) {
	id, err := parseEnvironment(r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	return api.DeleteEnvironment204Response{}, h.services.Environments.Delete(ctx, actorOf(ctx), id)
}

func parseEnvironment(text string) (ids.Environment, error) {
	id, ok := ids.ParseNumber[ids.Environment](text)
	if !ok {
		return 0, project.EnvironmentNotFound(text)
	}
	return id, nil
}
