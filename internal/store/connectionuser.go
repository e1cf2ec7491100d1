package store

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// connectionUsers are the roles that let users of organization $1 use connection $2: administrators of the organization; roles in
// projects that may use it, for contributors only if a workspace of the project uses it; administrators of environments that use it.
const connectionUsers = `(
	SELECT u.id || ' organization' AS id, u.id AS user_id, u.email, u.first_name, u.last_name, 'organization' AS level, u.role,
		'manage' AS access, '' AS project_id, CAST(0 AS bigint) AS environment_id, '' AS place
	FROM users u WHERE u.organization_id = $1 AND u.status = 'active' AND u.role = 'administrator'
	UNION ALL
	SELECT u.id || ' project ' || p.id, u.id, u.email, u.first_name, u.last_name, 'project', r.role,
		CASE r.role WHEN 'contributor' THEN 'edit' ELSE 'choose' END, p.id, 0, p.name
	FROM project_roles r JOIN users u ON u.id = r.user_id JOIN projects p ON p.id = r.project_id
	JOIN connections c ON c.organization_id = r.organization_id AND c.id = $2
	WHERE r.organization_id = $1 AND u.status = 'active' AND u.role <> 'administrator' AND r.role IN ('administrator', 'architect', 'contributor')
		AND (c.all_projects OR r.project_id IN (SELECT g.project_id FROM connection_projects g WHERE g.connection_id = $2))
		AND (r.role <> 'contributor' OR EXISTS (SELECT 1 FROM workspaces w WHERE w.organization_id = $1 AND w.project_id = r.project_id
			AND (w.connection_id = $2 OR c.is_default AND w.connection_id = '')))
	UNION ALL
	SELECT u.id || ' environment ' || CAST(e.id AS text), u.id, u.email, u.first_name, u.last_name, 'environment', r.role,
		'run', e.project_id, e.id, e.name
	FROM environment_roles r JOIN users u ON u.id = r.user_id
	JOIN environments e ON e.organization_id = r.organization_id AND e.id = r.environment_id
	JOIN connections c ON c.organization_id = r.organization_id AND c.id = $2
	WHERE r.organization_id = $1 AND u.status = 'active' AND u.role <> 'administrator' AND r.role = 'administrator'
		AND (e.connection_id = $2 OR c.is_default AND coalesce(e.connection_id, '') = '')) AS k`

// Users returns a page of the active users whose roles let them use a connection.
func (s *Connections) Users(
	ctx context.Context, organization ids.Organization, id ids.Connection, request page.Request,
) (page.Result[project.ConnectionUser], error) {
	return fetch(ctx, s.db, list{
		columns: `k.user_id, k.email, k.first_name, k.last_name, k.level, k.role, k.access, k.project_id, k.environment_id, k.place`,
		from:    connectionUsers + ` WHERE k.id <> ''`,
		args:    []any{organization, id},
		id:      column{sql: "k.id"},
		fields:  project.ConnectionUserOrder,
		order:   map[string]column{"id": {sql: "k.id"}, "email": {sql: "k.email"}},
	}, request, scanConnectionUser)
}

func scanConnectionUser(scan scanner) (user project.ConnectionUser, err error) {
	var level, role string
	err = scan(&user.User.ID, &user.User.Email, &user.User.FirstName, &user.User.LastName, &level, &role, &user.Access,
		&user.Project, &user.Environment, &user.Place)
	user.ID = string(user.User.ID)
	switch level {
	case "project":
		user.ID, user.Role = user.ID+"."+string(user.Project), account.ProjectRole(role).Wire()
	case "environment":
		user.ID, user.Role = user.ID+"."+ids.FormatNumber(user.Environment), account.EnvironmentRole(role).Wire()
	default:
		user.Role = account.OrganizationRole(role).Wire()
	}
	return user, err
}
