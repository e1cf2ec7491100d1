package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// Roles stores the roles in projects and environments.
type Roles struct{ db *DB }

// Roles returns the store of roles.
func (db *DB) Roles() *Roles { return &Roles{db} }

// Find returns all roles of a user.
func (s *Roles) Find(ctx context.Context, organization ids.Organization, user ids.User) (account.Roles, error) {
	var roles account.Roles
	err := s.db.read(ctx, func(q querier) error {
		found, err := findUser(ctx, q, organization, user, "")
		if err != nil {
			return err
		}
		grants, err := readGrants(ctx, q, "g.user_id = $1", user)
		roles = grants.of(found.ID, found.Role)
		return err
	})
	return roles, err
}

// List returns the roles of every user of the organization.
func (s *Roles) List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[account.Roles], error) {
	users, err := s.db.Users().List(ctx, organization, request)
	if err != nil {
		return page.Result[account.Roles]{}, err
	}
	var byUser grants
	err = s.db.read(ctx, func(q querier) error {
		byUser, err = readGrants(ctx, q, "g.organization_id = $1", organization)
		return err
	})
	result := page.Result[account.Roles]{Items: []account.Roles{}, Total: users.Total, Next: users.Next}
	for _, user := range users.Items {
		result.Items = append(result.Items, byUser.of(user.ID, user.Role))
	}
	return result, err
}

// grants contains the roles in projects and environments, by user.
type grants struct {
	projects     map[ids.User][]account.ProjectGrant
	environments map[ids.User][]environmentGrant
}

type environmentGrant struct {
	account.EnvironmentRoleGrant

	project ids.Project
}

func (g grants) of(user ids.User, role account.OrganizationRole) account.Roles {
	roles := account.Roles{User: user, Organization: role, Projects: g.projects[user]}
	for _, grant := range g.environments[user] {
		roles.Environments = append(roles.Environments, grant.EnvironmentRoleGrant)
	}
	return roles
}

// complete adds the roles of an actor.
func (g grants) complete(actor *account.Actor) {
	actor.Projects = map[ids.Project]account.ProjectRole{}
	for _, grant := range g.projects[actor.User] {
		actor.Projects[grant.Project] = grant.Role
	}
	actor.Environments = map[ids.Environment]account.EnvironmentGrant{}
	for _, grant := range g.environments[actor.User] {
		actor.Environments[grant.Environment] = account.EnvironmentGrant{Project: grant.project, Role: grant.Role}
	}
}

// readGrants reads the roles that a condition on g with one argument selects.
func readGrants(ctx context.Context, q querier, condition string, argument any) (grants, error) {
	found := grants{projects: map[ids.User][]account.ProjectGrant{}, environments: map[ids.User][]environmentGrant{}}
	rows, err := q.QueryContext(ctx, `SELECT g.user_id, g.project_id, g.role FROM project_roles g
		WHERE `+condition+` ORDER BY g.user_id, g.project_id`, argument)
	if err != nil {
		return found, err
	}
	defer rows.Close()
	for rows.Next() {
		var user ids.User
		var grant account.ProjectGrant
		if err := rows.Scan(&user, &grant.Project, &grant.Role); err != nil {
			return found, err
		}
		found.projects[user] = append(found.projects[user], grant)
	}
	if err := rows.Err(); err != nil {
		return found, err
	}
	return found, found.readEnvironments(ctx, q, condition, argument)
}

func (g grants) readEnvironments(ctx context.Context, q querier, condition string, argument any) error {
	rows, err := q.QueryContext(ctx, `SELECT g.user_id, g.environment_id, g.role, e.project_id FROM environment_roles g
		JOIN environments e ON e.organization_id = g.organization_id AND e.id = g.environment_id
		WHERE `+condition+` ORDER BY g.user_id, g.environment_id`, argument)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var user ids.User
		var grant environmentGrant
		if err := rows.Scan(&user, &grant.Environment, &grant.Role, &grant.project); err != nil {
			return err
		}
		g.environments[user] = append(g.environments[user], grant)
	}
	return rows.Err()
}

// write changes the roles of a user and increments their version, so that a request that was authorized with the old
// roles changes nothing any more.
func (s *Roles) write(ctx context.Context, by account.Actor, user ids.User, entry audit.Entry, change func(*tx) error) error {
	return s.db.writeUser(ctx, by, user, entry, func(t *tx, of account.User) error {
		t.auditName(of.Email)
		if err := change(t); err != nil {
			return err
		}
		return incrementRolesVersion(ctx, t, user)
	})
}

func incrementRolesVersion(ctx context.Context, t *tx, user ids.User) error {
	_, err := t.ExecContext(ctx, `UPDATE users SET roles_version = roles_version + 1 WHERE id = $1`, user)
	return err
}

// SetProject sets the role of a user in a project, and replaces an existing one.
func (s *Roles) SetProject(ctx context.Context, by account.Actor, user ids.User, grant account.ProjectGrant) error {
	entry := audit.On(audit.Set, audit.Role, string(user)).In(grant.Project, 0)
	return s.write(ctx, by, user, entry, func(t *tx) error {
		before, err := t.projectRole(ctx, user, grant.Project)
		if err != nil {
			return err
		}
		t.auditChanges(roleFields(before.Wire()), roleFields(grant.Role.Wire()))
		return upsertProjectRole(ctx, t, by.Organization, user, grant)
	})
}

func upsertProjectRole(ctx context.Context, t *tx, organization ids.Organization, user ids.User, grant account.ProjectGrant) error {
	_, err := t.ExecContext(ctx, `INSERT INTO project_roles (organization_id, user_id, project_id, role) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, project_id) DO UPDATE SET role = excluded.role`, organization, user, grant.Project, grant.Role)
	if isDangling(err) {
		return project.ProjectNotFound(string(grant.Project))
	}
	return err
}

// DeleteProject deletes a role in a project. It does nothing if there is none.
func (s *Roles) DeleteProject(ctx context.Context, by account.Actor, user ids.User, project ids.Project) error {
	entry := audit.On(audit.Unset, audit.Role, string(user)).In(project, 0)
	return s.write(ctx, by, user, entry, func(t *tx) error {
		before, err := t.projectRole(ctx, user, project)
		if err != nil {
			return err
		}
		t.auditChanges(roleFields(before.Wire()), nil)
		_, err = t.ExecContext(ctx, `DELETE FROM project_roles WHERE organization_id = $1 AND user_id = $2 AND project_id = $3`,
			by.Organization, user, project)
		return err
	})
}

// SetEnvironment sets the role of a user in an environment, and replaces an existing one.
func (s *Roles) SetEnvironment(ctx context.Context, by account.Actor, user ids.User, grant account.EnvironmentRoleGrant) error {
	entry := audit.On(audit.Set, audit.Role, string(user)).In("", grant.Environment)
	return s.write(ctx, by, user, entry, func(t *tx) error {
		before, err := t.environmentRole(ctx, user, grant.Environment)
		if err != nil {
			return err
		}
		t.auditChanges(roleFields(before.Wire()), roleFields(grant.Role.Wire()))
		if err := t.auditTarget(ctx, by.Organization, grant.Environment); err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `INSERT INTO environment_roles (organization_id, user_id, environment_id, role)
			VALUES ($1, $2, $3, $4) ON CONFLICT (user_id, environment_id) DO UPDATE SET role = excluded.role`,
			by.Organization, user, grant.Environment, grant.Role)
		if isDangling(err) {
			return project.EnvironmentNotFound(ids.FormatNumber(grant.Environment))
		}
		return err
	})
}

// DeleteEnvironment deletes a role in an environment. It does nothing if there is none.
func (s *Roles) DeleteEnvironment(ctx context.Context, by account.Actor, user ids.User, environment ids.Environment) error {
	entry := audit.On(audit.Unset, audit.Role, string(user)).In("", environment)
	return s.write(ctx, by, user, entry, func(t *tx) error {
		before, err := t.environmentRole(ctx, user, environment)
		if err != nil {
			return err
		}
		t.auditChanges(roleFields(before.Wire()), nil)
		if err := t.auditTarget(ctx, by.Organization, environment); err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `DELETE FROM environment_roles WHERE organization_id = $1 AND user_id = $2 AND environment_id = $3`,
			by.Organization, user, environment)
		return err
	})
}

// projectRole returns the role of a user in a project; empty if there is none.
func (t *tx) projectRole(ctx context.Context, user ids.User, id ids.Project) (role account.ProjectRole, err error) {
	err = t.QueryRowContext(ctx, `SELECT role FROM project_roles WHERE user_id = $1 AND project_id = $2`, user, id).Scan(&role)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return role, err
}

// environmentRole returns the role of a user in an environment; empty if there is none.
func (t *tx) environmentRole(ctx context.Context, user ids.User, id ids.Environment) (role account.EnvironmentRole, err error) {
	err = t.QueryRowContext(ctx, `SELECT role FROM environment_roles WHERE user_id = $1 AND environment_id = $2`, user, id).Scan(&role)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return role, err
}

func deleteRoles(ctx context.Context, t *tx, user ids.User) error {
	if _, err := t.ExecContext(ctx, `DELETE FROM project_roles WHERE user_id = $1`, user); err != nil {
		return err
	}
	_, err := t.ExecContext(ctx, `DELETE FROM environment_roles WHERE user_id = $1`, user)
	return err
}
