package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// defaultOverviewLimit is the limit of a list of overviews if the request has none: each is much larger than an
// environment.
const defaultOverviewLimit = "100"

// ListEnvironmentOverviews returns environments with what happened in them.
func (h *handlers) ListEnvironmentOverviews(
	ctx context.Context, r api.ListEnvironmentOverviewsRequestObject,
) (api.ListEnvironmentOverviewsResponseObject, error) {
	params := page.Params{Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection}
	request, err := overviewPage(params)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	query := project.EnvironmentQuery{Sees: actor.Sees(), Project: ids.Project(value(r.Params.Project)), Page: request}
	if text := value(r.Params.Environment); text != "" {
		if query.Environment, err = parseEnvironment(text); err != nil {
			return nil, err
		}
	}
	result, err := h.services.Overviews.List(ctx, query)
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	response := api.ListEnvironmentOverviews200JSONResponse{
		Data:  make([]api.EnvironmentOverview, len(result.Items)),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}
	for i := range result.Items {
		response.Data[i] = presentOverview(&result.Items[i], actor)
	}
	return response, nil
}

// GetNodeHealth returns the health of the deployed nodes.
func (h *handlers) GetNodeHealth(ctx context.Context, r api.GetNodeHealthRequestObject) (api.GetNodeHealthResponseObject, error) {
	id, err := parseEnvironment(r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	found, err := h.services.Overviews.NodeHealth(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, err
	}
	return api.GetNodeHealth200JSONResponse(presentNodeHealth(&found)), nil
}

// overviewPage reads the paging parameters of the list.
func overviewPage(params page.Params) (page.Request, error) {
	return page.Parse(limitOr(params, defaultOverviewLimit), project.EnvironmentOrder)
}
