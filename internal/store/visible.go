package store

import "github.com/millrace/millrace/internal/account"

// These conditions limit a list to what an actor may see. Each uses three arguments, in this order: the organization,
// whether everything is visible, and the user. They read the roles in the same query, so that a list is never older
// than the roles.
const (
	visibleEnvironments = `e.organization_id = $1 AND ($2
		OR EXISTS (SELECT 1 FROM project_roles r WHERE r.user_id = $3 AND r.project_id = e.project_id)
		OR EXISTS (SELECT 1 FROM environment_roles r WHERE r.user_id = $3 AND r.environment_id = e.id))`

	visibleWorkspaces = `w.organization_id = $1 AND ($2
		OR EXISTS (SELECT 1 FROM project_roles r WHERE r.user_id = $3 AND r.project_id = w.project_id))`

	visibleProjects = `p.organization_id = $1 AND ($2
		OR EXISTS (SELECT 1 FROM project_roles r WHERE r.user_id = $3 AND r.project_id = p.id)
		OR EXISTS (SELECT 1 FROM environment_roles r JOIN environments e ON e.organization_id = r.organization_id AND e.id = r.environment_id
			WHERE r.user_id = $3 AND e.project_id = p.id))`

	// Users who are not administrators see the connections that a project of theirs may use.
	visibleConnections = `c.organization_id = $1 AND ($2 OR c.all_projects
		OR EXISTS (SELECT 1 FROM connection_projects g JOIN projects p ON p.id = g.project_id WHERE g.connection_id = c.id AND ` + visibleProjects + `))`

	// A run belongs to an environment or to a workspace. If that is deleted, only administrators see the run.
	visibleRuns = `n.organization_id = $1 AND ($2
		OR EXISTS (SELECT 1 FROM environments e WHERE e.organization_id = n.organization_id AND e.id = n.environment_id AND (
			EXISTS (SELECT 1 FROM project_roles r WHERE r.user_id = $3 AND r.project_id = e.project_id)
			OR EXISTS (SELECT 1 FROM environment_roles r WHERE r.user_id = $3 AND r.environment_id = e.id)))
		OR EXISTS (SELECT 1 FROM workspaces w JOIN project_roles r ON r.project_id = w.project_id
			WHERE w.organization_id = n.organization_id AND w.id = n.environment_id AND r.user_id = $3))`
)

// everyRun is visibleRuns for an actor who sees everything. It reads no other column, so that an index alone can count the
// runs of an organization.
const everyRun = `n.organization_id = $1 AND ($2 OR $3 = '')`

func visibleArgs(sees account.Visibility) []any {
	return []any{sees.Organization, sees.Everything, sees.User}
}
