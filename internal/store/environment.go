package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// Environments stores environments.
type Environments struct{ db *DB }

// Environments returns the store of environments.
func (db *DB) Environments() *Environments { return &Environments{db} }

const environmentColumns = `e.organization_id, e.id, e.project_id, e.name, e.status, e.description, e.oauth_enabled,
	coalesce(e.connection_id, ''), e.connection_account, e.connection_user, e.sealed_secret, e.access_url, e.default_storage_mapping, e.mappings, e.dev_env,
	e.parameters, e.tag_background, e.tag_text, e.deployed_commit, e.snapshot, e.created_at, e.worker_label, u.id, u.first_name, u.last_name`

const environmentTables = `environments e JOIN users u ON u.id = e.created_by`

func scanEnvironment(scan scanner) (project.Environment, error) {
	var e project.Environment
	var mappings, parameters []byte
	var createdAt int64
	s := &e.Settings
	err := scan(&e.Organization, &e.ID, &e.Project, &e.Name, &e.Status, &s.Description, &s.OAuthEnabled,
		&s.Connection, &s.ConnectionAccount, &s.ConnectionUser, &s.SealedSecret, &s.AccessURL, &s.DefaultStorageMapping, &mappings, &s.DevEnv,
		&parameters, &s.TagColors.Background, &s.TagColors.Text, &e.DeployedCommit, &e.Snapshot, &createdAt, &s.WorkerLabel,
		&e.CreatedBy.ID, &e.CreatedBy.FirstName, &e.CreatedBy.LastName)
	if err != nil {
		return e, err
	}
	e.CreatedAt = fromMoment(createdAt)
	s.Parameters = parameters
	return e, json.Unmarshal(mappings, &s.Mappings)
}

// Create stores an environment under the next number.
func (s *Environments) Create(ctx context.Context, by account.Actor, environment project.Environment) (project.Environment, error) {
	return s.CreateSealed(ctx, by, environment, func(*project.Environment) error { return nil })
}

// CreateSealed stores an environment under the next number, and calls seal when it has the number.
func (s *Environments) CreateSealed(
	ctx context.Context, by account.Actor, environment project.Environment, seal func(*project.Environment) error,
) (project.Environment, error) {
	environment.Organization = by.Organization
	environment.CreatedBy.ID = by.User
	var created project.Environment
	err := s.db.write(ctx, by, audit.On(audit.Create, audit.Environment, ""), func(t *tx) error {
		e := environment
		number, err := nextTarget(ctx, t, e.Organization)
		if err != nil {
			return err
		}
		e.ID = ids.Environment(number)
		if err := seal(&e); err != nil {
			return err
		}
		if err := insertEnvironment(ctx, t, e); err != nil {
			return err
		}
		if err := t.admitEnvironment(ctx, by, nil, e); err != nil {
			return err
		}
		t.auditObject(environmentObject(e))
		t.auditChanges(nil, environmentFields(e))
		created, err = findEnvironment(ctx, t, by.Organization, e.ID, "")
		return err
	})
	return created, err
}

func insertEnvironment(ctx context.Context, t *tx, e project.Environment) error {
	mappings, parameters, err := environmentJSON(e.Settings)
	if err != nil {
		return err
	}
	s := e.Settings
	_, err = t.ExecContext(ctx, `INSERT INTO environments (organization_id, id, project_id, name, status, description, oauth_enabled,
		connection_id, connection_account, access_url, default_storage_mapping, mappings, dev_env, parameters, tag_background, tag_text,
		deployed_commit, snapshot, created_by, created_at, connection_user, sealed_secret, own_file, worker_label)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)`,
		e.Organization, e.ID, e.Project, e.Name, e.Status, s.Description, s.OAuthEnabled,
		nullable(s.Connection), s.ConnectionAccount, s.AccessURL, s.DefaultStorageMapping, mappings, s.DevEnv, parameters,
		s.TagColors.Background, s.TagColors.Text, e.DeployedCommit, e.Snapshot, e.CreatedBy.ID, moment(e.CreatedAt),
		s.ConnectionUser, s.SealedSecret, project.OwnFile(e.Organization, e.ID, false), s.WorkerLabel)
	return environmentReference(ctx, t, e, err)
}

// environmentReference returns a fault that names the missing reference of an environment, if err reports one.
func environmentReference(ctx context.Context, t *tx, e project.Environment, err error) error {
	if !isDangling(err) {
		return err
	}
	if t.dialect.name == postgresDialect.name {
		// A failed statement ends a PostgreSQL transaction, so no further query is possible; the constraint names the
		// reference.
		if postgresConstraint(err) == "environments_connection" {
			return unknownConnection(e)
		}
		return project.ProjectNotFound(string(e.Project))
	}
	if _, err := findProject(ctx, t, e.Organization, e.Project, ""); err != nil {
		return err
	}
	return unknownConnection(e)
}

func environmentJSON(s project.EnvironmentSettings) (mappings, parameters string, err error) {
	if s.Mappings == nil {
		s.Mappings = map[string]project.Mapping{}
	}
	raw, err := json.Marshal(s.Mappings)
	if len(s.Parameters) == 0 {
		return string(raw), "{}", err
	}
	return string(raw), string(s.Parameters), err
}

// Find returns an environment.
func (s *Environments) Find(ctx context.Context, organization ids.Organization, id ids.Environment) (project.Environment, error) {
	environment, err := findEnvironment(ctx, s.db.reader, organization, id, "")
	return environment, translate(err)
}

func findEnvironment(ctx context.Context, q querier, organization ids.Organization, id ids.Environment, lock string) (project.Environment, error) {
	row := q.QueryRowContext(ctx, `SELECT `+environmentColumns+` FROM `+environmentTables+`
		WHERE e.organization_id = $1 AND e.id = $2`+lock, organization, id)
	environment, err := scanEnvironment(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return project.Environment{}, project.EnvironmentNotFound(ids.FormatNumber(id))
	}
	return environment, err
}

// List returns a page of the environments that the caller can see.
func (s *Environments) List(ctx context.Context, query project.EnvironmentQuery) (page.Result[project.Environment], error) {
	where := filter{sql: visibleEnvironments, args: visibleArgs(query.Sees)}
	if query.Project != "" {
		where.add("e.project_id =", query.Project)
	}
	if query.Environment != 0 {
		where.add("e.id =", query.Environment)
	}
	return fetch(ctx, s.db, list{
		columns: environmentColumns,
		from:    environmentTables + ` WHERE ` + where.sql,
		args:    where.args,
		id:      column{sql: "e.id", number: true},
		fields:  project.EnvironmentOrder,
		order: map[string]column{
			"id": {sql: "e.id", number: true}, "name": {sql: "e.name"}, "status": {sql: "e.status"}, "project": {sql: "e.project_id"},
			"createdAt": {sql: "e.created_at", number: true},
		},
	}, query.Page, scanEnvironment)
}

// Change reads an environment, calls change and stores the result.
func (s *Environments) Change(ctx context.Context, by account.Actor, id ids.Environment, change func(*project.Environment) error) (project.Environment, error) {
	var e project.Environment
	err := s.db.write(ctx, by, audit.On(audit.Update, audit.Environment, ids.FormatNumber(id)), func(t *tx) error {
		lock := t.dialect.forUpdate
		if lock != "" {
			lock += " OF e"
		}
		var err error
		if e, err = findEnvironment(ctx, t, by.Organization, id, lock); err != nil {
			return err
		}
		before := e
		before.Settings.Mappings = maps.Clone(e.Settings.Mappings)
		if err := change(&e); err != nil {
			return err
		}
		t.auditObject(environmentObject(e))
		t.auditChanges(environmentFields(before), environmentFields(e))
		if err := updateEnvironment(ctx, t, e); err != nil {
			return err
		}
		err = t.admitEnvironment(ctx, by, &before, e)
		e.ConfirmSharedMappings = false
		return err
	})
	return e, err
}

func updateEnvironment(ctx context.Context, t *tx, e project.Environment) error {
	mappings, parameters, err := environmentJSON(e.Settings)
	if err != nil {
		return err
	}
	s := e.Settings
	_, err = t.ExecContext(ctx, `UPDATE environments SET name = $1, status = $2, description = $3, oauth_enabled = $4, connection_id = $5,
		connection_account = $6, access_url = $7, default_storage_mapping = $8, mappings = $9, dev_env = $10, parameters = $11,
		tag_background = $12, tag_text = $13, deployed_commit = $14, snapshot = $15, connection_user = $16, sealed_secret = $17, worker_label = $18,
		version = version + CASE WHEN mappings <> $9 OR parameters <> $11 OR coalesce(connection_id, '') <> coalesce($5, '') THEN 1 ELSE 0 END
		WHERE organization_id = $19 AND id = $20`,
		e.Name, e.Status, s.Description, s.OAuthEnabled, nullable(s.Connection), s.ConnectionAccount, s.AccessURL,
		s.DefaultStorageMapping, mappings, s.DevEnv, parameters, s.TagColors.Background, s.TagColors.Text, e.DeployedCommit,
		e.Snapshot, s.ConnectionUser, s.SealedSecret, s.WorkerLabel, e.Organization, e.ID)
	return environmentReference(ctx, t, e, err)
}

// Delete deletes an environment with the roles in it. It rejects an environment with runs that have not ended, because
// they would continue to write to it and few users could still see them.
func (s *Environments) Delete(ctx context.Context, by account.Actor, id ids.Environment) error {
	return s.db.write(ctx, by, audit.On(audit.Delete, audit.Environment, ids.FormatNumber(id)).In("", id), func(t *tx) error {
		if _, err := t.lockTarget(ctx, by.Organization, id); err != nil {
			return err
		}
		deleted, err := findEnvironment(ctx, t, by.Organization, id, "")
		if err != nil {
			return err
		}
		t.auditObject(environmentObject(deleted))
		t.auditChanges(environmentFields(deleted), nil)
		var live int
		err = t.QueryRowContext(ctx, `SELECT count(*) FROM runs n WHERE n.organization_id = $1 AND n.environment_id = $2 AND `+liveRuns,
			by.Organization, id).Scan(&live)
		if err != nil {
			return err
		}
		if live > 0 {
			return fault.New(fault.Conflict, "environment %d has %d runs that have not ended", id, live).
				WithHint("Cancel them or wait until they end, then delete it.")
		}
		if err := t.removeNotificationsOf(ctx, by.Organization, id); err != nil {
			return err
		}
		if err := t.recordOwnersOf(ctx, by.Organization, id); err != nil {
			return err
		}
		missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM environments WHERE organization_id = $1 AND id = $2`, by.Organization, id))
		if missing {
			return project.EnvironmentNotFound(ids.FormatNumber(id))
		}
		return err
	})
}
