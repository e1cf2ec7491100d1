package project

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// ConnectionAccess says what a user may do with a connection.
type ConnectionAccess string

// The accesses, strongest first. Each includes running SQL on the connection.
const (
	ManageConnection ConnectionAccess = "manage" // change it, and let projects use it
	ChooseConnection ConnectionAccess = "choose" // choose it for environments and workspaces of a project
	EditConnection   ConnectionAccess = "edit"   // run nodes of workspaces that use it
	RunConnection    ConnectionAccess = "run"    // run and deploy an environment that uses it
)

// ConnectionUser is a user who may use a connection, and the role that allows it.
type ConnectionUser struct {
	ID          string // of the row: a user may have several roles
	User        account.User
	Role        string // as the API writes it
	Access      ConnectionAccess
	Project     ids.Project     // of the role; empty for the organization
	Environment ids.Environment // of the role; 0 for the others
	Place       string          // name of the project or the environment
}

// ConnectionUserOrder lists the fields that the users of a connection can be ordered by.
var ConnectionUserOrder = page.Fields{"id", "email"}

// Users returns the users who may use a connection.
func (s *Connections) Users(
	ctx context.Context, organization ids.Organization, id ids.Connection, request page.Request,
) (page.Result[ConnectionUser], error) {
	if _, err := s.Store.Find(ctx, organization, id); err != nil {
		return page.Result[ConnectionUser]{}, err
	}
	return s.Store.Users(ctx, organization, id, request)
}
