package project

import (
	"slices"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// maxGrants is the maximum number of projects in the list of a connection.
const maxGrants = 10_000

// Permits reports whether a project may use the connection.
func (c *Connection) Permits(project ids.Project) bool {
	return c.AllProjects || slices.Contains(c.Projects, project)
}

// CheckPermits returns a fault if a project may not use the connection.
func (c *Connection) CheckPermits(project ids.Project) error {
	if c.Permits(project) {
		return nil
	}
	return fault.New(fault.Forbidden, "project %s may not use connection %q", project, c.Name).
		WithHint("An organization administrator adds the project: millrace connections update %s --add-project %s, "+
			"or PATCH /api/v1/connections/%s with projects.", c.ID, project, c.ID)
}

// CanGrantConnections reports whether an actor adds a project to a connection's list by using the connection there.
func CanGrantConnections(by account.Actor) bool {
	return by.User == "" || by.Can(account.ConnectionsManage, account.Scope{}) // no user is the server itself
}

// checkProjects sorts the projects, drops duplicates and checks their number.
func (c *Connection) checkProjects() error {
	if len(c.Projects) > maxGrants {
		return fault.New(fault.Invalid, "the connection has %d projects", len(c.Projects)).WithHint("Use at most %d, or allProjects.", maxGrants)
	}
	if len(c.Projects) == 0 {
		c.Projects = nil
		return nil
	}
	sorted := slices.Clone(c.Projects)
	slices.Sort(sorted)
	c.Projects = slices.Compact(sorted)
	return nil
}
