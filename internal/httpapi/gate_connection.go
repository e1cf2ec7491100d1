package httpapi

import (
	"github.com/oapi-codegen/nullable"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// environmentConnection is for a change of an environment that gives it another connection, and so other credentials.
func environmentConnection(where resource, request any) account.Permission {
	return otherConnection(where, &as[api.UpdateEnvironmentRequestObject](request).Body.Connection)
}

// workspaceConnection is the same for a change of a workspace.
func workspaceConnection(where resource, request any) account.Permission {
	return otherConnection(where, &as[api.UpdateWorkspaceRequestObject](request).Body.Connection)
}

// firstConnection is for a new workspace that names its connection.
func firstConnection(_ resource, request any) account.Permission {
	if as[api.CreateWorkspaceRequestObject](request).Body.Connection == nil {
		return ""
	}
	return account.ConnectionsUse
}

// otherConnection is what a change of a connection needs. The one that is there already needs nothing: a client may send
// back what a GET gave. It is taken out of the request then, so that the change does not undo, without the permission, what
// somebody else changed since this look.
func otherConnection(where resource, given *nullable.Nullable[api.ID]) account.Permission {
	if !given.IsSpecified() {
		return ""
	}
	if wanted, err := given.Get(); err == nil && ids.Connection(wanted) == where.connection {
		given.SetUnspecified()
		return ""
	}
	return account.ConnectionsUse
}
