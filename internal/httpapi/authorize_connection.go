package httpapi

import (
	"github.com/oapi-codegen/nullable"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// environmentConnection returns the permission that an update of an environment needs if it changes the connection, and
// with it the credentials.
func environmentConnection(where resource, request any) account.Permission {
	return connectionPermission(where, &as[api.UpdateEnvironmentRequestObject](request).Body.Connection)
}

// workspaceConnection does the same for an update of a workspace.
func workspaceConnection(where resource, request any) account.Permission {
	return connectionPermission(where, &as[api.UpdateWorkspaceRequestObject](request).Body.Connection)
}

// newWorkspaceConnection returns the permission that a new workspace needs if it names its connection.
func newWorkspaceConnection(_ resource, request any) account.Permission {
	if as[api.CreateWorkspaceRequestObject](request).Body.Connection == nil {
		return ""
	}
	return account.ConnectionsUse
}

// connectionPermission returns the permission that a change of the connection needs. Sending the current connection
// needs none, because a client may send back the body of a GET. The function then removes it from the request, so that
// the update does not revert a change that another user made after this read.
func connectionPermission(where resource, field *nullable.Nullable[api.ID]) account.Permission {
	if !field.IsSpecified() {
		return ""
	}
	if connection, err := field.Get(); err == nil && ids.Connection(connection) == where.connection {
		field.SetUnspecified()
		return ""
	}
	return account.ConnectionsUse
}
