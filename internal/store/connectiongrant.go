package store

import (
	"context"
	"slices"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// addProjects fills in the projects that may use connections.
func addProjects(ctx context.Context, q querier, organization ids.Organization, connections ...*project.Connection) error {
	query, args := `SELECT connection_id, project_id FROM connection_projects WHERE organization_id = $1`, []any{organization}
	if len(connections) == 1 {
		query, args = query+` AND connection_id = $2`, append(args, connections[0].ID)
	}
	type grant struct {
		connection ids.Connection
		project    ids.Project
	}
	grants, err := queryAll(ctx, q, func(scan scanner) (g grant, err error) { return g, scan(&g.connection, &g.project) }, query, args...)
	if err != nil {
		return err
	}
	byConnection := make(map[ids.Connection][]ids.Project, len(connections))
	for _, g := range grants {
		byConnection[g.connection] = append(byConnection[g.connection], g.project)
	}
	for _, c := range connections {
		c.Projects = byConnection[c.ID]
		slices.Sort(c.Projects)
	}
	return nil
}

// setConnectionProjects replaces the projects that may use a connection.
func (t *tx) setConnectionProjects(ctx context.Context, c project.Connection, before []ids.Project) error {
	for _, id := range before {
		if slices.Contains(c.Projects, id) {
			continue
		}
		_, err := t.ExecContext(ctx, `DELETE FROM connection_projects WHERE organization_id = $1 AND connection_id = $2 AND project_id = $3`,
			c.Organization, c.ID, id)
		if err != nil {
			return err
		}
	}
	for _, id := range c.Projects {
		if slices.Contains(before, id) {
			continue
		}
		if err := t.grantConnection(ctx, c, id); err != nil {
			return err
		}
	}
	return nil
}

// grantConnection lets a project use a connection.
func (t *tx) grantConnection(ctx context.Context, c project.Connection, id ids.Project) error {
	// A failed insert would end a PostgreSQL transaction, so the project is checked first.
	if _, err := findProject(ctx, t, c.Organization, id, ""); err != nil {
		if fault.Is(err, fault.NotFound) {
			return fault.New(fault.Invalid, "project %s was not found", id).WithHint("GET /api/v1/projects lists the projects.")
		}
		return err
	}
	_, err := t.ExecContext(ctx, `INSERT INTO connection_projects (organization_id, connection_id, project_id) VALUES ($1, $2, $3)
		ON CONFLICT (connection_id, project_id) DO NOTHING`, c.Organization, c.ID, id)
	return err
}

// useConnection checks that a project may use a connection. If the actor manages connections, the project is added to its
// list instead.
func (t *tx) useConnection(ctx context.Context, by account.Actor, c project.Connection, id ids.Project) error {
	err := c.CheckPermits(id)
	if err == nil || !project.CanGrantConnections(by) {
		return err
	}
	return t.grantConnection(ctx, c, id)
}
