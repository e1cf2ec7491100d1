package httpapi

import (
	"github.com/oapi-codegen/nullable"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// environmentConnection returns the permission that an update of an environment needs if it changes the connection or the
// user, and with it the credentials, or confirms shared mappings.
func environmentConnection(where resource, request any) account.Permission {
	body := as[api.UpdateEnvironmentRequestObject](request).Body
	needed := connectionPermission(where, &body.Connection)
	if user, err := body.ConnectionUser.Get(); err == nil && user == where.connectionUser {
		body.ConnectionUser.SetUnspecified()
	}
	if body.ConnectionUser.IsSpecified() || body.ConnectionSecret.IsSpecified() || value(body.ConfirmSharedMappings) {
		return account.ConnectionsManage
	}
	return needed
}

// newEnvironmentConnection returns the permission that a new environment needs if it has its own user or confirms shared
// mappings.
func newEnvironmentConnection(_ resource, request any) account.Permission {
	body := as[api.CreateEnvironmentRequestObject](request).Body
	if value(body.ConnectionUser) != "" || body.ConnectionSecret != nil || value(body.ConfirmSharedMappings) {
		return account.ConnectionsManage
	}
	return ""
}

// workspaceConnection returns the permission that an update of a workspace needs if it changes the connection or confirms
// shared mappings.
func workspaceConnection(where resource, request any) account.Permission {
	body := as[api.UpdateWorkspaceRequestObject](request).Body
	needed := connectionPermission(where, &body.Connection)
	if value(body.ConfirmSharedMappings) {
		return account.ConnectionsManage
	}
	return needed
}

// newWorkspaceConnection returns the permission that a new workspace needs if it names its connection or confirms shared
// mappings.
func newWorkspaceConnection(_ resource, request any) account.Permission {
	body := as[api.CreateWorkspaceRequestObject](request).Body
	switch {
	case value(body.ConfirmSharedMappings):
		return account.ConnectionsManage
	case body.Connection == nil:
		return ""
	default:
		return account.ConnectionsUse
	}
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
