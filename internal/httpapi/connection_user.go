package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// ListConnectionUsers returns the users who may use a connection, with the roles that allow it.
func (h *handlers) ListConnectionUsers(
	ctx context.Context, r api.ListConnectionUsersRequestObject,
) (api.ListConnectionUsersResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, project.ConnectionUserOrder)
	if err != nil {
		return nil, err
	}
	result, err := h.services.Connections.Users(ctx, actorOf(ctx).Organization, ids.Connection(r.ConnectionID), request)
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListConnectionUsers200JSONResponse{
		Data:  present(result.Items, presentConnectionUser),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

func presentConnectionUser(u project.ConnectionUser) api.ConnectionUser {
	shape := api.ConnectionUser{
		ID: u.ID, Role: u.Role, Access: string(u.Access), ProjectID: optional(string(u.Project)), Place: optional(u.Place),
		User: api.ConnectionPerson{ID: string(u.User.ID), Email: u.User.Email, FirstName: u.User.FirstName, LastName: u.User.LastName},
	}
	if u.Environment != 0 {
		shape.EnvironmentID = optional(ids.FormatNumber(u.Environment))
	}
	return shape
}
